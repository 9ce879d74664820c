/** `schema check --recordings`: recorded responses against both schemas, and in the client. */

import { readFileSync } from "node:fs";
import type { TypedDocumentString } from "@integration-platform/graphql";
import { reportFormats } from "@integration-platform/graphql-compiler/internal/reports/formats";
import { createLocalPlatform, readRecordings } from "@integration-platform/graphql-testing/local";
import { expect, test } from "vitest";
import { connectLocal } from "../../../test/support/execute-case.ts";
import { CANARY, command, failure } from "./support/command.ts";
import { listen, SCHEMA, SCHEMA_FILE } from "./support/platform.ts";
import { createProject, type Project } from "./support/project.ts";

const LIST = readFileSync(new URL("operations/list.graphql", `file://${SCHEMA_FILE}`), "utf8").replace(
  /^#.*\n/,
  "",
);
const FILES = {
  "schema/schema.graphql": SCHEMA,
  "operations/list.graphql": LIST,
  "same.graphql": `${SCHEMA} type Unused { a: Int }`,
  "number.graphql": SCHEMA.replace("  name: String!", "  name: Int!"),
  "removed.graphql": SCHEMA.replace("  name: String!", "  title: String!"),
};
const FILE = "recordings/ListIntegrations/default.json";

/**
 * Checks the recordings. Returns the exit code, the verdict of the operations, and the problems of the
 * recordings.
 */
async function check(project: Project, against: string, ...args: string[]) {
  const { code, stdout } = await project.run(
    "schema",
    "check",
    "--against",
    against,
    "--format",
    "json",
    ...args,
  );
  expect(stdout).not.toContain(CANARY);
  const { verdict, recordings } = JSON.parse(stdout);
  return [code, verdict, recordings];
}

/** Creates a project with a recording of a platform with three integrations. */
async function recordList(): Promise<Project> {
  const { env } = await listen();
  const project = createProject(FILES);
  const { code, stderr } = await command(["record", "ListIntegrations"], { cwd: project.folder, env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return project;
}

type Change = (recording: object) => object | string;

function edit(project: Project, change: Change): void {
  const content = change(JSON.parse(project.read(FILE)));
  project.write({ [FILE]: typeof content === "string" ? content : JSON.stringify(content) });
}

test("replays a recording through the client", async () => {
  using project = await recordList();
  const [file] = readRecordings(`${project.folder}/recordings`);
  if (typeof file?.content !== "object") throw new Error("no recording");
  const platform = createLocalPlatform({ schema: SCHEMA, recordings: `${project.folder}/recordings` });
  const { client } = await connectLocal(platform);
  const document = { name: "ListIntegrations", kind: "query", text: LIST } as TypedDocumentString<
    object,
    object
  >;
  expect(await client.execute(document, {})).toEqual(file.content.data);
});

test("passes if all recordings match both schemas, or the operation is invalid in one of them", async () => {
  using project = await recordList();
  expect(await check(project, "same.graphql", "--max-age", "1")).toEqual([0, "unaffected", []]);
  expect(await check(project, "removed.graphql")).toEqual([1, "breaks", []]);
  edit(project, (recording) => ({ ...recording, recordedAt: OLD }));
  expect(await check(project, "same.graphql")).toEqual([0, "unaffected", []]);
});

test("reports a response that does not match the new schema once, with file, path and coordinate", async () => {
  using project = await recordList();
  const message =
    "Integration.name is Int! in number.graphql. The recording has string at integrations.nodes[0].name and in 2 other places.";
  const place = { path: "integrations.nodes[0].name", coordinate: "Integration.name" };
  const recordings = [{ file: FILE, problem: "mismatch", message, ...place }];
  expect(await check(project, "number.graphql")).toEqual([1, "breaks", recordings]);
  for (const format of reportFormats.filter((name) => name !== "json")) {
    const report = await project.run("schema", "check", "--against", "number.graphql", "--format", format);
    expect([format, report.code, report.stdout.includes("default.json")]).toEqual([format, 1, true]);
    expect(report.stdout.includes("1 recording fails")).toBe(format !== "junit");
  }
});

test("fails because of a recording even if no operation breaks", async () => {
  using project = await recordList();
  const nodes = [{ id: "1", name: null }, { id: 2 }];
  edit(project, (recording) => ({ ...recording, data: { integrations: { nodes } } }));
  const labels = "schema/schema.graphql and same.graphql";
  const messages = [
    `Integration.name is String! in ${labels}. The recording has null at integrations.nodes[0].name.`,
    `Integration.id is ID! in ${labels}. The recording has number at integrations.nodes[1].id.`,
    `Integration.name is String! in ${labels}. The recording has undefined at integrations.nodes[1].name.`,
  ];
  const recordings = messages.map((message) => expect.objectContaining({ message }));
  expect(await check(project, "same.graphql")).toEqual([1, "unaffected", recordings]);
  const { stdout } = await project.run("schema", "check", "--against", "same.graphql", "--format", "junit");
  expect(stdout).toContain('tests="4" failures="3" errors="0"');
});

const OLD = "2020-02-03T04:05:06.000Z";
const EXPIRED = "Recorded on 2020-02-03, more than 90 days ago.";
const CHANGED = "Its operation differs from the operation of this name. Record the response again.";

test.for<[title: string, change: Change, message: string, problem?: string]>([
  ["that is too old", (recording) => ({ ...recording, recordedAt: OLD }), EXPIRED, "expired"],
  ["that is not JSON", () => CANARY, "The file is not JSON."],
  [
    "of another version",
    (recording) => ({ ...recording, version: 2 }),
    "The format has another version. Record the response again.",
  ],
  [
    "without data",
    (recording) => ({ ...recording, data: undefined }),
    "Members are missing or invalid: data.",
  ],
  [
    "in a folder of another operation",
    (recording) => ({ ...recording, operation: "Other" }),
    "The recording is of another operation than its folder.",
  ],
  [
    "with another text",
    (recording) => ({ ...recording, text: LIST.replace("name", "title: name") }),
    CHANGED,
  ],
  ["whose text is not GraphQL", (recording) => ({ ...recording, text: `${CANARY} {` }), CHANGED],
])("rejects a recording %s", async ([, change, message, problem = "invalid"]) => {
  using project = await recordList();
  edit(project, change);
  const recordings = [{ file: FILE, problem, message }];
  expect(await check(project, "same.graphql", "--max-age", "90")).toEqual([1, "unaffected", recordings]);
});

test("rejects a recording whose operation was removed, and accepts one that is only formatted", async () => {
  using project = await recordList();
  project.write({ "operations/list.graphql": LIST.replaceAll(/\s+/g, " ") });
  expect(await check(project, "same.graphql")).toEqual([0, "unaffected", []]);
  project.write({ "operations/list.graphql": LIST.replace("ListIntegrations", "ListOthers") });
  const recordings = [expect.objectContaining({ message: "There is no operation of this name." })];
  expect(await check(project, "same.graphql")).toEqual([1, "unaffected", recordings]);
});

test("checks no recordings if there are none, unless an option asks for them", async () => {
  using project = createProject({ ...FILES, "other/ListIntegrations/notes.txt": "no recording" });
  const run = (...args: string[]) => project.run("schema", "check", "--against", "same.graphql", ...args);
  const hint = "Record a response, or name another folder with --recordings <folder>.";
  expect(await check(project, "same.graphql")).toEqual([0, "unaffected", undefined]);
  const missing = failure('--recordings: cannot read "recordings": no such file or folder', hint);
  expect(await run("--max-age", "1")).toEqual(missing);
  expect(await run("--recordings", "other")).toEqual(failure('--recordings: no recording in "other"', hint));
  project.write({ "recordings/.gitkeep": "" });
  expect(await check(project, "same.graphql")).toEqual([0, "unaffected", []]);
  const empty = failure('--recordings: no recording in "recordings"', hint);
  expect(await run("--max-age", "1")).toEqual(empty);
});
