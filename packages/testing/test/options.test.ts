/** Options: each method accepts those of its type, and no others. */

import { expect, test } from "vitest";
import {
  type AnswerOptions,
  contractCases,
  createPlatform,
  type Limits,
  type ListenOptions,
  type PlatformOptions,
  type ResponseOptions,
  type ScenarioName,
  type Tenant,
  type User,
} from "../src/index.ts";
import { reject } from "../src/rules-entry.ts";

const SCHEMA = `
  type Query { item: String }
  type Mutation { rename(name: String): Payload! }
  type Payload { errors: [Problem!]! }
  type Problem { message: String! }`;
const QUERY = "query GetItem { item }";
const RENAME = "mutation Rename { rename { errors { message } } }";
const ERROR = { messages: ["no"] };

/** All names of a type: the compiler finds one that is missing. */
const names = <Options extends object>(members: { readonly [Name in keyof Required<Options>]: unknown }) =>
  members;

const open = () => createPlatform({ schema: SCHEMA });
type Call = (options: never) => unknown;

/** What has options, a call with them, and a value for each of its options that changes nothing. */
const METHODS: readonly (readonly [name: string, call: Call, valid: object])[] = [
  [
    "createPlatform",
    (options) => createPlatform(options),
    names<Omit<PlatformOptions, "schema" | "baseUrl">>({
      data: {},
      nulls: "never",
      scalars: {},
      seed: 1,
      users: [{ name: "a" }],
      limits: {},
      now: Date.now,
      rules: {},
      keys: {},
      inverses: {},
      context: () => ({}),
      rotation: false,
      scenario: [],
      latencyMs: 0,
      onRulesError: () => {},
      onRequest: () => {},
    }),
  ],
  ["limits", (limits) => createPlatform({ limits }), names<Limits>({ pageSize: {}, requestsPerSecond: 1 })],
  [
    "limits.pageSize",
    (pageSize) => createPlatform({ limits: { pageSize } }),
    names<NonNullable<Limits["pageSize"]>>({ default: 1, max: 1 }),
  ],
  [
    "users",
    (user) => createPlatform({ users: [{ ...(user as object), name: "a" }] }),
    names<User>({ name: "a", email: "a@b.c", refreshToken: "r", tenants: undefined }),
  ],
  [
    "users.tenants",
    (tenant) => {
      const { id } = createPlatform().tenants[0] as Tenant;
      createPlatform({ users: [{ name: "a", tenants: [{ ...(tenant as object), id, name: "b" }] }] });
    },
    names<Tenant>({ id: "", name: "" }),
  ],
  [
    "answer",
    (options) => open().answer(QUERY, {}, options),
    names<AnswerOptions<unknown>>({ variables: {}, errors: [], delayMs: 0, exact: false }),
  ],
  [
    "andThen",
    (options) => open().answer(QUERY).andThen({}, options),
    names<ResponseOptions>({ errors: [], delayMs: 0, exact: false }),
  ],
  [
    "answer.errors",
    (error) => open().answer(QUERY, {}, { errors: [{ ...(error as object), message: "m" }] }),
    { message: "m", path: ["a"], code: "c", extensions: {} },
  ],
  ["platform.reject", (options) => open().reject(RENAME, [ERROR], options), { variables: {}, delayMs: 0 }],
  [
    "platform.reject errors",
    (error) => open().reject(RENAME, [{ ...(error as object), ...ERROR }]),
    { field: null, messages: [], code: "c" },
  ],
  ["reset", (options) => open().reset(options), { tokens: true }],
  ["contractCases", (options) => contractCases(SCHEMA, [], options), { scalars: {} }],
  ['use("slow-refresh")', (settings) => open().use("slow-refresh", settings), { delayMs: 1 }],
  ['use("rate-limited")', (settings) => open().use("rate-limited", settings), { retryAfterSeconds: 1 }],
  ['use("clock-skew")', (settings) => open().use("clock-skew", settings), { skewMs: 1 }],
  ['use("rotation")', (settings) => open().use("rotation" as ScenarioName, settings), {}],
];

test.for(METHODS)("%s accepts its options, and rejects others with their name", ([name, call, valid]) => {
  expect(() => call(valid as never)).not.toThrow();
  expect(() => call({ ...valid, delayms: 1 } as never)).toThrow(`${name}: unknown option "delayms".`);
});

test("issueAccessToken, listen and reject of resolvers reject unknown options, too", async () => {
  const platform = open();
  const issue = { expiresInMs: 1, tenantID: "a" };
  await expect(platform.issueAccessToken(issue)).rejects.toThrow('Did you mean "tenantId"?');
  await expect(platform.listen({ prt: 1 } as ListenOptions)).rejects.toThrow('listen: unknown option "prt".');
  expect(() => reject("no", { fields: "name" } as object)).toThrow('reject: unknown option "fields".');
});

test("a delay can have the longest time of a timer", () => {
  expect(() => createPlatform({ latencyMs: 2 ** 31 - 1 })).not.toThrow();
});

test.for([Number.NaN, -1, 2 ** 31, "5" as unknown as number])("a delay of %s is a TypeError", (ms) => {
  const message = /must be a number from 0 to 2147483647, or Infinity/;
  expect(() => createPlatform({ latencyMs: ms })).toThrow(message);
  expect(() => open().answer(QUERY, {}, { delayMs: ms })).toThrow(message);
  expect(() => open().answer(QUERY, () => ({}), { delayMs: ms })).toThrow(message);
  expect(() => open().reject(RENAME, [ERROR], { delayMs: ms })).toThrow(message);
  expect(() => open().use("slow-refresh", { delayMs: ms })).toThrow(message);
});
