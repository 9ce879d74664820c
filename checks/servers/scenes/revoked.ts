/** Revoked access tokens: each server with each of its answers. */

import type { Scene } from "../scene.ts";
import type { BackendOptions } from "../software/backend.ts";
import { atOnce, inSequence, inTurn, revoke } from "./calls.ts";
import { direct } from "./platforms.ts";

interface Answer extends BackendOptions {
  /** What the server responds to a token that is not valid. */
  readonly answer: string;
  /** Whether the response says that nothing was executed. */
  readonly isProof: boolean;
}

const ANSWERS: readonly Answer[] = [
  { server: "graphql-yoga", tokenCheck: "resolver", answer: "200, a field is null", isProof: false },
  {
    server: "graphql-yoga",
    tokenCheck: "resolver",
    isNonNull: true,
    answer: "200, `data` is null",
    isProof: false,
  },
  { server: "graphql-yoga", tokenCheck: "context, 401", answer: "401, errors only", isProof: true },
  {
    server: "Apollo Server",
    tokenCheck: "resolver",
    isNonNull: true,
    answer: "200, `data` is null",
    isProof: false,
  },
  { server: "Apollo Server", tokenCheck: "context", answer: "500, errors only", isProof: false },
  { server: "Apollo Server", tokenCheck: "context, 401", answer: "401, errors only", isProof: true },
  { server: "Mercurius", tokenCheck: "resolver", answer: "200, a field is null", isProof: false },
  { server: "Mercurius", tokenCheck: "context, 401", answer: "401, `data` is null", isProof: false },
  { server: "graphql-http", tokenCheck: "resolver", answer: "200, a field is null", isProof: false },
  { server: "graphql-http", tokenCheck: "context", answer: "errors only", isProof: true },
  { server: "graphql-http", tokenCheck: "context, 401", answer: "401, errors only", isProof: true },
];

/** The mutation that finds out that the token is revoked can have run. */
const FIRST_MUTATION = { calls: 1, reason: "the first mutation can have run" };

export const revoked: readonly Scene[] = ANSWERS.flatMap(({ answer, isProof, ...options }) => {
  const start = direct(options);
  const name = `${options.server}, revoked token (${answer})`;
  return [
    {
      name: `${name}: 20 mutations in sequence`,
      start,
      run: inTurn(revoke, inSequence("mutation", 20)),
      ...(!isProof && { exception: FIRST_MUTATION }),
    },
    {
      name: `${name}: 20 queries at once`,
      start,
      run: inTurn(revoke, atOnce("query", 20)),
    },
  ];
});
