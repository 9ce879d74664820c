/**
 * `npm run check:platform-speed`: measures the simulated platform on a schema of 365 types, in CPU time. It fails if a call
 * takes more than 1 ms, a filter over 5,000 objects more than 15 ms, or the contract cases of 410 operations more than 2 s.
 */

import process from "node:process";
import { contractCases, type PlatformOptions } from "@integration-platform/graphql-testing/local";
import { openPlatform, type Send } from "./platform.ts";

/** Object types. Each has seven more types. */
const OBJECTS = 45;
const OPERATIONS = 410;
const LIMITS = { callMs: 1, filterMs: 15, contractMs: 2000 };

const names = Array.from({ length: OBJECTS }, (_, index) => `Thing${index}Item`);
const fields = names.map((name) => `${name.charAt(0).toLowerCase()}${name.slice(1)}`);

const shared = `scalar DateTime interface Node { id: ID! } enum State { OPEN CLOSED } enum Direction { ASC DESC }
  type PageInfo { hasNextPage: Boolean! endCursor: String } type Problem { field: String messages: [String!]! }`;
const types = names.map((name, index) => {
  const parent = names[index >> 1];
  return `type ${name} implements Node { id: ID! name: String! email: String state: State! size: Int! createdAt: DateTime!
      parent: ${parent} children(first: Int, after: String): ${name}Connection! }
    type ${name}Connection { nodes: [${name}!]! edges: [${name}Edge!]! pageInfo: PageInfo! totalCount: Int! }
    type ${name}Edge { cursor: String! node: ${name}! } type ${name}Payload { object: ${name} errors: [Problem!]! }
    input ${name}Input { name: String! size: Int state: State parentId: ID } enum ${name}Sort { NAME SIZE CREATED_AT }
    input ${name}Filter { name_Icontains: String size_Gte: Int state: State and: [${name}Filter!] }
    input ${name}Order { field: ${name}Sort! direction: Direction! }`;
});
const queries = names.map(
  (name, index) => `${fields[index]}(id: ID!): ${name}
    ${fields[index]}s(first: Int, after: String, filter: ${name}Filter, sortBy: [${name}Order!], state: State,
      name_Icontains: String, parent_Name: String): ${name}Connection!`,
);
const mutations = names.map(
  (name) => `create${name}(input: ${name}Input!): ${name}Payload! delete${name}(id: ID!): ${name}Payload!
    update${name}(id: ID!, input: ${name}Input!): ${name}Payload!`,
);
const schema = `${shared} ${types.join("\n")} type Query { node(id: ID!): Node ${queries.join("\n")} }
  type Mutation { ${mutations.join("\n")} }`;

const documents = Array.from({ length: OPERATIONS }, (_, index) => {
  const name = names[index % OBJECTS];
  const field = fields[index % OBJECTS];
  const payload = "{ object { id } errors { field messages } }";
  const texts = [
    `query List${index}($first: Int, $after: String, $filter: ${name}Filter, $state: State) {
      ${field}s(first: $first, after: $after, filter: $filter, state: $state) {
        nodes { id name parent { id name } } pageInfo { hasNextPage endCursor } } }`,
    `query Get${index}($id: ID!) { ${field}(id: $id) { id name children { nodes { id } } } }`,
    `mutation Create${index}($input: ${name}Input!) { create${name}(input: $input) ${payload} }`,
    `mutation Update${index}($id: ID!, $input: ${name}Input!) { update${name}(id: $id, input: $input) ${payload} }`,
    `mutation Delete${index}($id: ID!) { delete${name}(id: $id) ${payload} }`,
  ];
  return { text: texts[index % texts.length] ?? "" };
});

const slow: string[] = [];

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function report(name: string, ms: number, limit: number): void {
  process.stdout.write(`${name}: ${ms.toFixed(2)} ms\n`);
  if (ms > limit) slow.push(`${name} exceeds ${limit} ms`);
}

/** Requests that must succeed. */
async function connect(options: PlatformOptions = {}): Promise<Send> {
  const send = await openPlatform({ schema, ...options });
  return async (query, variables) => {
    const text = await send(query, variables);
    if (text.includes('"message')) throw new Error(`${query}: ${text.slice(0, 500)}`);
    return text;
  };
}

/** Mean CPU time of a call, after the same number of calls. */
async function measure(times: number, call: () => Promise<unknown>): Promise<number> {
  for (let index = 0; index < times; index++) await call();
  const startedAt = cpuMs();
  for (let index = 0; index < times; index++) await call();
  return (cpuMs() - startedAt) / times;
}

const send = await connect();
const [field] = fields;
const list = `{ ${field}s(first: 3) { totalCount nodes { id name email state size parent { id } } pageInfo { endCursor } } }`;
report("list", await measure(500, () => send(list)), LIMITS.callMs);
report("look-up", await measure(500, () => send(`{ ${field}(id: "1") { id name } }`)), LIMITS.callMs);
report("node", await measure(500, () => send('{ node(id: "1") { id } }')), LIMITS.callMs);
const rename = `mutation { update${names[0]}(id: "1", input: { name: "a" }) { object { id } errors { field } } }`;
report("mutation", await measure(500, () => send(rename)), LIMITS.callMs);

const sendToMany = await connect({ data: { [names[0] ?? ""]: Array.from({ length: 5000 }, () => ({})) } });
const filters = [
  "state: OPEN",
  'name_Icontains: "a"',
  'parent_Name: "a"',
  "filter: { and: [{ size_Gte: 100 }, { state: OPEN }] }",
  "sortBy: [{ field: CREATED_AT, direction: DESC }]",
];
for (const filter of filters) {
  const query = `{ ${field}s(first: 10, ${filter}) { totalCount nodes { id } } }`;
  report(filter, await measure(30, () => sendToMany(query)), LIMITS.filterMs);
}

const startedAt = cpuMs();
const sendCase = await connect();
const cases = contractCases(schema, documents);
for (const { document, variables } of cases) await sendCase(document.text, variables);
report(`${cases.length} contract cases of ${OPERATIONS} operations`, cpuMs() - startedAt, LIMITS.contractMs);
if (slow.length > 0) throw new Error(slow.join(", "));
