/** `run` for daily work: validation before the request, inline operations, and variables from files. */

import { Readable } from "node:stream";
import { buildSchema, getIntrospectionQuery, graphqlSync } from "graphql";
import { expect, test, vi } from "vitest";
import { respond, serve } from "../../../test/support/server.ts";
import { command, type Finished, failure } from "./support/command.ts";
import { answering, configured } from "./support/platform.ts";
import { createProject, type Project, useProject } from "./support/project.ts";

const SDL = `type Query { customer(id: ID!): Customer customers: [Customer!]! }
type Mutation { deleteCustomer(id: ID!): Boolean }
type Customer { id: ID! name: String! }
`;
const GET = "query GetCustomer($id: ID!) {\n  customer(id: $id) {\n    name\n  }\n}\n";

const createCustomers = (files: Readonly<Record<string, string>> = {}): Project =>
  useProject({ "schema/schema.graphql": SDL, "operations/get.graphql": GET, ...files });

const execute = ({ folder: cwd }: Project, ...args: readonly string[]): Promise<Finished> =>
  command(["run", ...args, "--local"], { cwd });

test("sends nothing if the operation does not match the snapshot", async () => {
  await using server = await serve((_, response) => respond(response, {}));
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_ACCESS_TOKEN: "token" };
  const { folder: cwd } = createCustomers({ "operations/get.graphql": GET.replace("name", "nmae") });
  const { code } = await command(["run", "GetCustomer", "--variables", '{"id": 1}'], { cwd, env });
  expect({ code, requests: server.count("/api") }).toEqual({ code: 3, requests: 0 });
});

test("does not validate operations of a project without a snapshot", async () => {
  await using server = await serve((_, response) => respond(response, { data: { anything: 1 } }));
  using project = createProject({ "operations/any.graphql": "query Any($a: Foreign) { anything(a: $a) }" });
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_ACCESS_TOKEN: "token" };
  const args = ["run", "Any", "--variables", '{"a": 1}'];
  expect(await command(args, { cwd: project.folder, env })).toMatchObject({
    code: 0,
    stderr: "hint:  Only the platform validates the operation: there is no schema/schema.graphql here.\n",
  });
});

test.for<[query: string, operation: string]>([
  ["{ customers { id } }", "--query"],
  ["query Own { customers { id } }", "Own"],
  ["{ customers { ...Summary } } fragment Summary on Customer { id }", "--query"],
  ["{ customers { ...Shared } }", "--query"],
])("runs the inline operation %s", async ([query, operation]) => {
  const project = createCustomers({ "operations/shared.graphql": "fragment Shared on Customer { id }" });
  const { code, stdout, stderr } = await execute(project, "--query", query, "--format", "json");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({
    operation,
    data: { customers: { 0: { id: expect.any(String) } } },
  });
});

test("does not send an operation with @defer in a fragment", async () => {
  const query = "{ customers { ...Late } } fragment Late on Customer { ... @defer { id } }";
  expect(await execute(createCustomers(), "--query", query)).toEqual(
    failure('"--query" has @defer or @stream', "Remove the directive: run prints one response."),
  );
});

test("reads variables from a file and from stdin, without a byte order mark at the start", async () => {
  const sent: unknown[] = [];
  await using server = await serve((_request, response, _nth, body) => {
    sent.push(JSON.parse(body).variables);
    respond(response, { data: { customer: null } });
  });
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_ACCESS_TOKEN: "token" };
  const files = { "id.json": '\uFEFF{\n  "id": "7"\n}\n', "inner.json": '{ "id": "a\uFEFFb" }' };
  const { folder: cwd } = createCustomers(files);
  const stdin = Readable.from([Buffer.from('{ "id": '), Buffer.from('"8" }')]);
  vi.spyOn(process, "stdin", "get").mockReturnValue(stdin as unknown as typeof process.stdin);
  for (const variables of ["@id.json", "@inner.json", "-"]) {
    const finished = await command(["run", "GetCustomer", "--variables", variables], { cwd, env });
    expect(finished).toMatchObject({ code: 0, stderr: "" });
  }
  expect(sent).toEqual([{ id: "7" }, { id: "a\uFEFFb" }, { id: "8" }]);
});

test("rejects stdin that is not UTF-8, and names the place", async () => {
  const stdin = Readable.from([Buffer.from('{\n  "id": "M\xfcller" }', "latin1")]);
  vi.spyOn(process, "stdin", "get").mockReturnValue(stdin as unknown as typeof process.stdin);
  expect(await execute(createCustomers(), "GetCustomer", "--variables", "-")).toEqual(
    failure("--variables: stdin at 2:11: the byte 0xFC is not UTF-8", "Write UTF-8 to stdin."),
  );
});

test("names stdin if it is not JSON", async () => {
  const stdin = Readable.from([Buffer.from("{\n  id: 7 }")]);
  vi.spyOn(process, "stdin", "get").mockReturnValue(stdin as unknown as typeof process.stdin);
  const { code, stderr } = await execute(createCustomers(), "GetCustomer", "--variables", "-");
  expect([code, stderr.split("\n")[0]]).toEqual([3, "error: --variables: stdin is not JSON (at 2:3)"]);
});

test("an inline operation reads no files if it has all of its fragments", async () => {
  const project = createCustomers({ "operations/broken.graphql": "query {" });
  const query = "{ customers { ... on Customer { id } ...Own } } fragment Own on Customer { name }";
  expect(await execute(project, "--query", query)).toMatchObject({ code: 0, stderr: "" });
});

test("an inline operation uses its own fragment instead of the one of a file", async () => {
  const shared = "fragment Shared on Customer { name } fragment Other on Customer { id }";
  const project = createCustomers({ "operations/shared.graphql": shared });
  const query = "{ customers { ...Shared ...Other } } fragment Shared on Customer { id }";
  const { stdout } = await execute(project, "--query", query, "--format", "json");
  expect(Object.keys(JSON.parse(stdout).data.customers[0])).toEqual(["id"]);
});

test("--insecure-http allows a base URL without TLS in each command that sends requests", async () => {
  const schema = buildSchema(SDL);
  await using server = await answering(graphqlSync({ schema, source: getIntrospectionQuery() }));
  const { folder: cwd } = useProject();
  // An address of this machine that is not one of loopback.
  const env = configured(server.baseUrl.replace("127.0.0.1", "0.0.0.0"), "token");
  for (const args of [["run", "--query", "{ __typename }"], ["token"], ["schema", "pull"], ["doctor"]]) {
    const refused = await command(args, { cwd, env });
    expect(refused.stdout + refused.stderr).toContain("Use https:, or pass --insecure-http.\n");
    expect(await command([...args, "--insecure-http"], { cwd, env })).toMatchObject({ code: 0 });
  }
});

test("prints one line for each step in a pipe if the work takes long", async () => {
  const { folder: cwd } = createCustomers({ "next.graphql": SDL });
  const { stderr } = await command(["schema", "check", "--against", "next.graphql"], { cwd, quietMs: 0 });
  expect(stderr.split("\n")).toEqual([
    "reading the operations …",
    "reading the consumers …",
    "reading the schemas …",
    "comparing …",
    "",
  ]);
});
