/** Behavior of the client that depends on the runtime. Uses Web APIs only. */

import {
  accessToken,
  type Client,
  createClient,
  isOperationError,
  refreshToken,
} from "@integration-platform/graphql";
import { ListRowsDocument } from "./generated/operations.ts";

/** A platform of its own for each check. */
export interface Target {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly refreshToken: string;
}

const variables = { withNames: true };

/** The code of the error with which a call fails. */
function codeOf(client: Client): Promise<unknown> {
  const call = client.execute(ListRowsDocument, variables);
  return call.catch((error: unknown) => isOperationError(error) && error.code);
}

const CHECKS = {
  async data({ baseUrl, refreshToken: token }: Target) {
    const client = createClient({ baseUrl, auth: refreshToken({ refreshToken: token }) });
    await client.execute(ListRowsDocument, variables);
    return (await client.execute(ListRowsDocument, variables)).integrations.nodes.map(({ name }) => name);
  },
  /** The platform rejects the access token. */
  async replay({ baseUrl, ...tokens }: Target) {
    const client = createClient({ baseUrl, auth: refreshToken(tokens) });
    return (await Promise.all(Array.from({ length: 10 }, () => client.execute(ListRowsDocument, variables))))
      .length;
  },
  /** Aborts while the request is on its way. */
  async abort({ baseUrl, accessToken: token }: Target) {
    const reason = new Error("aborted by the caller");
    const controller = new AbortController();
    const client = createClient({
      baseUrl,
      auth: accessToken(token),
      fetch: (input, init) => {
        const response = fetch(input, init);
        controller.abort(reason);
        return response;
      },
    });
    const call = client.execute(ListRowsDocument, variables, { signal: controller.signal });
    return await call.catch((error: unknown) => error === reason);
  },
  async timeout({ baseUrl, accessToken: token }: Target) {
    return await codeOf(createClient({ baseUrl, auth: accessToken(token), timeout: 1_000 }));
  },
  async errors({ baseUrl, accessToken: token }: Target) {
    return await codeOf(createClient({ baseUrl, auth: accessToken(token) }));
  },
  async network({ accessToken: token }: Target) {
    // Nothing listens there, and `fetch` does not block the port.
    return await codeOf(
      createClient({ baseUrl: "http://127.0.0.1:2", auth: accessToken(token), retries: 0 }),
    );
  },
};

export type CheckName = keyof typeof CHECKS;

export async function runSuite(
  targets: Readonly<Record<CheckName, Target>>,
): Promise<Record<string, unknown>> {
  const results: Record<string, unknown> = {};
  for (const [name, check] of Object.entries(CHECKS)) {
    results[name] = await check(targets[name as CheckName]).catch((error: unknown) => `threw ${error}`);
  }
  return results;
}
