/**
 * Text of a server, a schema, a repository and the command line in the output and the files of every command:
 * it stays text.
 */

import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { reportFormats } from "@integration-platform/graphql-compiler/internal/reports/formats";
import fc from "fast-check";
import { buildSchema, type GraphQLSchema, graphql } from "graphql";
import { expect, test } from "vitest";
import {
  foreignTexts,
  OWN_COMMAND,
  PIECES,
  quoteGraphql,
  UNSEEN,
  WORKFLOW_COMMAND,
} from "../../../test/support/foreign.ts";
import { SAMPLES } from "../../../test/support/random.ts";
import { expectPrinted, withoutStyles } from "../../../test/support/screen.ts";
import { respond, serve } from "../../../test/support/server.ts";
import { background, COMMANDS, command, type Finished } from "./support/command.ts";
import { createProject, createRepository, type Project, renderConfig } from "./support/project.ts";

/** A GraphQL block string can contain most of the text as it is. */
const describeAs = (text: string) =>
  `"""\n${text.replaceAll('"""', "").replaceAll(/(?!\n)\p{Cc}|\p{Cs}|\\/gu, " ")}x\n"""`;

const createSdl = (text: string) => `
${describeAs(text)}
type Query {
  ${quoteGraphql(text)}
  things(named: String = ${quoteGraphql(text)}): [Thing!]! @deprecated(reason: ${quoteGraphql(text)})
  fail: String
}
type Thing { id: ID! name: String! @deprecated(reason: ${quoteGraphql(text)}) config: JSON }
type Mutation { change(id: ID!): Payload! }
type Payload { thing: Thing errors: [PayloadError!]! }
type PayloadError { field: String messages: [String!]! }
${quoteGraphql(text)}
scalar JSON
scalar Other @specifiedBy(url: ${quoteGraphql(text)})
`;

/** A name of a file, at most 255 bytes long. */
const toFileName = (text: string) => `a${text.replaceAll(/\/|\0|\p{Cs}/gu, "").slice(0, 60)}`;
/** Arguments and variables of a process end at NUL. */
const toArgument = (text: string) => text.replaceAll("\u0000", "");

function createFiles(text: string): Record<string, string> {
  const sdl = createSdl(text);
  const file = toFileName(text);
  const next = sdl.replace("fail: String", "fail: Int").replace("config: JSON", "title: String");
  const options = 'schema: "schema/schema.graphql", documents: "operations", output: "generated"';
  const json = (value: unknown) => JSON.stringify(value);
  return {
    "package.json": json({ type: "module", name: text, workspaces: ["apps/*"] }),
    "schema/schema.graphql": sdl,
    "next.graphql": next,
    [`${file}.graphql`]: `${next}\n type ${json(text)}`,
    "operations/all.graphql": `
      # ${text.replaceAll(/[\p{Cc}\p{Cs}]/gu, " ")}
      query Things { things(named: ${quoteGraphql(text)}) { id name config } }
      query Fail { fail }
      mutation Change { change(id: 1) { thing { id } errors { field messages } } }`,
    [`more/${file}.graphql`]: "query More { fail }",
    [`src/${file}.ts`]: "export const name = ThingsDocument.name;",
    [`wrong/${file}.graphql`]: `query Wrong { nothing(of: ${quoteGraphql(text)}) }`,
    [`broken/${file}.graphql`]: `query Broken { ${text}`,
    "codegen.ts": renderConfig(options),
    "throws.ts": `throw new Error(${json(text)});`,
    "named.ts": `const error = new Error("x"); error.name = ${json(text)}; throw error;`,
    "rules.config.ts": renderConfig(`${options}, rules: "wrong.rules.ts"`),
    "wrong.rules.ts": `export const rules = { [${json(text)}]: {}, Query: { [${json(text)}]: () => 1 } };`,
    "other.config.ts": renderConfig(
      `schema: "schema/schema.graphql", documents: ${json(`wrong/${file}.graphql`)}, output: "other"`,
    ),
    "init.config.ts": renderConfig(
      `schema: ${json(`${file}.graphql`)}, documents: ${json(`more/${file}.graphql`)}, output: "other"`,
    ),
    "accepted.json": json([{ coordinate: "Query.fail", reason: `${text}.`, expires: "2099-01-01" }]),
    "wrong.json": json([{ coordinate: text, [text]: text }]),
    "data.json": json({ Thing: [{ name: text, [text]: text }] }),
    "event.json": json({
      action: "labeled",
      label: { name: "ok" },
      sender: { login: text },
      pull_request: { labels: [{ name: "ok" }] },
    }),
    "apps/a/package.json": json({ name: text, dependencies: { [text]: "*" } }),
    [`apps/a/${file}.ts`]: `import * as api from ${json(text)}; ThingsDocument`,
  };
}

/** Sends the text in data, member names, messages, paths, codes, headers and the claims of the token. */
async function serveText(text: string, schema: GraphQLSchema) {
  // Node.js accepts at most 16 kB of headers.
  const claims = Buffer.from(JSON.stringify({ tenant_id: text.slice(0, 1_000), exp: 4e9 })).toString(
    "base64url",
  );
  const thing = { id: text, name: text, config: { [text]: [text], nested: { [text]: null } } };
  const rootValue = {
    things: [thing, { ...thing, name: "—" }],
    change: { thing, errors: [{ field: text, messages: [text, "b"] }] },
    fail: () => {
      throw Object.assign(new Error(text), { extensions: { code: text, [text]: text } });
    },
  };
  const wrong = { errors: [{ message: text, path: [text, 1], extensions: { code: text } }] };
  return serve((request, response, _, body) => {
    if (request.url === "/auth/refresh")
      return respond(response, { access_token: `e30.${claims}.x`, refresh_token: "next-refresh-token-1" });
    if (request.url === "/page") return response.writeHead(418, { "content-type": "text/html" }).end(text);
    if (request.url === "/wrong") return respond(response, { data: { __schema: { types: text } }, ...wrong });
    const query: unknown = body.startsWith("{") ? JSON.parse(body).query : "";
    void graphql({ schema, source: String(query), rootValue }).then((result) => respond(response, result));
  });
}

type Call = readonly [args: readonly string[], env?: Readonly<Record<string, string>>];

/**
 * Each command with the text in each place from which it can come.
 *
 * @param baseUrl - Of the server that sends it.
 */
function listCalls(text: string, baseUrl: string): Call[] {
  const value = toArgument(text);
  const file = toFileName(text);
  const formats = (...args: string[]): Call[] =>
    ["json", "text"].map((format) => [[...args, "--format", format]]);
  const tables = (...args: string[]): Call[] =>
    ["json", "table"].map((format) => [[...args, "--format", format]]);
  const summary = { GITHUB_STEP_SUMMARY: "summary.md", GITHUB_OUTPUT: "output.txt" };
  const event = { GITHUB_EVENT_PATH: "event.json", GITHUB_ACTIONS: "true", ...summary };
  return [
    ...tables("run", "Things"),
    ...tables("run", "Fail"),
    ...tables("run", "Change"),
    ...tables("run", value),
    ...tables("run", "--query", value),
    [["run", "--query", `{ things(named: ${quoteGraphql(text)}) { name } }`]],
    ...tables("run", "Things", "--variables", value),
    ...tables("run", "Things", "--variables", JSON.stringify({ [value]: value })),
    [["run", "Things", "--operations", value]],
    [["run", "Things", "--operations", `broken/${file}.graphql`]],
    [["run", "Things", "--schema", `${file}.graphql`]],
    [["run", "Things", "--config", "throws.ts"]],
    [["run", "Things", "--config", value]],
    [["run", "Things", "--dotenv", value]],
    [["run", "Things"], { PLATFORM_TENANT_ID: value }],
    [["run", "Things"], { PLATFORM_BASE_URL: value }],
    [["run", "Things"], { PLATFORM_BASE_URL: `${baseUrl}/page` }],
    [["run", "Things", "--env-prefix", value]],
    [["token"]],
    [["token", "--format", "json"]],
    ...tables("doctor"),
    [["doctor", "--config", "throws.ts"]],
    [["doctor", "--config", "other.config.ts"]],
    ...formats("schema", "pull", "--snapshot", `pulled/${file}.graphql`),
    [["schema", "pull", "--from", value]],
    [["schema", "pull", "--from", `${file}.graphql`]],
    [["schema", "pull", "--from", `${baseUrl}/wrong`]],
    [["schema", "pull", "--from", `${baseUrl}/page`]],
    ...reportFormats.map(
      (format): Call => [
        [
          "schema",
          "check",
          "--against",
          "next.graphql",
          "--format",
          format,
          "--accept",
          "accepted.json",
          "--verbose",
        ],
        format === "github" ? summary : {},
      ],
    ),
    [
      [
        "schema",
        "check",
        "--against",
        "live",
        "--output",
        "a.md",
        "--output",
        "a.html",
        "--output",
        "a.xml",
        "--output",
        "a.json",
      ],
    ],
    [["schema", "check", "--against", "next.graphql", "--consumers"]],
    [["schema", "check", "--against", "next.graphql", "--accept", "wrong.json"]],
    [["schema", "check", "--against", "next.graphql", "--operations", "more", "wrong"]],
    [["schema", "check", "--against", "next.graphql", "--output", value]],
    [["schema", "check", "--base", value, "--format", "github"]],
    ...formats("schema", "uses", "Query.things", "--importers", "."),
    [["schema", "uses", value]],
    [["add", value]],
    [["add", "things", "--name", value]],
    [["add", "things", "--operations", `new/${file}`]],
    ...formats("rules"),
    [["rules", "--check"]],
    [["rules", "--config", "rules.config.ts"]],
    [["codegen", "--config", "other.config.ts"]],
    [["codegen", "--config", "throws.ts"]],
    [["codegen", "--config", "named.ts"]],
    [["serve", "--scenario", value]],
    [["serve", "--data", "data.json"]],
    [["serve", "--schema", `${file}.graphql`]],
    [["serve", "--config", "rules.config.ts"]],
    [
      [
        "ci",
        `--base=${value}`,
        "--output",
        "ci.md",
        "--output",
        "ci.html",
        "--output",
        "ci.xml",
        "--output",
        "ci.json",
      ],
      event,
    ],
    [["ci", "--base=HEAD^", "--accept-label", "ok"], event],
    // After `ci`, which would run the script that it adds: the script of `createTypes` is enough.
    [["init", "--from", value]],
    [["init", "--config", "init.config.ts"]],
    [[value]],
    [["run", `--${value}`]],
  ];
}

/** Runs a command. `serve` ends as soon as it has started. */
async function runCall(
  [args, env = {}]: Call,
  project: Project,
  environment: Record<string, string>,
  columns?: number,
): Promise<Finished> {
  const options = {
    cwd: project.folder,
    env: { ...environment, TERM: "dumb", ...env },
    ...(columns && { columns }),
  };
  if (args[0] !== "serve") return command(args, options);
  const running = background(args, options);
  await Promise.race([running.printed("stop with Ctrl-C").catch(() => {}), running.finished]);
  running.interrupt();
  return running.finished;
}

async function expectText(output: string, args: readonly string[]): Promise<void> {
  const shown = withoutStyles(output);
  expect([args, shown.match(UNSEEN)?.[0]]).toEqual([args, undefined]);
  const others = shown.replaceAll(OWN_COMMAND, "");
  expect([args, others.match(WORKFLOW_COMMAND)?.[0]]).toEqual([args, undefined]);
  await expectPrinted(output);
}

/**
 * What the commands wrote: git shows a diff of each file, and the diff has no character that a reader does
 * not see.
 */
function expectDiffs(project: Project): void {
  project.git("add", "--all");
  const files = project.git("diff", "--cached", "--numstat", "-z").split("\0").filter(Boolean);
  expect(files.filter((line) => line.startsWith("-\t-\t"))).toEqual([]);
  const changed = project.git("diff", "--cached", "--name-only", "-z").split("\0").filter(Boolean);
  for (const name of changed) {
    const text = readFileSync(join(project.folder, name), "utf8");
    expect([name, text.match(UNSEEN)?.[0]]).toEqual([name, undefined]);
    if (name.endsWith(".json")) JSON.parse(text);
  }
}

/** A script for `ci`, whose output is not ours. */
const createTypes = (text: string) => ({
  "package.json": JSON.stringify({ type: "module", name: text, scripts: { types: "node types.js" } }),
  "types.js": `for (const stream of [process.stdout, process.stderr]) stream.write(${JSON.stringify(text)}); process.exitCode = 1;`,
});

interface Trial {
  /** Further files. */
  readonly files?: Readonly<Record<string, string>>;
  /** Which of three parts of the calls run. @default all of them */
  readonly part?: number;
}

/**
 * Runs all commands with a text, for a terminal and for a pipe.
 *
 * @returns the outputs by the name of the command.
 */
async function tryText(text: string, { files, part }: Trial = {}): Promise<ReadonlyMap<string, string>> {
  using project = createRepository({ ...createFiles(text), ...files });
  // `ci` compares it with the first commit.
  project.git("commit", "--quiet", "--allow-empty", "--message", "Second");
  await using platform = await serveText(text, buildSchema(createSdl(text)));
  const environment = {
    PLATFORM_BASE_URL: platform.baseUrl,
    PLATFORM_REFRESH_TOKEN: "refresh-token-1",
  };
  const outputs = new Map<string, string>();
  for (const [index, call] of listCalls(text, platform.baseUrl).entries()) {
    if (part !== undefined && index % 3 !== part) continue;
    const [args] = call;
    const columns = index % 2 === 0 ? 100 : undefined;
    const { stdout, stderr } = await runCall(call, project, environment, columns);
    for (const output of [stdout, stderr]) await expectText(output, args);
    if (args.includes("json") && stdout !== "") JSON.parse(stdout);
    const name = nameOf(args);
    outputs.set(name, `${outputs.get(name) ?? ""}${stdout}${stderr}`);
  }
  // Texts of the server are in what these commands wrote.
  const written = `pulled/${toFileName(text)}.graphql`;
  if (part === undefined)
    expect([written, existsSync(join(project.folder, written))]).toEqual([written, true]);
  expectDiffs(project);
  return outputs;
}

const nameOf = ([first = "", second = ""]: readonly string[]) =>
  first === "schema" ? `schema ${second}` : first;

test("every command prints text of others, which does nothing to a terminal, a log of CI or a diff", async () => {
  const escapes = "\u001b[31m::error::x\u001b]0;t\u0007\n::add-mask::x\u009b2J\u202e\u2028*/";
  const outputs = await tryText(escapes);
  const printing = COMMANDS.filter((name) => outputs.get(name)?.includes("\\u001b"));
  expect(printing).toEqual(COMMANDS);
});

test("a path that no file can have is an error with its reason", async () => {
  using project = createProject(createFiles("word"));
  const long = `${"x".repeat(5_000)}.graphql`;
  for (const args of [
    ["run", "Things", "--operations", long],
    ["run", "Things", "--schema", long],
    ["run", "Things", "--config", long],
    ["schema", "pull", "--from", long],
    ["schema", "uses", "Query.fail", "--importers", long],
    ["schema", "check", "--base", long],
    ["schema", "check", "--against", "next.graphql", "--output", long],
  ]) {
    const { code, stderr } = await project.run(...args);
    expect([args[0], code, stderr.startsWith("error: ")]).toEqual([args[0], 3, true]);
  }
});

test("commands reach their streams through one file, which accepts escaped text alone", () => {
  const folder = join(import.meta.dirname, "../src");
  const files = globSync("**/*.ts", { cwd: folder }).map(
    (name) => [name, readFileSync(join(folder, name), "utf8")] as const,
  );
  const find = (pattern: RegExp) =>
    files.flatMap(([name, text]) => (pattern.test(text) ? [name] : [])).sort();
  expect(find(/\bconsole\.|process\.(?:stdout|stderr)|\bstream\.write\(|std(?:out|err)\.write\(/)).toEqual([
    "host/terminal/output.ts",
    "main.ts",
  ]);
  // A report, the help, and the commands of GitHub have escaped what is not theirs.
  expect(find(/\.printRendered\(/)).toEqual([
    "commands/ci/ci.ts",
    "commands/program.ts",
    "commands/schema/write-reports.ts",
  ]);
});

/** Several pieces in one text, because each text runs all commands. */
const JOINED = Array.from({ length: Math.ceil(PIECES.length / 8) }, (_, nth) =>
  PIECES.slice(nth * 8, nth * 8 + 8).join(""),
);

test.for(JOINED.map((text, nth) => [nth, text] as const))(
  "every command prints the pieces of the group %i as text",
  { tags: ["slow"] },
  async ([, text]) => {
    await tryText(text, { files: createTypes(text) });
  },
);

test.for(fc.sample(foreignTexts, { numRuns: SAMPLES, seed: 1 }).map((text, nth) => [nth, text] as const))(
  "every command prints the random text %i as text",
  { tags: ["slow"] },
  async ([, text]) => void (await tryText(text)),
);

/** An escaped character takes six. In parts, because this takes long. */
const LONG = ["`".repeat(100_000), ":".repeat(100_000), " ".repeat(100_000), "\u001b".repeat(17_000)].flatMap(
  (text) => [0, 1, 2].map((part) => [text.charCodeAt(0), part, text] as const),
);

test.for(LONG)(
  "every command prints 100 kB of the character %i as text: part %i",
  { tags: ["slow"] },
  async ([, part, text]) => void (await tryText(text, { part })),
);
