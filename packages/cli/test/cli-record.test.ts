/**
 * `platform-graphql record`: the response of an operation in a file, with pseudonyms in place of its strings.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Recording, readRecordings } from "@integration-platform/graphql-testing/local";
import { expect, test } from "vitest";
import { createPseudonymize } from "../src/commands/record/pseudonyms.ts";
import { type CommandOptions, command } from "./support/command.ts";
import { answering, configured } from "./support/platform.ts";
import { createProject, type Project, renderConfig } from "./support/project.ts";

const SCHEMA = `
type Query {
  integration(id: ID!, filter: Filter): Integration
  nodes: [Node!]!
}

type Mutation {
  rename(id: ID!, name: String!): Integration
}

interface Node { id: ID! }

type Integration implements Node {
  id: ID!
  name: String!
  state: State!
  startedAt: DateTime
  config: JSON
  owner: User
  tags: [String!]
}

type User implements Node {
  id: ID!
  name: String!
  email: String
}

input Filter {
  name: String
  ids: [ID!]
  state: State
  since: DateTime
  extra: JSON
}

enum State { RUNNING PAUSED }
scalar DateTime
scalar JSON
`;
const OPERATIONS = `
query GetIntegration($id: ID!, $filter: Filter) {
  integration(id: $id, filter: $filter) {
    __typename
    ...Fields
    owner { id name mail: email }
    tags
  }
}

fragment Fields on Integration { id name state startedAt config }

query ListNodes {
  nodes {
    id
    ... on Integration { name state }
    ... on User { name email }
  }
}

mutation Rename($id: ID!, $name: String!) {
  rename(id: $id, name: $name) { id name }
}
`;
const FILES = { "schema/schema.graphql": SCHEMA, "operations/all.graphql": OPERATIONS };

const record = (
  { folder: cwd }: Project,
  args: readonly string[],
  baseUrl = "",
  options: CommandOptions = {},
) =>
  command(["record", ...args], {
    cwd,
    env: configured(baseUrl, "refresh-canary-0c3f"),
    ...options,
  });

/** Reads the file of a recording. */
function readRecording({ folder }: Project, file: string): Recording {
  const files = readRecordings(join(folder, file.split("/")[0] ?? ""));
  const content = files.find((recording) => recording.file.endsWith(file))?.content;
  if (typeof content !== "object") throw new Error(`no recording ${file}: ${content}`);
  return content;
}

const listFiles = ({ folder }: Project) => readdirSync(folder).sort();

const INTEGRATION = {
  __typename: "Integration",
  id: "4711",
  name: "Orders to CRM",
  state: "PAUSED",
  startedAt: "2026-01-02T03:04:05.678Z",
  config: { url: "https://crm.example.com/9", retries: 3, secure: true, "Mail Box": ["x@y.example", null] },
  owner: { id: "u-1", name: "Orders to CRM", mail: null },
  tags: ["4711", ""],
};

test("writes the operation, and its redacted variables and data", async () => {
  using project = createProject(FILES);
  await using platform = await answering({ data: { integration: INTEGRATION } });
  const variables = {
    id: 4711,
    filter: { name: "Orders", ids: ["4711", "u-1"], state: "RUNNING", since: "2026-01-02" },
  };
  const { code, stdout, stderr } = await record(
    project,
    ["GetIntegration", "--variables", JSON.stringify(variables)],
    platform.baseUrl,
  );
  const file = "recordings/GetIntegration/default.json";
  expect({ code, stdout, stderr }).toEqual({
    code: 0,
    stdout: `✓ GetIntegration recorded in ${file}\n`,
    stderr: "",
  });
  const recording = readRecording(project, file);
  expect(recording).toEqual({
    version: 1,
    operation: "GetIntegration",
    recordedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    schemaHash: expect.stringMatching(/^[\da-f]{64}$/),
    text: expect.stringMatching(/^query GetIntegration.*fragment Fields on Integration/s),
    variables: {
      id: "0001",
      filter: { name: "Aaaaac", ids: ["0001", "a-3"], state: "RUNNING", since: "2026-01-02" },
    },
    data: {
      integration: {
        __typename: "Integration",
        id: "0001",
        name: "Aaaaaa aa AAE",
        state: "PAUSED",
        startedAt: "2026-01-02T03:04:05.678Z",
        config: {
          aaf: "aaaaa://aaa.aaaaaaa.aaa/6",
          aaaaabb: 3,
          aaaabc: true,
          "Aaaa Abd": ["a@a.aaaaabe", null],
        },
        owner: { id: "a-3", name: "Aaaaaa aa AAE", mail: null },
        tags: ["0001", ""],
      },
    },
  });
});

test("redacts every string, and prints no string of the response", async () => {
  let count = 0;
  const secrets: string[] = [];
  const canary = (prefix = "Canary") => {
    const secret = `${prefix}Secret${++count}Ünïque`;
    secrets.push(secret);
    return secret;
  };
  using project = createProject(FILES);
  const data = {
    integration: {
      __typename: "Integration",
      id: canary(),
      name: canary(),
      state: "RUNNING",
      startedAt: canary("2026-01-02T"),
      config: { [canary()]: canary(), list: [canary(), { deep: canary() }] },
      owner: { id: canary(), name: canary(), mail: canary(), unselected: canary() },
      tags: [canary()],
      unselected: canary(),
    },
    [canary()]: canary(),
  };
  const headers = { "x-secret": encodeURIComponent(canary()), "set-cookie": "session=cookie-canary-7d" };
  await using platform = await answering({ data, extensions: { trace: canary() } }, headers);
  const filter = { name: canary(), ids: [canary()], since: canary(), extra: { [canary()]: [canary()] } };
  const args = ["GetIntegration", "--variables", JSON.stringify({ id: canary(), filter })];
  for (const format of ["text", "json"]) {
    const { code, stdout, stderr } = await record(project, [...args, "--format", format], platform.baseUrl);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    const text = stdout + project.read("recordings/GetIntegration/default.json");
    const tokens = [
      "canary-0c3f",
      "canary-55a1",
      "cookie-canary",
      "x-secret",
      "Bearer",
      "authorization",
      platform.baseUrl,
    ];
    expect([...secrets, ...tokens, "Secret", "unselected"].filter((secret) => text.includes(secret))).toEqual(
      [],
    );
  }
  expect(secrets).toHaveLength(23);
  expect(listFiles(project)).toEqual(["operations", "recordings", "schema"]);
});

test("keeps the fields of --keep, except tokens in them", async () => {
  using project = createProject(FILES);
  const nodes = [
    { id: "1", name: "Orders", state: "RUNNING" },
    { id: "2", name: "refresh-canary-0c3f", email: "x@y.example" },
    { id: "3", name: "Ada", email: "Bearer abc" },
  ];
  await using platform = await answering({ data: { nodes } });
  const keep = (...fields: string[]) => fields.flatMap((field) => ["--keep", field]);
  const run = async (...fields: string[]) => {
    const { code } = await record(project, ["ListNodes", ...keep(...fields)], platform.baseUrl);
    return [code, readRecording(project, "recordings/ListNodes/default.json").data.nodes];
  };
  // The types of the objects are not known, so that only a field of all types is kept.
  expect(await run("Integration.name")).toEqual([
    0,
    [
      { id: "2", name: "Aaaaad", state: "RUNNING" },
      { id: "4", name: "aaaaaaa-aaaaaa-0a0f", email: "a@a.aaaaaba" },
      { id: "7", name: "Abc", email: "Aaaaaa abd" },
    ],
  ]);
  expect(await run("Integration.name", "User.name", "User.email")).toEqual([
    0,
    [
      { id: "2", name: "Orders", state: "RUNNING" },
      { id: "3", name: "[redacted]", email: "x@y.example" },
      { id: "4", name: "Ada", email: "[redacted]" },
    ],
  ]);
});

test("keeps JSON in strings valid, and redacts its strings", async () => {
  using project = createProject(FILES);
  const texts = [
    '{"retries":3,"to":"x@y.example"}',
    "null",
    "true",
    '"a\\nb"',
    "[\n  1\n]",
    "{not json",
    "17",
  ];
  await using platform = await answering({ data: { integration: { ...INTEGRATION, tags: texts } } });
  const { code } = await record(project, ["GetIntegration", "--variables", '{"id": 1}'], platform.baseUrl);
  const { integration } = readRecording(project, "recordings/GetIntegration/default.json").data as {
    readonly integration: { readonly tags: readonly string[] };
  };
  expect(code).toBe(0);
  const [object = "", ...rest] = integration.tags;
  expect(Object.values(JSON.parse(object))).toEqual([3, expect.stringMatching(/^[a-f]@[a-f]\.[a-f]{7}$/)]);
  expect(rest).toEqual([
    "null",
    "true",
    expect.stringMatching(/^"[a-f]\\n[a-f]"$/),
    "[\n  1\n]",
    expect.any(String),
    expect.stringMatching(/^\d\d$/),
  ]);
  expect(rest[4]).toMatch(/^\{[a-f]{3} [a-f]{4}$/);
});

test("redacts numbers, booleans, dates and enum values of --redact in data and variables", async () => {
  using project = createProject(FILES);
  await using platform = await answering({ data: { integration: INTEGRATION } });
  const variables = {
    id: 4711,
    filter: { since: "1980-05-06T07:08:09.5+02:00", state: "PAUSED", extra: { age: 44 } },
  };
  const fields = [
    "Integration.startedAt",
    "Integration.config",
    "Integration.state",
    "Filter.since",
    "Filter.extra",
  ];
  const args = ["GetIntegration", "--variables", JSON.stringify(variables)];
  const { code } = await record(
    project,
    [...args, ...fields.flatMap((field) => ["--redact", field])],
    platform.baseUrl,
  );
  const recording = readRecording(project, "recordings/GetIntegration/default.json");
  expect(code).toBe(0);
  const { filter } = recording.variables as { readonly filter: { readonly extra: object } };
  expect(filter).toMatchObject({ since: "2000-01-01T00:00:00.0+00:00", state: "PAUSED" });
  expect(Object.values(filter.extra)).toEqual([0]);
  const { integration } = recording.data as { readonly integration: { readonly config: object } };
  expect(integration).toMatchObject({ state: "RUNNING", startedAt: "2000-01-01T00:00:00.000Z" });
  expect(Object.values(integration.config).slice(1, 3)).toEqual([0, false]);
  expect(JSON.stringify({ ...recording, recordedAt: "" })).not.toMatch(
    /1980|44|2026-01-02|PAUSED"?,"?startedAt/,
  );
});

test("replaces different strings with different strings of the same kinds of characters", () => {
  const replace = createPseudonymize();
  const texts = Array.from({ length: 3000 }, (_, index) => [
    `${index}`,
    `id-${index}`,
    "é".repeat(index % 40),
    `U${index}x`,
  ]);
  const unique = [...new Set(texts.flat())];
  const replacements = unique.map(replace);
  expect(new Set(replacements).size).toBe(unique.length);
  expect(unique.filter((text, index) => text === replacements[index])).toEqual([""]);
  expect(unique.map(replace)).toEqual(replacements);
  expect(replace("3f2a-77")).toMatch(/^[\da-f]+-\d\d$/);
});

test("numbers replacements by first occurrences, even if an empty string occurs again", () => {
  const once = createPseudonymize();
  const again = createPseudonymize();
  expect(["", "-", "name"].map(once).at(-1)).toBe(["", "", "-", "-", "name"].map(again).at(-1));
});

test("replaces a recording, and writes others next to it", async () => {
  using project = createProject(FILES);
  const nodes: object[] = [];
  await using platform = await answering({ data: { nodes } });
  await record(project, ["ListNodes"], platform.baseUrl);
  nodes.push({ id: "1", name: "x", state: "PAUSED" });
  await record(project, ["ListNodes"], platform.baseUrl);
  await record(project, ["ListNodes", "--name", "one.more", "--recordings", "other"], platform.baseUrl);
  expect(readRecording(project, "recordings/ListNodes/default.json").data.nodes).toHaveLength(1);
  expect(readdirSync(join(project.folder, "recordings/ListNodes"))).toEqual(["default.json"]);
  expect(readdirSync(join(project.folder, "other/ListNodes"))).toEqual(["one.more.json"]);
});

test("records a mutation only with --mutations", async () => {
  using project = createProject(FILES);
  await using platform = await answering({ data: { rename: { id: "1", name: "x" } } });
  const args = ["Rename", "--variables", '{"id": "1", "name": "x"}'];
  expect((await record(project, args, platform.baseUrl)).code).toBe(3);
  expect(platform.count("/auth/refresh")).toBe(0);
  expect(await record(project, [...args, "--mutations"], platform.baseUrl)).toMatchObject({ code: 0 });
  expect(readRecording(project, "recordings/Rename/default.json").data).toEqual({
    rename: { id: "2", name: "d" },
  });
});

test("does not record a response that has GraphQL errors or does not match the schema", async () => {
  using project = createProject(FILES);
  const args = ["ListNodes", "--format", "json"];
  const secret = "canary-77aa";
  await using failing = await answering({ data: null, errors: [{ message: secret }] });
  const errors = await record(project, args, failing.baseUrl);
  expect([errors.code, JSON.parse(errors.stdout).error.code]).toEqual([1, "GRAPHQL"]);
  await using other = await answering({
    data: { nodes: [{ id: secret, name: secret, state: secret }, { id: 7 }] },
  });
  const mismatch = await record(project, args, other.baseUrl);
  expect([mismatch.code, JSON.parse(mismatch.stdout).error.code]).toEqual([1, "MISMATCH"]);
  expect(mismatch.stderr).toContain("nodes[0].state: Integration.state is State!, received unknown string");
  expect(errors.stdout + errors.stderr + mismatch.stdout + mismatch.stderr).not.toContain(secret);
  expect(listFiles(project)).toEqual(["operations", "schema"]);
});

/** A recording of the transcript. */
interface Case {
  readonly operation: string;
  /** The data that the platform sends. */
  readonly data: object;
  readonly variables?: object;
  readonly keep?: readonly string[];
  readonly redact?: readonly string[];
}

const NODES = [
  { __typename: "Integration", id: "2026-01-02", name: "Orders", state: "PAUSED" },
  { __typename: "User", id: "null", name: "Orders", email: null },
];
const NODES_BY_TYPE: readonly Case[] = [
  { operation: "ListNodes", data: { nodes: NODES } },
  { operation: "ListNodes", data: { nodes: NODES }, keep: ["Integration.name"] },
  {
    operation: "ListNodes",
    data: { nodes: NODES },
    keep: ["Integration.name", "User.name"],
    redact: ["User.name", "Integration.state"],
  },
  {
    operation: "ListKinds",
    data: { nodes: NODES.map(({ __typename, id }) => ({ kind: __typename, id })) },
    keep: ["User.id"],
  },
  {
    operation: "ListKinds",
    data: { nodes: ["User", "Integration"].map((kind) => ({ kind, id: "2026-01-02" })) },
    redact: ["User.id"],
  },
];

const NODES_OF_ANY_TYPE: readonly Case[] = [
  { operation: "ListItemIds", data: { items: [[{ id: "2026-01-02" }]] }, redact: ["User.id"] },
  {
    operation: "ListUntypedNodes",
    data: { nodes: [{ name: "a", state: null }, { name: "b" }] },
    keep: ["Integration.name", "User.name"],
  },
  {
    operation: "ListUntypedNodes",
    data: { nodes: [{ name: "a", state: "PAUSED" }, { name: "7" }] },
    redact: ["User.name", "Integration.state"],
  },
];

const ITEMS = [
  [{ id: "1", age: 44 }, null],
  [
    { id: "2", state: "PAUSED" },
    { id: "3", state: null },
  ],
  null,
];
const ITEM_VARIABLES = {
  filter: {
    name: "Orders",
    ids: "1",
    states: ["PAUSED", null],
    since: null,
    on: true,
    extra: [{ a: "b" }, 1],
    and: [{ name: "2026-01-02" }, { and: [{ ids: [7], since: "1980-05-06" }] }],
  },
  ids: [1, "2026-01-02"],
  state: "PAUSED",
  at: "1980-05-06",
};
const VARIABLES: readonly Case[] = [
  { operation: "FilterItems", data: { items: ITEMS }, variables: ITEM_VARIABLES },
  {
    operation: "FilterItems",
    data: { items: ITEMS },
    variables: ITEM_VARIABLES,
    redact: ["User.age", "$state", "Filter.on", "Filter.states", "Filter.since", "$at", "Integration.state"],
  },
  {
    operation: "FilterItems",
    data: { items: null },
    variables: { filter: null, ids: null },
    redact: ["Filter.extra", "$ids"],
  },
];

const SCALARS: readonly Case[] = [
  { operation: "GetScalars", data: { price: 7, extra: [1, "x", { x: true }, null], ids: ["1", null] } },
  {
    operation: "GetScalars",
    data: { price: "7", extra: [1, "x", { x: true }, null], ids: null },
    keep: ["Query.extra"],
    redact: ["Query.ids"],
  },
  {
    operation: "GetScalars",
    data: { price: 7.5, extra: "2026-01-02", ids: ["1"] },
    redact: ["Query.extra", "Query.price"],
  },
];

const REJECTED: readonly Case[] = [
  { operation: "ListNodes", data: { nodes: Array(6).fill({ __typename: "User", id: null, name: 5 }) } },
  { operation: "ListNodes", data: { nodes: [{ __typename: "Robot", id: "1" }] } },
  { operation: "ListNodes", data: { nodes: [] }, keep: ["User.nam"] },
  { operation: "ListNodes", data: { nodes: [] }, redact: ["$state"] },
  { operation: "FilterItems", data: { items: null }, keep: ["$state"] },
  { operation: "FilterItems", data: { items: null }, redact: ["\u001b[31m User.name"] },
];

/** Records a case. @returns its part of the transcript. */
async function describeCase(project: Project, { operation, data, variables, keep, redact }: Case) {
  await using platform = await answering({ data });
  const args = [
    operation,
    ...(variables ? ["--variables", JSON.stringify(variables)] : []),
    ...(keep ?? []).flatMap((field) => ["--keep", field]),
    ...(redact ?? []).flatMap((field) => ["--redact", field]),
  ];
  const { code, stderr } = await record(project, args, platform.baseUrl);
  const command = `$ record ${args.map((word) => JSON.stringify(word)).join(" ")}`;
  const received = `received ${JSON.stringify(data)}`;
  if (code !== 0) return [command, received, `exit code ${code}`, stderr];
  const recording = readRecording(project, `recordings/${operation}/default.json`);
  const hasVariables = Object.keys(recording.variables).length > 0;
  return [
    command,
    received,
    ...(hasVariables ? [`variables ${JSON.stringify(recording.variables)}`] : []),
    `recorded ${JSON.stringify(recording.data)}\n`,
  ];
}

test("records exactly the data of the transcript, and explains what it cannot record", async () => {
  const readFixture = (name: string) =>
    readFileSync(join(import.meta.dirname, "fixtures/recording", name), "utf8");
  using project = createProject({
    "codegen.ts": renderConfig('documents: "operations", output: "out", scalars: { Money: "number" }'),
    "schema/schema.graphql": readFixture("schema.graphql"),
    "operations/all.graphql": readFixture("operations.graphql"),
  });
  const lines: string[] = [];
  for (const recorded of [...NODES_BY_TYPE, ...NODES_OF_ANY_TYPE, ...VARIABLES, ...SCALARS, ...REJECTED]) {
    lines.push(...(await describeCase(project, recorded)));
  }
  await expect(lines.join("\n")).toMatchFileSnapshot("transcripts/record.txt");
});
