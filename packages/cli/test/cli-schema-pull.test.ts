/**
 * `schema pull`: the snapshot and its provenance from each source, and the snapshot that stays after an
 * error.
 */

import { createHash } from "node:crypto";
import { pipeline, Readable } from "node:stream";
import { gzipSync } from "node:zlib";
import type { Report } from "@integration-platform/graphql-compiler";
import {
  buildSchema,
  getIntrospectionQuery,
  graphqlSync,
  lexicographicSortSchema,
  printSchema,
  version,
} from "graphql";
import { afterAll, expect, test, vi } from "vitest";
import { respond, serve } from "../../../test/support/server.ts";
import { CANARY, type CommandOptions, command, failure, steady } from "./support/command.ts";
import { answering, configured, listen } from "./support/platform.ts";
import { createProject, createRepository, type Project, renderConfig } from "./support/project.ts";

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
const canaryOf = (baseUrl: string) => ({ env: configured(baseUrl, CANARY) });
const provenanceOf = (project: Project) => JSON.parse(project.read("schema/provenance.json"));
const hash = (text: string) => createHash("sha256").update(text).digest("hex");

test("writes the sorted live schema and its provenance", async () => {
  const { platform, baseUrl, env: own } = await listen({ schema: SDL });
  using project = createProject();
  const tenant = platform.tenants[0]?.id ?? "";
  const env = { ...own, PLATFORM_TENANT_ID: ` ${tenant} ` };
  const headers = ["--header", `X-Zone: ${CANARY}`, "--header", `X-Feature: ${CANARY}`];
  const first = await pull(project, headers, { env });
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
    headers: ["X-Feature", "X-Zone"],
    tenant,
    sha256: hash(SORTED),
    validatedBy: `graphql ${version}`,
  });
  expect(platform.requests.map(({ operation }) => operation)).toEqual([
    undefined,
    "IntrospectionSupport",
    "IntrospectionQuery",
  ]);

  // Nothing changed: nothing is written, not even the time.
  const second = await pull(project, ["--header", "X-Feature: other", "--header", "X-Zone: other"], { env });
  expect(second.stdout).toContain("✓ schema/schema.graphql is up to date: 3 types\n");
  expect(provenanceOf(project)).toEqual(provenance);
});

test("lists the changes, and the scalars without a TypeScript type", async () => {
  using project = createProject({
    "one.graphql": `${SDL} extend type Integration { gone: Gone kind: Kind } type Gone { a: Int b: Int } enum Kind { A }`,
  });
  await pull(project, ["--from", "one.graphql"]);
  project.write({
    "two.graphql": `${SDL.replace("name: String!", "name: String")}
      extend type Integration { price: Money since: Date kind: Kind } enum Kind { A B }
      scalar Money
      scalar Rank @specifiedBy(url: "https://rank.example")
      scalar Date`,
  });
  const { code, stdout } = await pull(project, ["--from", "two.graphql"]);
  expect(code).toBe(0);
  expect(stdout).toMatchInlineSnapshot(`
    "two.graphql (SDL) → schema/schema.graphql

    ✗ Type 'Gone' was removed
    ✗ Field 'gone' was removed from object type 'Integration'
    ✗ Field 'Integration.name' changed type from 'String!' to 'String'
    ! Enum value 'B' was added to enum 'Kind'
    + Type 'Date' was added
    + Field 'price' was added to object type 'Integration'
    + Field 'since' was added to object type 'Integration'
    + Type 'Money' was added
    + Type 'Rank' was added (and 2 as a result)

    ! 2 scalars have no TypeScript type, so codegen uses unknown
      Money
      Rank https://rank.example
      To set one, add it to codegen.ts: scalars: { Money: "string", Rank: "string" },

    ✓ schema/schema.graphql written: 9 changes
      Check your operations: npx @integration-platform/graphql-cli schema check --snapshot git:HEAD --against schema/schema.graphql
    "
  `);
  project.write({
    "three.graphql": project.read("two.graphql").replace("A B", "B C").replace("Rank @", "Grade @"),
  });
  const options = { columns: 200, env: { TERM: "xterm-256color" } };
  const { stdout: colored } = await pull(project, ["--from", "three.graphql"], options);
  const [red, green, yellow, end] = [31, 32, 33, 39].map((color) => `\u001b[${color}m`);
  for (const mark of [`${red}✗${end} `, `${yellow}!${end} `, `${green}+${end} `, `${green}✓${end} `])
    expect(colored).toContain(mark);
});

test("lists all scalars if the style of types maps none, and names the config", async () => {
  using project = createProject({
    "platform.config.ts": renderConfig(
      'documents: "operations", output: "src", types: "graphql-codegen", scalars: { Own: "string" }',
    ),
    "one.graphql": `${SDL}\nscalar Date\nscalar Own\n`,
  });
  const { stdout } = await pull(project, ["--from", "one.graphql"]);
  expect(stdout).toContain(`! 1 scalar has no TypeScript type, so codegen uses unknown
  Date
  To set one, add it to platform.config.ts: scalars: { Date: "string" },
`);
});

test("rejects a remote file that is not UTF-8", async () => {
  using project = createProject();
  await using server = await serve((_, response) => response.end(Buffer.from("# caf\xe9\n", "latin1")));
  const url = `${server.baseUrl}/schema.graphql`;
  expect(await pull(project, ["--from", url])).toEqual(
    failure(`${url} at 1:6: the byte 0xE9 is not UTF-8`, "Download it, and save it as UTF-8."),
  );
  expect(project.readAll()).toEqual({});
});

test("prints the report as JSON", async () => {
  using project = createProject({
    "one.graphql": SDL,
    "two.graphql": `${SDL}scalar Money @specifiedBy(url: "https://m.example")`,
  });
  await pull(project, ["--from", "one.graphql"]);
  const { stdout } = await pull(project, ["--from", "two.graphql", "--format", "json"]);
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    snapshot: "schema/schema.graphql",
    from: { label: "two.graphql", how: "SDL" },
    written: true,
    compared: true,
    types: 4,
    changes: [{ coordinate: "Money", level: "safe", message: "Type 'Money' was added", folded: 2 }],
    remarks: [],
    unmappedScalars: [
      { name: "Money", line: 'scalars: { Money: "string" },', specifiedBy: "https://m.example" },
    ],
  });
});

test("compares with the file of --snapshot, and lists the scalars that neither the config nor a default maps", async () => {
  using project = createProject({
    "codegen.ts": renderConfig('documents: "operations", output: "src", scalars: { Own: "string" }'),
    "schema/schema.graphql": "type Query { other: Int }",
    "api/own.graphql": SDL,
    "two.graphql": `${SDL} scalar Own scalar DateTime scalar Money`,
  });
  const args = ["--from", "two.graphql", "--snapshot", "api/own.graphql", "--format", "json"];
  const { code, stdout } = await pull(project, args);
  const { snapshot, compared, changes, unmappedScalars } = JSON.parse(stdout);
  const coordinates = changes.map(({ coordinate }: { coordinate: string }) => coordinate);
  expect({ code, snapshot, compared, coordinates, unmappedScalars }).toEqual({
    code: 0,
    snapshot: "api/own.graphql",
    compared: true,
    coordinates: ["DateTime", "Money", "Own"],
    unmappedScalars: [{ name: "Money", line: 'scalars: { Money: "string" },' }],
  });
  expect(Object.keys(project.readAll())).toEqual([
    "api/own.graphql",
    "api/provenance.json",
    "codegen.ts",
    "schema/schema.graphql",
    "two.graphql",
  ]);
});

test("reads SDL, introspection JSON, a URL and a git revision", async () => {
  const schema = buildSchema(SDL);
  const introspection = graphqlSync({ schema, source: getIntrospectionQuery() });
  await using server = await serve((request, response) => {
    if (/^\/schema\.(?:GraphQL|graphqls|gql)\?v=1$/.test(request.url ?? "")) response.end(SDL);
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
    const sent = source.includes("://") ? ["--header", "X-B: 1", "--header", "X-A: 1"] : [];
    const { code, stderr } = await pull(project, ["--from", source, ...sent]);
    const { origin, headers } = provenanceOf(project);
    return [code, stderr, project.read("schema/schema.graphql") === SORTED, origin, headers];
  };
  for (const [source, kind, label] of [
    ["schema.json", "file", "schema.json"],
    ["a/schema.graphql", "file", "a/schema.graphql"],
    [`${server.baseUrl.toUpperCase()}/schema.GraphQL?v=1`, "url", `${server.baseUrl}/schema.GraphQL`],
    [`${server.baseUrl}/schema.graphqls?v=1`, "url", `${server.baseUrl}/schema.graphqls`],
    [`${server.baseUrl}/schema.gql?v=1`, "url", `${server.baseUrl}/schema.gql`],
    [`${server.baseUrl}/data.json`, "url", `${server.baseUrl}/data.json`],
    ["git:main", "git", "git:main:schema/schema.graphql".slice(4)],
    ["git:HEAD:a/schema.graphql", "git", "HEAD:a/schema.graphql"],
  ] as const) {
    const headers = kind === "url" ? ["X-A", "X-B"] : [];
    expect(await from(source)).toEqual([0, "", true, { kind, label }, headers]);
  }
});

test("does not follow redirects, and reports the status of a URL", async () => {
  await using elsewhere = await serve((_, response) => response.end(SDL));
  await using server = await serve((request, response) => {
    if (request.url === "/moved.graphql")
      response.writeHead(302, { location: `${elsewhere.baseUrl}/x.graphql` }).end();
    else response.writeHead(Number(request.url?.slice(1, 4)) || 403).end("no");
  });
  using project = createProject();
  const from = (path: string) =>
    pull(project, ["--from", `${server.baseUrl}${path}`, "--header", `X-Key: ${CANARY}`]);
  expect(await from("/moved.graphql")).toEqual(
    failure(`${server.baseUrl}/moved.graphql is a redirect, which is not followed`, "Pass its target URL."),
  );
  expect(await from("/secret.json")).toEqual(
    failure(`${server.baseUrl}/secret.json returned HTTP 403`, "Send credentials with --header."),
  );
  const hints = {
    401: "Send credentials with --header.",
    404: "Check the URL.",
    499: "Check the URL.",
    500: "Try again later.",
  };
  for (const [status, hint] of Object.entries(hints))
    expect(await from(`/${status}.json`)).toEqual(
      failure(`${server.baseUrl}/${status}.json returned HTTP ${status}`, hint),
    );
  expect(await from("/429.json")).toEqual(
    failure(`${server.baseUrl}/429.json limits the rate`, "Wait, then try again."),
  );
  expect(elsewhere.count("/x.graphql")).toBe(0);
});

test("introspects another endpoint with the given headers and without the platform's token", async () => {
  const seen: unknown[] = [];
  const schema = buildSchema(SDL);
  await using server = await serve((request, response) => {
    seen.push([request.method, request.url, request.headers.authorization, request.headers["x-key"]]);
    respond(response, graphqlSync({ schema, source: getIntrospectionQuery({ oneOf: true }) }));
  });
  using project = createProject();
  const headers = ["--header", `X-Key: ${CANARY}`, "--header", "A: 1"];
  const args = ["--from", `${server.baseUrl}/schema.json/query?k=1`, ...headers];
  const { code, stdout, stderr } = await pull(project, args, canaryOf("https://platform.example.com"));
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  // One query for the supported introspection, one for the schema.
  const request = ["POST", "/schema.json/query?k=1", undefined, CANARY];
  expect(seen).toEqual([request, request]);
  expect(stdout + project.read("schema/provenance.json")).not.toContain(CANARY);
  expect(provenanceOf(project)).toEqual({
    origin: { kind: "url", label: `${server.baseUrl}/schema.json/query` },
    taken: expect.any(String),
    how: "introspection",
    edition: expect.any(String),
    headers: ["A", "X-Key"],
    sha256: createHash("sha256").update(project.read("schema/schema.graphql")).digest("hex"),
    validatedBy: expect.stringMatching(/^graphql \d/),
  });
});

test("remarks that the snapshot was captured in another way", async () => {
  using project = createProject({ "one.graphql": SDL });
  await pull(project, ["--from", "one.graphql"]);
  const live = await listen({ schema: SDL });
  const { stdout } = await pull(project, [], { env: live.env });
  expect(stdout.split("\n")[2]).toBe(
    "! The schemas have different sources (SDL; introspection). Some differences can come from the source instead of the platform.",
  );
  expect(provenanceOf(project).how).toBe("introspection");

  const { stdout: again } = await pull(project, ["--header", "X-Preview: on"], { env: live.env });
  expect(again).toContain("! The schemas were read with different headers (none; X-Preview). ");

  project.write({ "schema/schema.graphql": `# edited\n${SORTED}` });
  const { stdout: edited } = await pull(project, [], { env: live.env });
  expect(edited).toContain("! schema/schema.graphql was edited after it was pulled.");
  expect(edited).toContain("written: only its form changed");
});

test("replaces a snapshot that is not a valid schema", async () => {
  using project = createProject({ "one.graphql": SDL, "schema/schema.graphql": "<<<<<<< HEAD\n" });
  const { code, stdout } = await pull(project, ["--from", "one.graphql"]);
  expect(code).toBe(0);
  expect(stdout).toContain(
    '! The old snapshot cannot be compared: schema/schema.graphql:1:1: Syntax Error: Unexpected character: "<".\n',
  );
  expect(project.read("schema/schema.graphql")).toBe(SORTED);
});

test("refuses an address as the snapshot, and writes nothing", async () => {
  using project = createProject({ "one.graphql": SDL });
  const snapshot = "https://user:secret@example.com/schema.graphql";
  const { code, stderr } = await pull(project, ["--from", "one.graphql", "--snapshot", snapshot]);
  expect(code).toBe(3);
  expect(stderr).toContain("--from");
  expect(stderr).not.toContain("secret");
  expect(Object.keys(project.readAll())).toEqual(["one.graphql"]);
});

test("reads and writes all kinds of types, with roots of any name", async () => {
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
  const sorted = lexicographicSortSchema(buildSchema(shapes));
  expect(project.read("schema/schema.graphql")).toBe(`${printSchema(sorted)}\n`);
  // The written schema is equal to the one that was read.
  expect((await pull(project, ["--from", "schema/schema.graphql"])).stdout).toContain(
    "is up to date: 10 types",
  );
});

test("accepts a schema that graphql-js finds invalid, such as GitHub's", async () => {
  const faulty = `type Query implements Named { name: String @deprecated(reason: "no") other: Int }
    interface Named { name: String missing: Int }`;
  using project = createProject({ "faulty.graphql": faulty });
  expect(await pull(project, ["--from", "faulty.graphql"])).toMatchObject({ code: 0, stderr: "" });
});

test("prints the first 40 changes, and writes no secret that is part of a name", async () => {
  const fields = Array.from({ length: 41 }, (_, index) => `f${index}: Int`);
  using project = createProject({
    "one.graphql": "type Query { a: Int }",
    "more.graphql": `type Query { a: Int ${fields.join(" ")} ${CANARY.replace("-", "_")}: Int }`,
  });
  await pull(project, ["--from", "one.graphql"]);
  const env = { PLATFORM_ACCESS_TOKEN: CANARY.replace("-", "_") };
  const { code, stdout } = await pull(project, ["--from", "more.graphql"], { env });
  expect([code, stdout.match(/^\+ Field '[^']+' was added/gm)?.length]).toEqual([0, 40]);
  expect(stdout).toContain("\n  and 2 more: --format json lists all\n");
  expect(project.read("schema/schema.graphql")).toContain("  [redacted]: Int\n");
  expect(provenanceOf(project)).not.toHaveProperty("validatedBy");
});

test("accepts a schema of 2 MB", { tags: ["slow"] }, async () => {
  const types = Array.from(
    { length: 2000 },
    (_, index) => `"${"Text. ".repeat(170)}" type T${index} { id: ID! }\n`,
  );
  using project = createProject({ "big.graphql": `type Query { t: T1 }\n${types.join("")}` });
  expect(project.read("big.graphql").length).toBeGreaterThan(2_000_000);
  const { code, stdout } = await pull(project, ["--from", "big.graphql"]);
  expect([code, stdout.split("\n").at(-2)]).toEqual([0, "✓ schema/schema.graphql written: 2001 types"]);
});

/** Response to the introspection, stderr. */
const FAILURES = [
  [
    "introspection is disabled",
    {
      errors: [
        {
          message: `${CANARY}\r\n::error::injected ##[error]x \u001b[31m`,
          extensions: { code: "FORBIDDEN" },
        },
      ],
    },
    /^error: http:\/\/127\.0\.0\.1:PORT\/api rejected the introspection query\n {2}message of the server: \[redacted\] ::error::injected \\u0023#\[error\]x \\u001b\[31m\nhint: {2}Allow introspection for this token, or read the schema from a file with --from <file>\.\n$/,
  ],
  [
    "the response is partial",
    { data: { Type: null }, errors: [{ message: "half" }] },
    /rejected the introspection query\n/,
  ],
  [
    "types are missing",
    { data: { __schema: { queryType: { name: "Q" }, types: [], directives: [] } } },
    /^error: the introspection of http:\/\/127\.0\.0\.1:PORT\/api is incomplete\nhint: /,
  ],
  [
    "there is no query type",
    { data: { __schema: { queryType: null, types: [], directives: [] } } },
    /^error: the introspection of http:\/\/127\.0\.0\.1:PORT\/api has no query type\nhint: {2}Read the schema from a file /,
  ],
  ["the response is a web page", "<html>", /^error: introspection: .*\nhint: {2}Check PLATFORM_BASE_URL/],
] as const;

test.for(FAILURES)("exits with 3 and keeps the snapshot if %s", async ([, body, message]) => {
  await using server = await answering(body);
  using project = createProject({ "schema/schema.graphql": SORTED, "schema/provenance.json": "{}\n" });
  const { code, stdout, stderr } = await pull(project, ["--format", "json"], canaryOf(server.baseUrl));
  expect(code).toBe(3);
  expect(stderr.replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")).toMatch(message);
  expect(JSON.parse(stdout)).toEqual({
    version: 1,
    error: {
      code: expect.stringMatching(/^[A-Z_]+$/),
      message: expect.any(String),
      hint: expect.any(String),
    },
  });
  expect(stdout + stderr).not.toContain(CANARY);
  expect([project.read("schema/schema.graphql"), project.read("schema/provenance.json")]).toEqual([
    SORTED,
    "{}\n",
  ]);
});

/** Answers of a server: status, body, headers. No answer if it is missing. */
const ANSWERS: Readonly<
  Record<string, readonly [number, unknown, Readonly<Record<string, string>>?] | undefined>
> = {
  "a redirect": [301, "", { location: "/other" }],
  "the last status of redirects": [399, ""],
  "a request that is not valid": [400, { errors: [] }],
  "no login": [401, { errors: [{ message: "no", extensions: { code: "UNAUTHENTICATED" } }] }],
  "no permission": [403, "no"],
  "nothing at this path": [404, "<html>"],
  "a method that is not allowed": [405, ""],
  "an internal error": [500, ""],
  "a limit": [429, "", { "retry-after": "3600" }],
  "an error of the server": [501, ""],
  "a login that is missing, as a GraphQL error": [200, { errors: [{ message: "not logged in" }] }],
  "GraphQL errors": [200, { errors: [{ message: "a" }, { message: "b" }] }],
  "no object": [200, 7],
  "data of another query": [200, { data: { integrations: null } }],
  "no content": [204, ""],
  "a web page": [200, "<html>", { "content-type": "text/html" }],
  "no answer": undefined,
};

/** Name of the server, HTTP status, message. */
const REFUSALS = [
  [
    "Apollo Server",
    400,
    "GraphQL introspection is not allowed by Apollo Server, but the query contained __schema or __type. To enable introspection, pass introspection: true to ApolloServer in production",
  ],
  [
    "GraphQL Yoga",
    200,
    'GraphQL introspection has been disabled, but the requested query contained the field "__schema".',
  ],
  ["Hasura", 200, "field '__schema' not found in type: 'query_root'"],
  ["Hot Chocolate", 400, "Introspection is not allowed for the current request."],
  ["a gateway", 403, "introspection disabled"],
] as const;

test.for(REFUSALS)("quotes the message with which %s refuses introspection", async ([, status, message]) => {
  await using server = await serve((_, response) => {
    response.writeHead(status, { "content-type": "application/json" });
    const messages = [message, `${message} ${CANARY}`, "", message, "y".repeat(301), "A fourth one"];
    response.end(JSON.stringify({ errors: messages.map((text) => ({ message: text })) }));
  });
  using project = createProject();
  const args = ["--from", `${server.baseUrl}/graphql`, "--header", `X-Key: ${CANARY}`];
  const { code, stderr } = await pull(project, args);
  expect(code).toBe(3);
  expect(stderr.split("\n").slice(1)).toEqual([
    `  message of the server: ${message}`,
    `  message of the server: ${message} [redacted]`,
    `  message of the server: ${"y".repeat(300)}…`,
    expect.stringMatching(/^hint: {2}(?:Allow introspection for this token|Send credentials with --header)/),
    "",
  ]);
});

test("says what each answer of a server means", async () => {
  const lines: string[] = [];
  for (const [name, answer] of Object.entries(ANSWERS)) {
    await using server = await serve((request, response) => {
      if (request.url === "/auth/refresh") return respond(response, { access_token: "access-canary-55a1" });
      if (!answer) return;
      const [status, body, headers] = answer;
      const isJson = typeof body !== "string";
      response.writeHead(status, { "content-type": isJson ? "application/json" : "text/plain", ...headers });
      response.end(isJson ? JSON.stringify(body) : body);
    });
    using project = createProject();
    const { baseUrl } = server;
    const schema = ["schema", "pull"];
    const query = ["run", "--query", "{ __typename }"];
    const sources = {
      endpoint: [...schema, "--from", `${baseUrl}/graphql`],
      file: [...schema, "--from", `${baseUrl}/schema.json`, "--header", `X-Key: ${CANARY}`],
    };
    const commands = answer ? { platform: schema, ...sources, run: query } : sources;
    lines.push(`## ${name}\n`);
    for (const [title, args] of Object.entries(commands)) {
      const timeout = answer ? [] : ["--timeout", "50"];
      const options = { cwd: project.folder, ...canaryOf(baseUrl) };
      const { code, stdout, stderr } = await command([...args, ...timeout], options);
      lines.push(`${title}, exit code ${code}`, title === "run" ? steady(stderr) : stdout + steady(stderr));
    }
  }
  const text = lines.join("\n");
  expect(text).not.toContain(CANARY);
  await expect(text).toMatchFileSnapshot("transcripts/remote.txt");
});

test("stops an endless download at the size limit, and cancels it", async () => {
  const chunk = new Uint8Array(1024 * 1024);
  const read = vi.fn((stream: ReadableStreamDefaultController) => stream.enqueue(chunk));
  const cancel = vi.fn();
  const body = new ReadableStream({ pull: read, cancel });
  const spy = vi.spyOn(globalThis, "fetch").mockResolvedValue(new Response(body));
  using project = createProject();
  const finished = await pull(project, ["--from", "https://platform.example.com/schema.graphql"]);
  spy.mockRestore();
  const tooLarge = "the schema at https://platform.example.com/schema.graphql is larger than 64 MiB";
  expect(finished).toEqual(failure(tooLarge, "Read the schema from a file."));
  expect(cancel).toHaveBeenCalledTimes(1);
  expect(read.mock.calls.length).toBeLessThan(70);
});

test("stops an endless download at the size limit, while it is decompressed", {
  tags: ["slow"],
}, async () => {
  // A file can consist of any number of compressed parts.
  const part = gzipSync(Buffer.alloc(1024 * 1024, " "));
  function* repeat() {
    for (;;) yield part;
  }
  await using server = await serve((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" });
    pipeline(Readable.from(repeat()), response, () => {});
  });
  using project = createProject();
  const tooLarge = `the schema at ${server.baseUrl}/schema.graphql is larger than 64 MiB`;
  expect(await pull(project, ["--from", `${server.baseUrl}/schema.graphql`])).toEqual(
    failure(tooLarge, "Read the schema from a file."),
  );
});

test("stops a download on Ctrl-C, and does not call it a timeout", async () => {
  const interruption = new AbortController();
  await using server = await serve(() => interruption.abort(130));
  using project = createProject();
  const args = ["schema", "pull", "--from", `${server.baseUrl}/schema.graphql`];
  const { code, stdout, stderr } = await command(args, {
    cwd: project.folder,
    interruption: interruption.signal,
  });
  expect({ code, stdout, stderr }).toEqual({ code: 130, stdout: "", stderr: "" });
});

test("does not print the content of a remote file", async () => {
  await using server = await serve((request, response) =>
    response.end(
      request.url === "/a.json" ? `{"data": {"${CANARY}": 1}}` : `type Query { ${CANARY}::error:: }`,
    ),
  );
  using project = createProject();
  for (const [path, message] of [
    ["/a.json", " is not a complete introspection: export it with getIntrospectionQuery()\n"],
    ["/a.graphql", ":1:22: this is not a GraphQL schema\n"],
  ] as const) {
    const { code, stdout, stderr } = await pull(project, ["--from", `${server.baseUrl}${path}`]);
    expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
    expect(stderr).toContain(`error: ${server.baseUrl}${path}${message}`);
    expect(stderr).not.toContain(CANARY);
  }
});

test("finds no change between a live schema and its pulled snapshot", async () => {
  const schema = `
    scalar Date @specifiedBy(url: "https://example.com/date")
    input Key @oneOf { id: ID, name: String @deprecated(reason: "Use id.") }
    enum Status { OPEN, OLD @deprecated }
    type Query { days(by: Key, old: Int @deprecated): [Date!]! @deprecated, status: Status }`;
  const { env } = await listen({ schema });
  using project = createProject({ "operations/a.graphql": "query A { status }" });
  expect((await pull(project, [], { env })).code).toBe(0);
  const check = ["schema", "check", "--fail-on", "affected", "--format", "json"];
  const { code, stdout } = await command(check, { cwd: project.folder, env });
  const { changes }: Report = JSON.parse(stdout);
  expect({ code, changes }).toEqual({ code: 0, changes: [] });
});

/** Options, stderr. */
const ERRORS = [
  [["--from", "nope.graphql"], 'error: --from: cannot read "nope.graphql": no such file or folder\n'],
  [["--from", "git:nope"], 'error: --from: "nope" is not a git revision\n'],
  [["--from", "git:HEAD:nope.graphql"], 'error: --from: "HEAD:nope.graphql" does not exist\n'],
  [["--from", "broken.graphql"], "error: broken.graphql:2:1: Syntax Error: Expected Name, found <EOF>\n"],
  [["--from", "unknown.graphql"], 'error: unknown.graphql:1:17: Unknown type "Nope"\n'],
  [["--from", "roots.json"], "error: roots.json: the schema has no query type\n"],
  [["--from", "empty.graphql"], "error: empty.graphql is empty\n"],
  [
    ["--from", "schema/schema.graphql", "--snapshot", "schema.json"],
    'error: "schema.json" is JSON, and a snapshot is SDL\n',
  ],
  [
    ["--from", `ftp://user:${CANARY}@example.com/`],
    "error: --from: a schema is not read from ftp://\nhint:  Use https://. Check the path, ",
  ],
  [["--from", "http://"], "error: --from: invalid URL\n"],
  // A port that fetch sends no request to.
  [
    ["--from", `http://127.0.0.1:1/graphql?key=${CANARY}`],
    "error: cannot connect to http://127.0.0.1:1/graphql (bad port)\nhint:  Check the URL and the network.\n",
  ],
  [
    ["--from", `http://127.0.0.1:1/a.graphql?key=${CANARY}`],
    "error: cannot connect to http://127.0.0.1:1/a.graphql (bad port)\nhint:  Check the URL and the network.\n",
  ],
  [
    ["--from", "http://example.com/", "--header", `X-Key: ${CANARY}`],
    "error: --from: headers are not sent to example.com without encryption\n",
  ],
  [
    ["--from", "https://0.0.0.0:1/a.graphql", "--header", `X-Key: ${CANARY}`],
    "error: cannot connect to https://0.0.0.0:1/a.graphql (bad port)\n",
  ],
  [
    ["--from", "http://0.0.0.0:1/a.graphql"],
    "error: cannot connect to http://0.0.0.0:1/a.graphql (bad port)\n",
  ],
  ...[CANARY, `:${CANARY}`].map(
    (credentials) =>
      [
        ["--from", `https://${credentials}@127.0.0.1:1/a.graphql`],
        "error: --from: the URL of 127.0.0.1:1 contains credentials\n",
      ] as const,
  ),
  [["--header", `Authorization: ${CANARY}`], "error: introspection: "],
] as const;

const errorsProject = createRepository({
  "schema/schema.graphql": SORTED,
  "broken.graphql": "type Query { a: \n",
  "unknown.graphql": "type Query { a: Nope }",
  "roots.json": '{"__schema": {"queryType": null, "types": [], "directives": []}}',
  "empty.graphql": "\n",
});
afterAll(() => errorsProject[Symbol.dispose]());

test.for(ERRORS)("rejects %j and writes nothing", async ([args, message]) => {
  const { code, stdout, stderr } = await pull(errorsProject, args, canaryOf("https://platform.example.com"));
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain(message);
  expect(stderr).not.toContain(CANARY);
  expect(errorsProject.git("status", "--short")).toBe("");
});
