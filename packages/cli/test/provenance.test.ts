/**
 * The proof in `provenance.json` that a snapshot is valid: it is validated again unless text and validator
 * are the same.
 */

import { createHash, randomUUID } from "node:crypto";
import { join } from "node:path";
import { version } from "graphql";
import { expect, onTestFinished, test } from "vitest";
import { typedOperations } from "../src/codegen/index.ts";
import { readSettings } from "../src/codegen/read-settings.ts";
import { generate } from "../src/commands/codegen/generate.ts";
import { command } from "./support/command.ts";
import { listen } from "./support/platform.ts";
import { createRepository, type Project, useProject } from "./support/project.ts";

/**
 * Only the validation of SDL rejects it. With a proof that is false, commands accept it: they did not
 * validate it again.
 */
const INVALID = "type Query { name: String name: String }\n";
/** In one process, a text is validated once: each test has its own. */
const unique = (text = INVALID) => `${text}# ${randomUUID()}\n`;
const VALIDATOR = `graphql ${version}`;

const SNAPSHOT = "schema/schema.graphql";
const PROVENANCE = "schema/provenance.json";
const hash = (text: string) => createHash("sha256").update(text).digest("hex");
const prove = (text: string, changes: object = {}) =>
  JSON.stringify({ how: "SDL", headers: [], sha256: hash(text), validatedBy: VALIDATOR, ...changes });

const FILES = {
  "package.json": '{ "type": "module" }',
  "operations/a.graphql": "query A { name }",
  "valid.graphql": "type Query { name: String }\n",
};

const COMMANDS: readonly (readonly string[])[] = [
  ["codegen", "--config", "codegen.mjs", "--check"],
  ["add", "name", "--name", "Other"],
  ["schema", "uses", "Query.name"],
  ["schema", "check", "--against", "valid.graphql"],
  ["schema", "check", "--snapshot", "valid.graphql", "--against", SNAPSHOT],
  ["schema", "check", "--snapshot", "git:HEAD", "--against", "valid.graphql"],
  ["schema", "check", "--snapshot", "valid.graphql", "--against", `git:HEAD:${SNAPSHOT}`],
];

/** Writes the provenance of a text. */
type Write = (text: string) => string | undefined;

/** Title, provenance. */
const OTHERS: readonly (readonly [string, Write])[] = [
  ["is not JSON", () => "{"],
  ["is null", () => "null"],
  ["has an older format", (text) => prove(text, { validatedBy: undefined })],
  ["is for another text", (text) => prove(text, { sha256: hash(`${text} `) })],
  ["has no hash", (text) => prove(text, { sha256: undefined })],
  ["has another version", (text) => prove(text, { validatedBy: "graphql 16.0.0" })],
  ["has another type", (text) => prove(text, { validatedBy: [VALIDATOR] })],
];

function createInvalid(write: Write, text = unique()): Project {
  const provenance = write(text);
  const config = `import { typedOperations } from "${join(import.meta.dirname, "../src/codegen/index.ts")}";
export default typedOperations({ schema: "${SNAPSHOT}", documents: "operations", output: "generated" });`;
  const own = { [SNAPSHOT]: text, "codegen.mjs": config, ...(provenance && { [PROVENANCE]: provenance }) };
  const project = createRepository({ ...FILES, ...own });
  onTestFinished(() => project[Symbol.dispose]());
  return project;
}

async function runAll(write: Write, text?: string) {
  const { folder: cwd } = createInvalid(write, text);
  const results = [];
  for (const args of COMMANDS) results.push(await command(args, { cwd }));
  return results.map(({ code, stderr }) => ({ code, stderr }));
}

test("no command validates a snapshot again that was validated by the same version", async () => {
  const results = await runAll(prove);
  // The generated files do not exist.
  const [codegen, ...others] = results;
  expect(codegen?.stderr).toMatch(/^error: the generated code is stale: /);
  for (const result of others) expect(result).toEqual({ code: 0, stderr: "" });
});

test("every command validates the snapshot if the provenance is no proof", { tags: ["slow"] }, async () => {
  const expected = await runAll(() => undefined);
  const failed = expected.filter(({ code, stderr }) => code !== 0 && /defined once/.test(stderr));
  expect(failed).toHaveLength(COMMANDS.length);
  for (const [title, write] of OTHERS) {
    expect([title, await runAll(write)]).toEqual([title, expected]);
  }
});

test("a schema that cannot be built is the same problem with a proof that is false", {
  tags: ["slow"],
}, async () => {
  for (const text of [
    "type Query { name: Missing }\n",
    "type Query { name: String @deprecated(reason: 1) }\n",
  ]) {
    const expected = await runAll(() => undefined, unique(text));
    for (const { stderr } of expected) expect(stderr).toMatch(/schema\.graphql:1:/);
    expect(await runAll(prove, unique(text))).toEqual(expected);
  }
});

test("a pull replaces a schema that cannot be built, and the proof that is false", async () => {
  const { folder: cwd, read } = createInvalid(prove, unique("type Query { name: Missing }\n"));
  const { code, stdout } = await command(["schema", "pull", "--from", "valid.graphql"], { cwd });
  expect([code, stdout]).toEqual([0, expect.stringContaining("The old snapshot cannot be compared")]);
  expect(JSON.parse(read(PROVENANCE))).toMatchObject({
    sha256: hash(read(SNAPSHOT)),
    validatedBy: VALIDATOR,
  });
});

test("operations are validated against a snapshot with a proof that is false", async () => {
  const { folder: cwd, write } = createInvalid(prove);
  write({ "operations/a.graphql": "query A { other }" });
  const { code, stderr } = await command(["codegen", "--config", "codegen.mjs"], { cwd });
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining('operations/a.graphql:1:11: Cannot query field "other"'),
  ]);
});

test("a pull writes the validator of its text, and another pull replaces one of another version", async () => {
  const project = useProject(FILES);
  const pull = () => command(["schema", "pull", "--from", "valid.graphql"], { cwd: project.folder });
  await pull();
  const provenance = project.read(PROVENANCE);
  expect(JSON.parse(provenance).validatedBy).toBe(VALIDATOR);

  for (const other of ['"graphql 16.0.0"', "1"]) {
    project.write({ [PROVENANCE]: provenance.replace(`"${VALIDATOR}"`, other) });
    expect((await pull()).stdout).toContain("is up to date");
    expect(JSON.parse(project.read(PROVENANCE)).validatedBy).toBe(VALIDATOR);
  }
});

test("a pull writes no validator for a text that is not a valid schema", async () => {
  const project = useProject({ "secret.graphql": "type Query { theNameIsTheTokenOfThisTest: String }" });
  const env = { PLATFORM_ACCESS_TOKEN: "theNameIsTheTokenOfThisTest" };
  await command(["schema", "pull", "--from", "secret.graphql"], { cwd: project.folder, env });
  expect(project.read(SNAPSHOT)).not.toContain("theNameIsTheTokenOfThisTest");
  expect(JSON.parse(project.read(PROVENANCE))).toEqual({
    origin: { kind: "file", label: "secret.graphql" },
    taken: expect.any(String),
    how: "SDL",
    headers: [],
    sha256: hash(project.read(SNAPSHOT)),
  });
});

test("two snapshots in one folder: the one that was pulled before is validated", async () => {
  const project = useProject({ ...FILES, "schema/other.graphql": unique() });
  const run = (...args: readonly string[]) => command(args, { cwd: project.folder });
  await run("schema", "pull", "--from", "valid.graphql");
  const { code, stderr } = await run("schema", "check", "--against", "schema/other.graphql");
  expect({ code, stderr }).toMatchObject({
    code: 3,
    stderr: expect.stringContaining("can only be defined once"),
  });
});

test("further runs of codegen accept a snapshot and its provenance in either order", async () => {
  const { folder, write } = createInvalid(prove);
  const second = unique();
  const third = unique();
  const inFolder = (path: string) => join(folder, path);
  const settings = readSettings(
    typedOperations({
      schema: inFolder(SNAPSHOT),
      documents: inFolder("operations"),
      output: inFolder("generated"),
    }),
  );
  const run = async () => settings && (await generate(settings, true)).problems;
  expect(await run()).toEqual([]);
  write({ [SNAPSHOT]: second });
  await expect(run()).rejects.toThrow(SNAPSHOT);
  write({ [PROVENANCE]: prove(second) });
  expect(await run()).toEqual([]);

  write({ [PROVENANCE]: prove(third) });
  expect(await run()).toEqual([]);
  write({ [SNAPSHOT]: third });
  expect(await run()).toEqual([]);
});

test("doctor compares a snapshot that was validated with the live schema", async () => {
  const { env } = await listen({ schema: "type Query { name: String }" });
  const run = async (write: Write) => {
    const { folder: cwd } = createInvalid(write);
    const { stdout } = await command(["doctor", "--config", "codegen.mjs", "--format", "json"], { cwd, env });
    const { checks }: { checks: { id: string; status: string }[] } = JSON.parse(stdout);
    return checks.find(({ id }) => id === "drift")?.status;
  };
  expect(await run(prove)).toBe("passed");
  expect(await run((text) => prove(text, { validatedBy: undefined }))).toBe("failed");
});

const BY_SOURCE = "Some differences can come from the source instead of the platform.";
const BY_REQUEST = "The platform can return another schema for each.";

/** Snapshots with a provenance, and what `schema check` remarks about their captures. */
const CAPTURES: readonly (readonly [
  before: object | string,
  after: object | string,
  remarks: readonly string[],
])[] = [
  [{}, {}, []],
  [{ how: "SDL" }, {}, [`have different sources (SDL; introspection). ${BY_SOURCE}`]],
  [
    { how: "SDL", edition: "2021" },
    { edition: "2025" },
    [`have different sources (SDL; introspection). ${BY_SOURCE}`],
  ],
  [
    { edition: "2021" },
    { edition: "2025" },
    ["come from different editions of introspection (2021; 2025). The newer one reports more."],
  ],
  [
    { edition: "2021" },
    {},
    ["come from different editions of introspection (2021; none). The newer one reports more."],
  ],
  [
    { headers: ["A", "B"] },
    { headers: ["A"] },
    [`were read with different headers (A, B; A). ${BY_REQUEST}`],
  ],
  [{ headers: ["A"] }, {}, [`were read with different headers (A; none). ${BY_REQUEST}`]],
  [{ tenant: "one" }, { tenant: "two" }, [`were read for different tenants (one; two). ${BY_REQUEST}`]],
  [{ tenant: "one" }, {}, []],
  [{ tenant: "one", headers: ["A"] }, { tenant: "one", headers: ["A"] }, []],
  // One that is not valid, or of another text, is that of a file.
  [
    { tenant: "one", sha256: "other" },
    { tenant: "two" },
    [`have different sources (SDL; introspection). ${BY_SOURCE}`],
  ],
  [{ how: 1 }, { how: "SDL" }, []],
  [
    { headers: "A" },
    { how: "SDL", headers: ["B"] },
    [`were read with different headers (none; B). ${BY_REQUEST}`],
  ],
  ["{", { how: "SDL" }, []],
];

test.for(CAPTURES)("the provenances %j and %j have the remarks %j", async ([before, after, remarks]) => {
  const sdl = "type Query { name: String }\n";
  const write = (own: object | string) =>
    typeof own === "string"
      ? own
      : JSON.stringify({ how: "introspection", headers: [], sha256: hash(sdl), ...own });
  const project = useProject({
    "a.graphql": "query Name { name }",
    "one/schema.graphql": sdl,
    "one/provenance.json": write(before),
    "two/schema.graphql": sdl,
    "two/provenance.json": write(after),
  });
  const schemas = ["--snapshot", "one/schema.graphql", "--against", "two/schema.graphql"];
  const { stdout } = await project.run(
    "schema",
    "check",
    ...schemas,
    "--operations",
    "a.graphql",
    "--format",
    "json",
  );
  const report: { readonly remarks: readonly string[] } = JSON.parse(stdout);
  expect(report.remarks).toEqual(remarks.map((remark) => `The schemas ${remark}`));
});
