/** Which tool detects which change of a server: each cell of the table in docs/contract-tests.md. */
// @module-tag slow

import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import {
  type Client,
  createClient,
  isOperationError,
  refreshToken,
  responseValidation,
  type TypedDocumentString,
} from "@integration-platform/graphql";
import { contractCases, createPlatform } from "@integration-platform/graphql-testing";
import { afterAll, expect, test } from "vitest";
import { command } from "./support/command.ts";
import { createProject, type Project, renderConfig, useProject } from "./support/project.ts";
import {
  CONSUMER,
  changeSchema,
  changes,
  OPERATIONS,
  SCHEMA,
  type ServerChange,
  startServer,
} from "./support/server-changes.ts";

type Document = TypedDocumentString<Readonly<Record<string, unknown>>, object>;
type Env = Readonly<Record<string, string>>;

const FILES = {
  "package.json": '{ "type": "module" }',
  "codegen.ts": renderConfig(
    'documents: "operations", output: "generated", schema: "schema/schema.graphql", shapes: true, importExtension: ".ts"',
  ),
  "schema/schema.graphql": SCHEMA,
  "operations/all.graphql": OPERATIONS,
  "consumer.ts": CONSUMER,
};
const UNCHANGED: ServerChange = { title: "" };

/** The project before each change, with its generated code. */
const before = createProject(FILES);
afterAll(() => before[Symbol.dispose]());
const generated = await before.run("codegen");
if (generated.code !== 0) throw new Error(generated.stderr);
const file = pathToFileURL(join(before.folder, "generated/operations.ts")).href;
const {
  ListTicketsDocument,
  GetTicketDocument,
  SearchDocument,
  OpenTicketDocument,
}: Record<string, Document> = await import(file);
const documents = [
  ListTicketsDocument,
  GetTicketDocument,
  SearchDocument,
  OpenTicketDocument,
] as readonly Document[];

const [LIST, GET, SEARCH, OPEN] = documents as [Document, Document, Document, Document];
const NEW = { title: "New", priority: 1, state: "CLOSED" };

/** Calls of the application. The second page depends on the first one. */
async function callAll(client: Client): Promise<(readonly [code: string, result: unknown])[]> {
  const run = async (document: Document, variables: object): Promise<readonly [string, unknown]> =>
    client.execute(document, variables).then(
      (data) => ["", data],
      (error: unknown) => {
        if (!isOperationError(error)) throw error;
        return [error.code, undefined];
      },
    );
  const first = await run(LIST, { first: 2 });
  const after = /"endCursor":"(.*?)"/.exec(JSON.stringify(first[1]) ?? "")?.[1] ?? null;
  return [
    first,
    await run(LIST, { first: 2, after }),
    await run(LIST, {}),
    await run(LIST, { filter: { titleContains: "a" } }),
    await run(LIST, { filter: { state: "CLOSED" } }),
    await run(GET, { id: "1" }),
    await run(SEARCH, { text: "a" }),
    await run(SEARCH, { text: "a", limit: 10 }),
    await run(OPEN, { input: NEW }),
  ];
}

const connect = (env: Env, validate?: ReturnType<typeof responseValidation>): Client =>
  createClient({
    baseUrl: env.PLATFORM_BASE_URL ?? "",
    auth: refreshToken({ refreshToken: env.PLATFORM_REFRESH_TOKEN ?? "" }),
    ...(validate && { validate }),
  });

async function checkSchema({ folder: cwd }: Project, env: Env): Promise<string> {
  const { code } = await command(["schema", "check", "--fail-on", "affected", "deprecated"], { cwd, env });
  return { 0: "", 1: "✓", 2: "reports", 3: "cannot run" }[Number(code)] ?? "";
}

/** The files are then those of the new schema. */
async function generate({ folder: cwd }: Project, env: Env): Promise<string> {
  const pulled = await command(["schema", "pull"], { cwd, env });
  if (pulled.code !== 0) return "pull fails";
  const { code } = await command(["codegen"], { cwd, env });
  return code === 0 ? "" : "✓";
}

/** The documents of the old code, on a platform with the new schema. */
async function testContract(change: ServerChange, nulls: "never" | "always"): Promise<boolean> {
  const platform = createPlatform({ schema: changeSchema(change), nulls });
  const client = createClient({
    baseUrl: platform.baseUrl,
    auth: refreshToken({ refreshToken: platform.refreshToken }),
    fetch: async (url, init) => platform.fetch(new Request(url, init)),
    validate: responseValidation(),
  });
  for (const { document, variables } of contractCases(SCHEMA, documents)) {
    try {
      platform.answer(document.text);
      await client.execute(document, variables ?? {});
    } catch {
      return true;
    }
  }
  return false;
}

async function validateResponses(env: Env): Promise<string> {
  const results = await callAll(connect(env, responseValidation()));
  return results.some(([code]) => code === "RESPONSE_MISMATCH") ? "✓" : "";
}

/** Results of the checks by their IDs. */
async function diagnose({ folder: cwd }: Project, env: Env): Promise<ReadonlyMap<string, string>> {
  const { stdout } = await command(["doctor", "--contract", "--format", "json"], { cwd, env });
  const { checks } = JSON.parse(stdout) as { checks: readonly { id: string; status: string }[] };
  return new Map(checks.map(({ id, status }) => [id, status]));
}

/** What the calls of the application do without any of the tools. */
async function runCalls(env: Env, expected: readonly (readonly [string, unknown])[]): Promise<string> {
  const results = await callAll(connect(env));
  const codes = [...new Set(results.map(([code]) => code).filter((code) => code !== ""))];
  if (codes.length > 0) return codes.map((code) => `\`${code}\``).join(", ");
  return JSON.stringify(results) === JSON.stringify(expected) ? "same data" : "other data";
}

const TSC = join(import.meta.dirname, "../../../node_modules/typescript/bin/tsc");

/** The folders whose code does not compile, in one process. */
async function compileAll(folders: readonly string[]): Promise<ReadonlySet<string>> {
  const options = ["--noEmit", "--strict", "--module", "nodenext", "--allowImportingTsExtensions"];
  const files = folders.map((folder) => join(folder, "consumer.ts"));
  const output = await new Promise<string>((resolve) => {
    execFile(process.execPath, [TSC, ...options, "--types", "", ...files], { cwd: "/" }, (_, stdout) =>
      resolve(stdout),
    );
  });
  return new Set(folders.filter((folder) => output.includes(`${folder.slice(1)}/consumer.ts(`)));
}

/** The cells of the guide, by the change. */
const guide = readFileSync(new URL("../../../docs/contract-tests.md", import.meta.url), "utf8");
const [, section = ""] = /^## Changes of the server$(.*)/ms.exec(guide) ?? [];
const table = new Map(
  [...section.matchAll(/^\| (?!-|change)(.*?) \|(.*)\|$/gm)].map(([, title = "", cells = ""]) => [
    title,
    cells.split("|").map((cell) => cell.trim()),
  ]),
);

const plain = await startServer(UNCHANGED);
const expected = await callAll(connect(plain.env));
const healthy = await diagnose(before, plain.env);
await plain[Symbol.asyncDispose]();

/** What each tool does, except tsc. */
async function runTools(change: ServerChange): Promise<string[]> {
  const project = useProject(FILES);
  const use = async <Result>(run: (env: Env) => Promise<Result>): Promise<Result> => {
    await using server = await startServer(change);
    return await run(server.env);
  };
  const schemaCheck = await use((env) => checkSchema(project, env));
  const codegen = await use((env) => generate(project, env));
  const contract = (await testContract(change, "never")) || (await testContract(change, "always"));
  const validation = await use(validateResponses);
  const diagnosis = await use((env) => diagnose(before, env));
  const calls = await use((env) => runCalls(env, expected));
  const problems = [...diagnosis].filter(
    ([id, status]) => status !== healthy.get(id) && status !== "skipped",
  );
  const isWarning = problems.every(([, status]) => status === "warning");
  const doctor = problems.length === 0 ? "" : isWarning ? "warns" : "✓";
  return [codegen, contract ? "✓" : "", schemaCheck, validation, doctor, calls];
}

test("no tool reports a server without a change", async () => {
  expect(await runTools(UNCHANGED)).toEqual(["", "", "", "", "", "same data"]);
});

test("the guide has a row for each change", () => {
  expect([...table.keys()]).toEqual(changes.map(({ title }) => title));
});

test.for(changes)("the guide has what each tool does if the server changes: $title", async (change) => {
  const [codegen, ...others] = await runTools(change);
  expect([codegen, ...others]).toEqual(table.get(change.title)?.toSpliced(1, 1));
});

test("tsc rejects the code of the application after the changes that the guide names, and no other", async () => {
  const rows = await Promise.all(
    [UNCHANGED, ...changes].map(async (change) => {
      const project = useProject({ ...FILES, "schema/schema.graphql": changeSchema(change) });
      return { ...change, folder: project.folder };
    }),
  );
  const generated: typeof rows = [];
  // One after the other, because commands change the working directory.
  for (const row of rows) {
    const { code } = await command(["codegen"], { cwd: row.folder });
    if (code === 0) generated.push(row);
  }
  const rejected = await compileAll(generated.map(({ folder }) => folder));
  const titles = generated.filter(({ folder }) => rejected.has(folder)).map(({ title }) => title);
  expect(titles).toEqual(changes.map(({ title }) => title).filter((title) => table.get(title)?.[1] === "✓"));
});
