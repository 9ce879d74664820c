import { createHash } from "node:crypto";
import { createPlatform } from "@integration-platform/graphql-testing";
import { buildSchema, getIntrospectionQuery, graphqlSync } from "graphql";
import { test as base, vi } from "vitest";
import { respond, serve } from "../../../test/support/server.ts";
import { type CommandOptions, command } from "./support/command.ts";
import { createProject, createRepository, type Project } from "./support/project.ts";

/** Stands for secrets: must not be seen in any output or file. */
const CANARY = "canary-9f8e7d6c5b4a";

// Each test starts a process or two, and they share the machine with all the other tests.
vi.setConfig({ testTimeout: 30_000 });
const test = base.concurrent;

const SDL = `type Query { integrations: IntegrationConnection! }
type IntegrationConnection { nodes: [Integration!]! }
type Integration { name: String! id: ID! }
`;
const SORTED = `type Integration {
  id: ID!
  name: String!
}

type IntegrationConnection {
  nodes: [Integration!]!
}

type Query {
  integrations: IntegrationConnection!
}
`;

const pull = ({ folder: cwd }: Project, args: readonly string[] = [], options: CommandOptions = {}) =>
  command(["schema", "pull", ...args], { cwd, ...options });
const configured = (baseUrl: string, refreshToken = CANARY) => ({
  env: { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: refreshToken },
});
const provenanceOf = (project: Project) => JSON.parse(project.read("schema/provenance.json"));
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

test("writes the live schema, sorted, and where it came from", async ({ expect }) => {
  const platform = createPlatform({ schema: SDL });
  await using server = await platform.listen();
  using project = createProject();
  const { baseUrl } = server;
  const tenant = platform.tenants[0]?.id ?? "";
  const env = { ...configured(baseUrl, platform.refreshToken).env, PLATFORM_TENANT_ID: tenant };
  const first = await pull(project, ["--header", `X-Feature: ${CANARY}`], { env });
  expect(first).toEqual({
    code: 0,
    stderr: "",
    stdout: `${baseUrl}/api (introspection, September 2025) → schema/schema.graphql\n\n✓ schema/schema.graphql written: 3 types\n`,
  });
  expect(project.read("schema/schema.graphql")).toBe(SORTED);
  const provenance = provenanceOf(project);
  expect(provenance).toEqual({
    origin: { kind: "live", label: `${baseUrl}/api` },
    taken: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
    how: "introspection",
    edition: "September 2025",
    headers: ["X-Feature"],
    tenant,
    sha256: hash(SORTED),
  });
  expect(platform.requests.map(({ operation }) => operation)).toEqual([
    undefined,
    "IntrospectionSupport",
    "IntrospectionQuery",
  ]);

  // Again: nothing changed, so nothing is written, the time included.
  const second = await pull(project, ["--header", "X-Feature: other"], { env });
  expect(second.stdout).toContain("✓ schema/schema.graphql is up to date: 3 types\n");
  expect(provenanceOf(project)).toEqual(provenance);
});

test("shows what changed, and lists scalars without a type with the line to add", async ({ expect }) => {
  using project = createProject({ "one.graphql": SDL });
  await pull(project, ["--from", "one.graphql"]);
  project.write({
    "two.graphql": `${SDL.replace("name: String!", "name: String")}scalar Money scalar Date extend type Integration { price: Money since: Date }`,
  });
  const { code, stdout } = await pull(project, ["--from", "two.graphql"]);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "two.graphql (SDL) → schema/schema.graphql

    ✗ Field 'Integration.name' changed type from 'String!' to 'String'
    + Type 'Date' was added
    + Field 'price' was added to object type 'Integration'
    + Field 'since' was added to object type 'Integration'
    + Type 'Money' was added

    ! 1 scalar has no TypeScript type, so its values are unknown
      Money
      to give one, add to codegen.ts what fits: scalars: { Money: "string" },

    ✓ schema/schema.graphql written: 5 changes
      what it means for our operations: platform-graphql schema check --snapshot HEAD --against schema/schema.graphql
    "
  `);
});

test("says the same as JSON", async ({ expect }) => {
  using project = createProject({ "one.graphql": SDL, "two.graphql": `${SDL}scalar Money` });
  await pull(project, ["--from", "one.graphql"]);
  const { stdout } = await pull(project, ["--from", "two.graphql", "--format", "json"]);
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    snapshot: "schema/schema.graphql",
    from: { label: "two.graphql", how: "SDL" },
    written: true,
    isFirst: false,
    types: 4,
    changes: [{ coordinate: "Money", level: "safe", message: "Type 'Money' was added", folded: 0 }],
    remarks: [],
    unmappedScalars: [{ name: "Money", line: 'scalars: { Money: "string" },' }],
  });
});

test("reads SDL, the JSON of an introspection, a URL and a git revision alike", async ({ expect }) => {
  const schema = buildSchema(SDL);
  const introspection = graphqlSync({ schema, source: getIntrospectionQuery() });
  await using server = await serve((request, response) => {
    if (request.url === "/schema.graphql?v=1") response.end(SDL);
    else if (request.url === "/data.json") respond(response, introspection.data);
    else respond(response, { errors: [{ message: "no" }] }, 404);
  });
  using project = createRepository({
    "schema.json": JSON.stringify(introspection),
    "a/schema.graphql": SDL,
    "schema/schema.graphql": SDL,
  });
  const from = async (source: string) => {
    project.write({ "schema/schema.graphql": "type Query { other: Int }" });
    const { code, stderr } = await pull(project, ["--from", source]);
    return [code, stderr, project.read("schema/schema.graphql") === SORTED, provenanceOf(project).origin];
  };
  for (const [source, kind, label] of [
    ["schema.json", "file", "schema.json"],
    ["a/schema.graphql", "file", "a/schema.graphql"],
    ["file:a/schema.graphql", "file", "a/schema.graphql"],
    [`${server.baseUrl}/schema.graphql?v=1`, "url", `${server.baseUrl}/schema.graphql`],
    [`${server.baseUrl}/data.json`, "url", `${server.baseUrl}/data.json`],
    ["main", "git", "main:schema/schema.graphql"],
    ["git:main", "git", "git:main:schema/schema.graphql".slice(4)],
    ["HEAD:a/schema.graphql", "git", "HEAD:a/schema.graphql"],
  ] as const) {
    expect(await from(source)).toEqual([0, "", true, { kind, label }]);
  }
});

test("takes no header along where a URL leads, and says what a URL answers instead of a schema", async ({ expect }) => {
  await using elsewhere = await serve((_, response) => response.end(SDL));
  await using server = await serve((request, response) => {
    if (request.url === "/moved.graphql") response.writeHead(302, { location: `${elsewhere.baseUrl}/x.graphql` }).end();
    else response.writeHead(403).end("no");
  });
  using project = createProject();
  const from = async (path: string) => {
    const { code, stderr } = await pull(project, [
      "--from",
      `${server.baseUrl}${path}`,
      "--header",
      `X-Key: ${CANARY}`,
    ]);
    return [code, stderr.replaceAll(server.baseUrl, "HOST")];
  };
  expect(await from("/moved.graphql")).toEqual([
    3,
    "error: HOST/moved.graphql is a redirect, which is not followed\nhint:  name the address that it leads to\n",
  ]);
  expect(await from("/secret.json")).toEqual([
    3,
    "error: HOST/secret.json answers with status 403\nhint:  send credentials with --header\n",
  ]);
  expect(elsewhere.count("/x.graphql")).toBe(0);
});

test("introspects another endpoint with the headers that were given, and without our token", async ({ expect }) => {
  const seen: unknown[] = [];
  const schema = buildSchema(SDL);
  await using server = await serve((request, response) => {
    seen.push([request.method, request.url, request.headers.authorization, request.headers["x-key"]]);
    respond(response, graphqlSync({ schema, source: getIntrospectionQuery({ oneOf: true }) }));
  });
  using project = createProject();
  const args = ["--from", `${server.baseUrl}/elsewhere/graphql?k=1`, "--header", `X-Key: ${CANARY}`];
  const { code, stdout, stderr } = await pull(project, args, configured("https://platform.example.com"));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  // One question for what it supports, one for the schema.
  const request = ["POST", "/elsewhere/graphql?k=1", undefined, CANARY];
  expect(seen).toEqual([request, request]);
  expect(stdout + project.read("schema/provenance.json")).not.toContain(CANARY);
  expect(provenanceOf(project)).toMatchObject({ origin: { kind: "url" }, headers: ["X-Key"] });
});

test("says before anything else that a snapshot was taken in another way", async ({ expect }) => {
  using project = createProject({ "one.graphql": SDL });
  await pull(project, ["--from", "one.graphql"]);
  const platform = createPlatform({ schema: SDL });
  await using server = await platform.listen();
  const live = configured(server.baseUrl, platform.refreshToken);
  const { stdout } = await pull(project, [], live);
  expect(stdout.split("\n")[2]).toBe(
    "! The two schemas were taken in two ways: SDL, then introspection. Some changes may come from that, and not from the platform.",
  );
  expect(provenanceOf(project).how).toBe("introspection");

  const { stdout: again } = await pull(project, ["--header", "X-Preview: on"], live);
  expect(again).toContain("! The two schemas were taken with different headers: none, then X-Preview.");

  project.write({ "schema/schema.graphql": `# edited\n${SORTED}` });
  const { stdout: edited } = await pull(project, [], live);
  expect(edited).toContain("! schema/schema.graphql was edited since it was taken");
  expect(edited).toContain("written: the same schema in another form");
});

test("replaces a snapshot that cannot be read any more, and says so", async ({ expect }) => {
  using project = createProject({ "one.graphql": SDL, "schema/schema.graphql": "<<<<<<< HEAD\n" });
  const { code, stdout } = await pull(project, ["--from", "one.graphql"]);
  expect(code).toBe(0);
  expect(stdout).toContain("! The snapshot so far could not be read, so nothing was compared: ");
  expect(project.read("schema/schema.graphql")).toBe(SORTED);
});

test("takes schemas of every shape", async ({ expect }) => {
  const shapes = `
    schema @link(url: "x") { query: Root mutation: Write subscription: Feed }
    directive @link(url: String) repeatable on SCHEMA
    directive @cost(value: Int!) on FIELD_DEFINITION
    scalar Unheard
    type Root { a(input: In = { n: 1 }): Either! @cost(value: 3) }
    extend type Root { b: Named @deprecated(reason: "say \\"a\\"") }
    type Write { w(one: Pick!): Unheard }
    type Feed { s: Int }
    input In { n: Int = 2 }
    extend input In { m: [In!] }
    input Pick @oneOf { a: Int b: Int }
    interface Named { name: String }
    type A implements Named { name: String }
    type B { b: Int }
    union Either = A
    extend union Either = B
  `;
  using project = createProject({ "shapes.graphql": shapes });
  expect(await pull(project, ["--from", "shapes.graphql"])).toMatchObject({ code: 0, stderr: "" });
  expect(project.read("schema/schema.graphql")).toMatchInlineSnapshot(`
    "schema {
      query: Root
      mutation: Write
      subscription: Feed
    }

    directive @cost(value: Int!) on FIELD_DEFINITION

    directive @link(url: String) repeatable on SCHEMA

    type A implements Named {
      name: String
    }

    type B {
      b: Int
    }

    union Either = A | B

    type Feed {
      s: Int
    }

    input In {
      m: [In!]
      n: Int = 2
    }

    interface Named {
      name: String
    }

    input Pick @oneOf {
      a: Int
      b: Int
    }

    type Root {
      a(input: In = { n: 1 }): Either!
      b: Named @deprecated(reason: "say \\"a\\"")
    }

    scalar Unheard

    type Write {
      w(one: Pick!): Unheard
    }
    "
  `);
  // What was written is what is read.
  expect((await pull(project, ["--from", "schema/schema.graphql"])).stdout).toContain("is up to date: 10 types");
});

test("takes a schema that graphql-js finds fault with, as GitHub's: its platform serves it all the same", async ({
  expect,
}) => {
  const faulty = `type Query implements Named { name: String @deprecated(reason: "no") other: Int }
    interface Named { name: String missing: Int }`;
  using project = createProject({ "faulty.graphql": faulty });
  expect(await pull(project, ["--from", "faulty.graphql"])).toMatchObject({ code: 0, stderr: "" });
});

test("takes two megabytes", async ({ expect }) => {
  const types = Array.from(
    { length: 30_000 },
    (_, index) => `"The type number ${index}." type T${index} { id: ID! next: T${index}! some: String }\n`,
  );
  using project = createProject({ "big.graphql": `type Query { t: T1 }\n${types.join("")}` });
  expect(project.read("big.graphql").length).toBeGreaterThan(2_000_000);
  const { code, stdout } = await pull(project, ["--from", "big.graphql"]);
  expect({ code, stdout }).toEqual({
    code: 0,
    stdout: "big.graphql (SDL) → schema/schema.graphql\n\n✓ schema/schema.graphql written: 30001 types\n",
  });
});

/** What a platform may answer to introspection, and what is said then. */
const FAILURES = [
  [
    "introspection is disabled",
    { status: 200, body: { errors: [{ message: "introspection is not allowed", extensions: { code: "FORBIDDEN" } }] } },
    /^error: http:\/\/127\.0\.0\.1:PORT\/api does not answer introspection: introspection is not allowed\nhint: {2}it must be allowed for this token; or read the schema from a file\n$/,
  ],
  [
    "it answers in part, with errors",
    { status: 200, body: { data: { Type: null }, errors: [{ message: "half" }] } },
    /does not answer introspection: half\n/,
  ],
  [
    "it leaves types out",
    { status: 200, body: { data: { __schema: { queryType: { name: "Q" }, types: [], directives: [] } } } },
    /^error: the introspection of http:\/\/127\.0\.0\.1:PORT\/api is no complete schema: .*unknown type: Q/,
  ],
  [
    "it is a web page",
    { status: 200, body: "<html>" },
    /^error: IntrospectionSupport: .*HTTP 200 without a GraphQL response/,
  ],
  ["it leads elsewhere", { status: 302, body: "" }, /^error: IntrospectionSupport: .*redirect, which is not followed/],
  [
    "it refuses the token",
    { status: 401, body: {} },
    /^error: IntrospectionSupport: .*\nhint: {2}the platform's own tool/,
  ],
] as const;

test.for(FAILURES)("leaves the snapshot as it is where %s", async ([, { status, body }, message], { expect }) => {
  await using server = await serve((request, response) => {
    if (request.url === "/auth/refresh") return respond(response, { access_token: CANARY });
    const text = typeof body === "string" ? body : JSON.stringify(body);
    const type = typeof body === "string" ? "text/html" : "application/json";
    return response.writeHead(status, { "content-type": type, location: "https://example.com/" }).end(text);
  });
  using project = createProject({ "schema/schema.graphql": SORTED, "schema/provenance.json": "{}\n" });
  const { code, stdout, stderr } = await pull(project, ["--format", "json"], configured(server.baseUrl));
  expect(code).toBe(3);
  expect(stderr.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")).toMatch(message);
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    error: { code: expect.stringMatching(/^[A-Z_]+$/), message: expect.any(String), hint: expect.any(String) },
  });
  expect(stdout + stderr).not.toContain(CANARY);
  expect([project.read("schema/schema.graphql"), project.read("schema/provenance.json")]).toEqual([SORTED, "{}\n"]);
});

test.for([
  [["--from", "nope.graphql"], "there is neither a file nor a git revision nope.graphql"],
  [["--from", "file:nope.graphql"], "there is no file nope.graphql"],
  [["--from", "git:nope"], "there is no git revision nope here"],
  [["--from", "HEAD:nope.graphql"], "there is no HEAD:nope.graphql"],
  [["--from", "broken.graphql"], "broken.graphql:2:1: Syntax Error: Expected Name, found <EOF>."],
  [["--from", "unknown.graphql"], 'unknown.graphql:1:17: Unknown type "Nope".'],
  [["--from", "page.graphql"], "page.graphql is a web page, not a schema"],
  [["--from", "empty.graphql"], "empty.graphql is empty"],
  [["--from", "broken.json"], "broken.json is no complete introspection: "],
  [["--from", `https://user:${CANARY}@example.com/`], "the URL of the schema at example.com holds a password"],
  [["--from", "http://"], "the URL of the schema cannot be read"],
  [
    ["--from", "http://example.com/", "--header", `X-Key: ${CANARY}`],
    "the headers would travel to example.com unencrypted",
  ],
  [["--header", CANARY], "option '--header <header>': it must be a name and a value, such as 'X-Feature: on'"],
  [["--header", `Authorization: ${CANARY}`], 'IntrospectionSupport: the header "Authorization" belongs to the client'],
  [["--from", "good.graphql", "--snapshot", "good.graphql/x"], "good.graphql/x cannot be "],
] as const)("refuses %j", async ([args, message], { expect }) => {
  using project = createRepository({
    "schema/schema.graphql": SORTED,
    "good.graphql": SDL,
    "broken.graphql": "type Query { a: \n",
    "unknown.graphql": "type Query { a: Nope }",
    "page.graphql": "<!doctype html>",
    "empty.graphql": "\n",
    "broken.json": '{"data": {',
  });
  const { code, stdout, stderr } = await pull(project, args, configured("https://platform.example.com"));
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain(`error: ${message}`);
  expect(stderr).not.toContain(CANARY);
  expect(project.git("status", "--short")).toBe("");
});
