/**
 * No command prints or writes a secret, in any format: against a platform that quotes all tokens wherever it
 * can.
 */

import { join } from "node:path";
import { reportFormats } from "@integration-platform/graphql-compiler/internal/reports/formats";
import { buildSchema, graphql } from "graphql";
import { expect, test } from "vitest";
import { respond, serve } from "../../../test/support/server.ts";
import { background, COMMANDS, type CommandOptions, command, type Finished } from "./support/command.ts";
import { createProject, createRepository, type Project, renderConfig } from "./support/project.ts";

const REFRESH = "refreshCanary_7Q2xV9bT4mK8sL1p";
/** Longer than a column of a table. */
const ACCESS = `accessCanary_3Zc8Wn5Yr1Hd6Jf0${"k7P".repeat(20)}`;
const ROTATED = "rotatedCanary_5Gk2Pv7Xs4Mb9Ae3";
const OTHER = "otherCanary_8Lt1Ru6Qz3Ny5Co7";
/** Secrets that only their form reveals. */
const FORMS = [
  "ghp_Canary7Q2xV9bT4mK8sL1pZc8Wn5Yr1Hd6Jf0",
  "sk_live_Canary7Q2xV9bT4mK8sL1p",
  "AKIACANARY7Q2X9B4M8S",
  "xoxb-123456789012-Canary7Q2xV9b",
  "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJDYW5hcnkifQ.Canary7Q2xV9bT4mK8",
  "glpat-Canary7Q2xV9bT4mK8sL",
];
const QUOTED = [REFRESH, ACCESS, ROTATED, ...FORMS];
const SECRETS = [...QUOTED, OTHER];

const createSdl = (quoted: string) => `
"Quotes ${quoted}"
type Query { things: [Thing!]! fail: String other(id: ID): String @deprecated(reason: "${quoted}") }
type Thing { id: ID! name: String! config: JSON }
type Mutation { change(id: ID!): Payload! }
type Payload { thing: Thing errors: [PayloadError!]! }
type PayloadError { field: String messages: [String!]! }
scalar JSON
`;
/** The tokens of a run are known only during it. */
const SDL = createSdl([REFRESH, OTHER, ...FORMS].join(" "));
const OPERATIONS = `
query Things { things { id name config } }
query Ids { things { id } }
query Fail { fail other }
mutation Change { change(id: 1) { thing { id } errors { field messages } } }
`;
const FILES = {
  "schema/schema.graphql": SDL,
  "next.graphql": SDL.replace("fail: String", "fail: Int").replace("Quotes", "Names"),
  "operations/all.graphql": OPERATIONS,
  "codegen.ts": renderConfig('schema: "schema/schema.graphql", documents: "operations", output: "generated"'),
  "package.json": '{ "type": "module" }',
};

const quote = QUOTED.join(" ");
const THING = {
  id: ACCESS,
  name: quote,
  config: Object.fromEntries(QUOTED.map((token) => [token, [token]])),
};
const ROOT = {
  things: [THING, { ...THING, id: `${REFRESH}/${"x".repeat(80)}` }],
  change: { thing: THING, errors: [{ field: ACCESS, messages: [quote] }] },
  other: quote,
  fail: () => {
    throw Object.assign(new Error(quote), { extensions: { code: ACCESS, trace: quote } });
  },
};

/** Issues tokens, and quotes them in data, member names, messages, paths, codes and headers. */
async function quoting() {
  const schema = buildSchema(createSdl(`${REFRESH} ${ACCESS}`));
  return serve((request, response, _, body) => {
    response.setHeader("x-quoted", ACCESS);
    if (request.url === "/auth/refresh")
      return respond(response, { access_token: ACCESS, refresh_token: ROTATED });
    if (request.url !== "/api") return respond(response, { error: quote }, 418);
    const source = /^\{"query":/.test(body) ? String(JSON.parse(body).query) : quote;
    void graphql({ schema, source, rootValue: ROOT }).then((result) => respond(response, result));
  });
}

/** Runs a command, and returns its output and the text of all files that it wrote. */
async function scan(project: Project, args: readonly string[], options: CommandOptions): Promise<string> {
  const { stdout, stderr } = await command(args, { cwd: project.folder, ...options });
  const written = Object.entries(project.readAll()).filter(([file]) => !Object.hasOwn(FILES, file));
  return [stdout, stderr, ...written.flat()].join("\n");
}

/** A part of a secret is one too. */
const findLeaks = (text: string) => SECRETS.filter((secret) => text.includes(secret.slice(0, 20)));

const environment = (baseUrl: string) => ({
  PLATFORM_BASE_URL: baseUrl,
  PLATFORM_REFRESH_TOKEN: REFRESH,
  REGISTRY_TOKEN: OTHER,
});

/** Each command in each of its formats. */
const CALLS = [
  ...["table", "json"].flatMap((format) => [
    ["run", "Things", "--format", format],
    ["run", "Ids", "--format", format],
    ["run", "Fail", "--format", format],
    ["run", "Change", "--format", format],
    ["doctor", "--format", format],
    ["doctor", "--contract", "--format", format],
  ]),
  ...["text", "json"].flatMap((format) => [
    ["schema", "pull", "--snapshot", "pulled/schema.graphql", "--format", format],
    ["schema", "uses", "Query.other", "--format", format],
  ]),
  ...reportFormats.map((format) => [
    "schema",
    "check",
    "--against",
    "next.graphql",
    "--format",
    format,
    "--verbose",
    "--output",
    "report.html",
    "--output",
    "report.md",
    "--output",
    "report.json",
  ]),
  ["schema", "check", "--against", "live"],
  ["add", "things"],
  ["codegen", "--check"],
];

const nameOf = ([name = "", subcommand]: readonly string[]) =>
  name === "schema" ? `${name} ${subcommand}` : name;
const isFirst = (args: readonly string[], index: number) =>
  CALLS.findIndex((call) => nameOf(call) === nameOf(args)) === index;
const FIRST = CALLS.filter(isFirst);
const OTHERS = CALLS.filter((args) => !FIRST.includes(args));

async function expectNoSecret(args: readonly string[]): Promise<void> {
  await using platform = await quoting();
  for (const columns of [undefined, 40]) {
    using project = createProject(FILES);
    const text = await scan(project, args, {
      env: environment(platform.baseUrl),
      ...(columns && { columns }),
    });
    expect(text.length).toBeGreaterThan(10);
    expect(findLeaks(text)).toEqual([]);
  }
}

const joinArgs = (args: readonly string[]) => args.join(" ");
test.for(FIRST.map(joinArgs))("%s shows no secret", (line) => expectNoSecret(line.split(" ")));
test.for(OTHERS.map(joinArgs))("%s shows no secret", { tags: ["slow"] }, (line) =>
  expectNoSecret(line.split(" ")),
);

test.for([
  ["schema", "check", "--against", "next.graphql", "--format", "github"],
  [
    "ci",
    `--base=${OTHER}`,
    ...["txt", "json", "md", "html", "xml"].flatMap((name) => ["--output", `report.${name}`]),
  ],
])("the summary of a job and all reports show no secret: %j", async (args) => {
  using project = createRepository(FILES);
  const env = {
    REGISTRY_TOKEN: OTHER,
    PLATFORM_REFRESH_TOKEN: REFRESH,
    GITHUB_ACTIONS: "true",
    GITHUB_STEP_SUMMARY: join(project.folder, "summary.md"),
  };
  expect(findLeaks(await scan(project, args, { env }))).toEqual([]);
  expect(project.read("summary.md")).toContain("[redacted]");
});

/** Options and arguments with a value, from the help of each command. */
async function listValues(...names: readonly string[]): Promise<(readonly string[])[]> {
  const { stdout } = await command([...names, "--help"]);
  const options = [...stdout.matchAll(/^ {2}(?:-\w, )?(--[\w-]+)[ =[]/gm)].map(([, option = ""]) => [option]);
  return [[], ...options.filter(([option]) => option !== "--help")].map((option) => [...names, ...option]);
}

test.for(COMMANDS)("%s shows no credential that is passed as a value", { tags: ["slow"] }, async (name) => {
  const names = name.split(" ");
  await using platform = await quoting();
  const env = environment(platform.baseUrl);
  for (const args of await listValues(...names)) {
    for (const value of [REFRESH, OTHER, `https://me:${OTHER}@host/${REFRESH}`, `${REFRESH}.graphql`]) {
      using project = createProject(FILES);
      const running = background([...args, value], { cwd: project.folder, env });
      // `serve` and `codegen --watch` end only if they are interrupted.
      const timer = setTimeout(() => running.interrupt(), 1_000);
      const { stdout, stderr }: Finished = await running.finished;
      clearTimeout(timer);
      expect([args, findLeaks(stdout + stderr)]).toEqual([args, []]);
    }
  }
});

test("only the command token prints a token, and only on stdout", async () => {
  await using platform = await quoting();
  for (const format of ["text", "json"]) {
    const { code, stdout, stderr } = await command(["token", "--format", format], {
      env: environment(platform.baseUrl),
      columns: 80,
    });
    expect({ code, printed: findLeaks(stdout), leaks: findLeaks(stderr) }).toEqual({
      code: 0,
      printed: [ACCESS],
      leaks: [],
    });
  }
});

test("credentials of --dotenv are masked as well", async () => {
  await using platform = await quoting();
  using project = createProject({
    ...FILES,
    ".env": `PLATFORM_REFRESH_TOKEN=${REFRESH}\nREGISTRY_TOKEN=${OTHER}\n`,
  });
  const env = { PLATFORM_BASE_URL: platform.baseUrl };
  const { code, stdout, stderr } = await command(["run", "Things", "--dotenv", ".env"], {
    cwd: project.folder,
    env,
  });
  expect([code, findLeaks(stdout + stderr)]).toEqual([0, []]);
  const wrong = await command(["run", OTHER, "--dotenv", ".env"], { cwd: project.folder, env });
  expect([wrong.code, findLeaks(wrong.stdout + wrong.stderr)]).toEqual([3, []]);
});
