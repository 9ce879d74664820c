/** No secret is in an error, in an event of a hook or in what a program logs of them. */

import { format, inspect } from "node:util";
import { HTTPError } from "ky";
import { beforeEach, expect, test, vi } from "vitest";
import {
  accessToken,
  type ClientOptions,
  type Hooks,
  type TypedDocumentString,
  tokenSource,
  unwrapPayload,
} from "../src/index.ts";
import { holdTimers } from "./support/timers.ts";
import { connect, createWire, json, rejection } from "./support/wire.ts";

/** Secrets with different texts, so that a leak can be identified. */
const SECRETS = {
  accessToken: "canary-access-token",
  refreshToken: "canary-refresh-token",
  freshToken: "canary-fresh-token",
  rotatedToken: "canary-rotated-token",
  variable: "canary-variable",
  header: "canary-header",
  body: "canary-body",
};

/** Ways to log a value. */
function sinks(value: unknown): string[] {
  const ownProperties = (part: unknown, depth = 0): unknown => {
    if (typeof part !== "object" || part === null || depth > 8) return String(part);
    return Object.getOwnPropertyNames(part).map((name) => [
      name,
      ownProperties(Reflect.get(part, name), depth + 1),
    ]);
  };
  const inherited: unknown[] = [];
  for (const name in value as object) inherited.push(name, Reflect.get(value as object, name));
  return [
    String(value),
    String((value as Error)?.stack),
    format("%s %o %O %j", value, value, value, value),
    inspect(value, { depth: 10, showHidden: true }),
    // Node.js 22 reads `errors` of each error, as this does.
    inspect(value, { depth: 10, showHidden: true, getters: true }),
    JSON.stringify(value) ?? "",
    JSON.stringify(ownProperties(value)),
    JSON.stringify(inherited),
  ];
}

function leaks(value: unknown): string[] {
  const texts = sinks(value);
  return Object.entries(SECRETS).flatMap(([name, secret]) =>
    texts.some((text) => text.includes(secret)) ? [name] : [],
  );
}

const document = (kind: "query" | "mutation"): TypedDocumentString<unknown, Record<string, unknown>> => ({
  kind,
  name: "ReadValue",
  text: "query ReadValue($v: String) { value(v: $v) }",
});

const body = SECRETS.body;
const withErrors = (code: string, more = {}) =>
  json({ errors: [{ message: body, extensions: { code, body }, path: [body] }], ...more });
const granted = () => json({ access_token: SECRETS.freshToken, refresh_token: SECRETS.rotatedToken });
const broken = () => {
  const cause = Object.assign(new Error(body), { code: "ECONNRESET", body });
  return Promise.reject(new TypeError(`fetch failed ${body}`, { cause }));
};
const cut = () =>
  new Response(
    new ReadableStream({
      start: (controller) => controller.enqueue(new TextEncoder().encode(body)),
      pull: (controller) => controller.error(new Error(body)),
    }),
  );

type Script = () => Response | Promise<Response>;

/** Responses of the API and of the refresh request. */
const RESPONSES: Readonly<Record<string, Script>> = {
  "HTTP 401": () => json({ body }, { status: 401 }),
  "HTTP 403 with HTML": () => new Response(body, { status: 403, headers: { "content-type": "text/html" } }),
  "HTTP 404 with another media type": () =>
    new Response(body, { status: 404, headers: { "content-type": body } }),
  "HTTP 503": () => new Response(body, { status: 503, statusText: body }),
  "rate limit": () => json({ body }, { status: 429, headers: { "retry-after": body } }),
  "rate limit of years": () => json({ body }, { status: 429, headers: { "retry-after": "99999999" } }),
  "UNAUTHENTICATED with data": () => withErrors("UNAUTHENTICATED", { data: { body } }),
  "GraphQL errors with partial data": () => withErrors("FAILED", { data: { body } }),
  "GraphQL errors whose code is the body": () => withErrors(body),
  "a body that is no JSON": () => new Response(body, { headers: { "content-type": body } }),
  "a body cut half way": cut,
  "bytes that are no UTF-8": () => new Response(new Uint8Array([0xff])),
  redirect: () => new Response(body, { status: 307, headers: { location: `https://${body}` } }),
  "network error": broken,
  "a fetch that throws a string": () => Promise.reject(body),
  timeout: () => new Promise(() => {}),
};

interface Fault {
  readonly scripts?: { readonly api?: Script; readonly refresh?: Script };
  readonly options?: Partial<ClientOptions>;
  readonly variables?: Record<string, unknown>;
}
const rejected = () => json({}, { status: 401 });
const FAULTS: Readonly<Record<string, Fault>> = {
  ...Object.fromEntries(
    Object.entries(RESPONSES).flatMap(([name, response]): [string, Fault][] => [
      [`${name} of the API`, { scripts: { api: response, refresh: granted } }],
      [`${name} of the refresh request`, { scripts: { api: rejected, refresh: response } }],
    ]),
  ),
  "a body above the cap": {
    scripts: { api: () => new Response(body.repeat(10)) },
    options: { maxResponseBytes: 20 },
  },
  "static token rejected": {
    scripts: { api: () => json({ body }, { status: 401 }) },
    options: { auth: accessToken(SECRETS.accessToken) },
  },
  "token source that throws": {
    options: { auth: tokenSource(() => Promise.reject(new Error(SECRETS.accessToken))) },
  },
  "token source with a bad token": { options: { auth: tokenSource(() => `${SECRETS.accessToken}\n\x01`) } },
  "variables that are no JSON": { variables: { v: [SECRETS.variable, 1n] } },
};

beforeEach(() => holdTimers("Date", "performance"));

test.each(
  Object.entries(FAULTS).flatMap(([name, fault]) =>
    (["query", "mutation"] as const).map((kind) => [name, kind, fault] as const),
  ),
)(
  "leaks nothing after: %s (%s)",
  async (_, kind, { scripts, options, variables = { v: SECRETS.variable } }) => {
    const seen: unknown[] = [];
    const record = (event: object) => seen.push(event);
    const hooks: Hooks = {
      willSend: record,
      didReceive: record,
      willRetry: record,
      willRefresh: record,
      didRefresh: record,
      didFailRefresh: record,
    };
    const credentials = { refreshToken: SECRETS.refreshToken, accessToken: SECRETS.accessToken };
    const client = connect(createWire(scripts), { hooks, ...options }, credentials);
    const call = client.execute(document(kind), variables, { headers: { "x-secret": SECRETS.header } });
    const failed = rejection(call);
    await vi.runAllTimersAsync();
    const error = await failed;
    expect(error).toBeInstanceOf(Error);
    expect(error.code).toMatch(/^[A-Z_]+$/);
    expect([error, client, ...seen].flatMap(leaks)).toEqual([]);
  },
);

test.each([
  [
    "rejected credentials",
    /U\+0007/,
    () => connect(createWire(), {}, { refreshToken: `${SECRETS.refreshToken}\u0007` }),
  ],
  [
    "a payload error",
    /1 payload error/,
    () => unwrapPayload({ errors: [{ field: body, messages: [body] }] }),
  ],
])("leaks nothing of %s", async (_, message, fail) => {
  const error = await rejection(Promise.resolve().then<unknown>(fail));
  expect(error.message).toMatch(message);
  expect(leaks(error)).toEqual([]);
});

test("the scan finds the token in an error of ky, thrown or as a cause", () => {
  const request = new Request("https://p.example.com", {
    headers: { authorization: `Bearer ${SECRETS.accessToken}` },
  });
  const foreign = new HTTPError(new Response(), request, {} as never);
  expect(leaks(foreign)).toEqual(["accessToken"]);
  expect(leaks(new Error("wrapped", { cause: foreign }))).toEqual(["accessToken"]);
  expect(leaks(Object.defineProperty(new Error("hidden"), "variables", { value: SECRETS.variable }))).toEqual(
    ["variable"],
  );
});

test("a client prints none of its secrets", () => {
  const headers = { "x-key": SECRETS.header };
  const client = connect(createWire(), { headers }, { refreshToken: SECRETS.refreshToken });
  expect(leaks(client)).toEqual([]);
});
