import { readFileSync } from "node:fs";
import type { TypedDocumentString } from "@integration-platform/graphql";
import { createLocalPlatform, readRecordings } from "@integration-platform/graphql-testing/local";
import { expect, test } from "vitest";
import { connectLocal } from "../../../test/support/execute-case.ts";
import { command } from "./support/command.ts";
import { listen, SCHEMA, SCHEMA_FILE } from "./support/platform.ts";
import { createProject, type Project } from "./support/project.ts";

const LIST = readFileSync(new URL("operations/list.graphql", `file://${SCHEMA_FILE}`), "utf8").replace(/^#.*\n/, "");
const FILES = {
  "schema/schema.graphql": SCHEMA,
  "operations/list.graphql": LIST,
  "same.graphql": `${SCHEMA} type Unused { a: Int }`,
  "number.graphql": SCHEMA.replace("  name: String!", "  name: Int!"),
  "removed.graphql": SCHEMA.replace("  name: String!", "  title: String!"),
};
const FILE = "recordings/ListIntegrations/default.json";

const run = ({ folder: cwd }: Project, args: readonly string[], env = {}) => command(args, { cwd, env });
const check = (project: Project, against: string, ...args: string[]) =>
  run(project, ["schema", "check", "--against", against, ...args]);

/** Creates a project with a recording of a platform with three integrations. */
async function recordList(): Promise<Project> {
  const { env } = await listen();
  const project = createProject(FILES);
  const { code, stderr } = await run(project, ["record", "ListIntegrations"], env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  return project;
}

function edit(project: Project, change: (recording: Record<string, unknown>) => object): void {
  project.write({ [FILE]: JSON.stringify(change(JSON.parse(project.read(FILE)))) });
}

test("replays a recording through the client", async () => {
  using project = await recordList();
  const [file] = readRecordings(`${project.folder}/recordings`);
  if (typeof file?.content !== "object") throw new Error("no recording");
  const platform = createLocalPlatform({ schema: SCHEMA, recordings: `${project.folder}/recordings` });
  const { client } = await connectLocal(platform);
  const document = { name: "ListIntegrations", kind: "query", text: LIST } as TypedDocumentString<object, object>;
  expect(await client.execute(document, {})).toEqual(file.content.data);
});

test("passes if all recordings match both schemas", async () => {
  using project = await recordList();
  expect(await check(project, "same.graphql", "--max-age", "1")).toMatchObject({ code: 0, stderr: "" });
  const { recordings } = JSON.parse((await check(project, "same.graphql", "--format", "json")).stdout);
  expect(recordings).toEqual([]);
});

test("reports a response that does not match the new schema once, with file, path and coordinate", async () => {
  using project = await recordList();
  const { code, stdout } = await check(project, "number.graphql", "--format", "json");
  const { recordings } = JSON.parse(stdout);
  expect([code, recordings]).toEqual([
    1,
    [
      {
        file: FILE,
        problem: "mismatch",
        message:
          "Integration.name is Int! in number.graphql. The recording has string at integrations.nodes[0].name and in 2 other places.",
        path: "integrations.nodes[0].name",
        coordinate: "Integration.name",
      },
    ],
  ]);
  for (const format of ["text", "markdown", "github", "html", "sarif", "junit"]) {
    const report = await check(project, "number.graphql", "--format", format);
    expect([format, report.code, report.stdout.includes("default.json")]).toEqual([format, 1, true]);
    expect(report.stdout.includes("1 recording fails")).toBe(!["sarif", "junit"].includes(format));
  }
});

test("fails because of a recording even if no operation breaks", async () => {
  using project = await recordList();
  edit(project, (recording) => ({
    ...recording,
    data: { integrations: { nodes: [{ id: "1", name: null }, { id: 2 }] } },
  }));
  const { code, stdout } = await check(project, "same.graphql", "--format", "json");
  const { verdict, recordings } = JSON.parse(stdout);
  const labels = "schema/schema.graphql and same.graphql";
  expect([code, verdict, recordings.map(({ message }: { message: string }) => message)]).toEqual([
    1,
    "unaffected",
    [
      `Integration.name is String! in ${labels}. The recording has null at integrations.nodes[0].name.`,
      `Integration.id is ID! in ${labels}. The recording has number at integrations.nodes[1].id.`,
      `Integration.name is String! in ${labels}. The recording has undefined at integrations.nodes[1].name.`,
    ],
  ]);
  const junit = await check(project, "same.graphql", "--format", "junit");
  expect(junit.stdout).toContain('tests="4" failures="3" errors="0"');
});

test("leaves a schema in which the operation is invalid to the verdict of the operation", async () => {
  using project = await recordList();
  const { code, stdout } = await check(project, "removed.graphql", "--format", "json");
  expect([code, JSON.parse(stdout).verdict, JSON.parse(stdout).recordings]).toEqual([1, "breaks", []]);
});

const OLD = "2020-02-03T04:05:06.000Z";

test("rejects old recordings only with --max-age", async () => {
  using project = await recordList();
  edit(project, (recording) => ({ ...recording, recordedAt: OLD }));
  expect(await check(project, "same.graphql")).toMatchObject({ code: 0 });
  const { code, stdout } = await check(project, "same.graphql", "--max-age", "90", "--format", "json");
  const { recordings } = JSON.parse(stdout);
  const message = "Recorded on 2020-02-03, more than 90 days ago.";
  expect([code, recordings]).toEqual([1, [{ file: FILE, problem: "expired", message }]]);
});

const CHANGED = "Its operation differs from the operation of this name. Record the response again.";
const INVALID: readonly (readonly [title: string, change: (recording: object) => object | string, message: string])[] =
  [
    ["that is not JSON", () => "canary-5e", "The file is not JSON."],
    [
      "of another version",
      (one) => ({ ...one, version: 2 }),
      "The format has another version. Record the response again.",
    ],
    ["without data", (one) => ({ ...one, data: undefined }), "Members are missing or invalid: data."],
    [
      "in a folder of another operation",
      (one) => ({ ...one, operation: "Other" }),
      "The recording is of another operation than its folder.",
    ],
    ["with another text", (one) => ({ ...one, text: LIST.replace("name", "title: name") }), CHANGED],
    ["whose text is not GraphQL", (one) => ({ ...one, text: "canary-5e {" }), CHANGED],
  ];

test.for(INVALID)("rejects a recording %s", async ([, change, message]) => {
  using project = await recordList();
  const content = change(JSON.parse(project.read(FILE)));
  project.write({ [FILE]: typeof content === "string" ? content : JSON.stringify(content) });
  const { code, stdout, stderr } = await check(project, "same.graphql", "--format", "json");
  expect([code, JSON.parse(stdout).recordings]).toEqual([1, [{ file: FILE, problem: "invalid", message }]]);
  expect(stdout + stderr).not.toContain("canary-5e");
});

test("rejects a recording whose operation was removed, and accepts one that is only formatted", async () => {
  using project = await recordList();
  project.write({ "operations/list.graphql": LIST.replaceAll(/\s+/g, " ") });
  expect(await check(project, "same.graphql")).toMatchObject({ code: 0 });
  project.write({ "operations/list.graphql": LIST.replace("ListIntegrations", "ListOthers") });
  const { stdout } = await check(project, "same.graphql", "--format", "json");
  expect(JSON.parse(stdout).recordings).toMatchObject([{ message: "There is no operation of this name." }]);
});

test("checks no recordings if there is no folder, unless an option asks for them", async () => {
  using project = createProject(FILES);
  const { code, stdout } = await check(project, "same.graphql", "--format", "json");
  expect([code, JSON.parse(stdout).recordings]).toEqual([0, undefined]);
  for (const args of [
    ["--recordings", "other"],
    ["--max-age", "1"],
  ]) {
    expect(await check(project, "same.graphql", ...args)).toMatchObject({
      code: 3,
      stderr:
        "error: --recordings: the folder cannot be read (ENOENT)\nhint:  Record a response, or name another folder with --recordings <folder>.\n",
    });
  }
});
