/** Recorded responses: a folder or parsed files answer operations with the same variables. */

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { TypedDocumentString } from "@integration-platform/graphql";
import {
  createLocalPlatform,
  type LocalPlatform,
  type PlatformOptions,
  type Recording,
  readRecordings,
} from "@integration-platform/graphql-testing/local";
import { expect, onTestFinished, test } from "vitest";
import { connectLocal } from "../../../test/support/execute-case.ts";

const schema = `
  type Query { integrations(first: Int, after: String): [Integration!]! item(id: ID!): Item }
  union Item = Integration | User
  type Integration { id: ID! name: String! state: State owner: User }
  type User { id: ID! name: String! }
  enum State { RUNNING PAUSED }`;

const document = (text: string) => {
  const name = /query (\w+)/.exec(text)?.[1] ?? "";
  return { name, kind: "query", text } as TypedDocumentString<object, Record<string, unknown>, "query">;
};
const List = document(
  "query List($first: Int, $after: String) { list: integrations(first: $first, after: $after) { id name } }",
);
const GetItem = document(
  "query GetItem($id: ID!) { item(id: $id) { ... on User { id name } ... on Integration { state } } }",
);

const RECORDED = { version: 1, recordedAt: "2026-01-02T03:04:05.678Z", schemaHash: "00" };
const record = ({ name, text }: TypedDocumentString, data: Recording["data"], variables = {}): Recording => ({
  ...RECORDED,
  operation: name,
  text,
  variables,
  data,
});
const page = (...names: string[]) => ({ list: names.map((name, index) => ({ id: `a${index}`, name })) });

function connect(platform: LocalPlatform) {
  return async (operation: typeof List, variables: Record<string, unknown> = {}) => {
    const { client } = await connectLocal(platform);
    return client.execute(operation, variables);
  };
}
const create = (recordings: NonNullable<PlatformOptions["recordings"]>) =>
  createLocalPlatform({ schema, recordings });

function writeFolder(files: Readonly<Record<string, string | object>>): string {
  const folder = mkdtempSync(join(tmpdir(), "recordings-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [file, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
  }
  return folder;
}

test("responds with the recording of the same variables, else with generated data", async () => {
  const first = record(List, page("One"), { first: 1 });
  const second = record(List, page("Two", "Three"), { first: 1, after: "x" });
  const user = record(GetItem, { item: { id: "u1", name: "Ada" } }, { id: "u1" });
  const execute = connect(create([first, second, user]));
  expect(await execute(List, { first: 1 })).toEqual(first.data);
  expect(await execute(List, { after: "x", first: 1 })).toEqual(second.data);
  expect(await execute(GetItem, { id: "u1" })).toEqual(user.data);
  const generated = {
    list: expect.arrayContaining([{ id: expect.not.stringMatching(/^a\d$/), name: expect.any(String) }]),
  };
  expect(await execute(List)).toEqual(generated);
  expect(await execute(List, { first: 2 })).not.toEqual(second.data);
});

test("reads a folder, and prefers the first file", async () => {
  const folder = writeFolder({
    "List/b.json": record(List, page("B")),
    "List/a.json": record(List, page("A")),
    "List/notes.md": "not a recording",
    "README.md": "not a recording",
  });
  expect(readRecordings(folder).map(({ file }) => file)).toEqual([
    `${folder}/List/a.json`,
    `${folder}/List/b.json`,
  ]);
  expect(await connect(create(folder))(List)).toEqual(page("A"));
});

test("prefers answers of the test, and keeps the recordings after a reset", async () => {
  const platform = create([record(List, page("Recorded"))]);
  const execute = connect(platform);
  platform.answer(List, page("Answered"));
  expect(await execute(List)).toEqual(page("Answered"));
  platform.reset();
  expect(await execute(List)).toEqual(page("Recorded"));
  expect(platform.unusedAnswers()).toEqual([]);
});

/** Content of a file, and the start of the error. */
const INVALID: readonly (readonly [title: string, content: string | object, reason: string])[] = [
  ["not JSON", "{", "The file is not JSON."],
  ["a list", [], "The file is not a recording."],
  ["of another version", { ...record(List, page()), version: 2 }, "The format has another version."],
  [
    "without members",
    { ...RECORDED, operation: "List", data: null },
    "Members are missing or invalid: text, variables, data.",
  ],
  [
    "without a valid time",
    { ...record(List, page()), recordedAt: "soon" },
    "Members are missing or invalid: recordedAt.",
  ],
  [
    "of another operation",
    record(GetItem, { item: null }),
    "The recording is of another operation than its folder.",
  ],
  [
    "with data of another type",
    record(List, { list: [{ id: "1", name: 7 }] }),
    "The data does not match List:\n  list[0].name",
  ],
  [
    "with text of another schema",
    { ...record(List, {}), text: "query List { gone }" },
    "List does not match the schema:",
  ],
  [
    "with text that is not GraphQL",
    { ...record(List, {}), text: "query List {" },
    "The document cannot be parsed:",
  ],
];

test.for(INVALID)("rejects a recording %s", ([, content, reason]) => {
  const folder = writeFolder({ "List/default.json": content });
  expect(() => create(folder)).toThrow(
    new RegExp(`^recordings: ${folder}/List/default.json: ${escapePattern(reason)}`),
  );
});

const escapePattern = (text: string) => text.replaceAll(/[.[\]]/g, "\\$&");

test("rejects a folder that does not exist, and parsed files that are not recordings", () => {
  expect(() => create("no/such/folder")).toThrow(
    new TypeError('recordings: the folder "no/such/folder" cannot be read (ENOENT).'),
  );
  expect(() => create([{} as Recording])).toThrow(/^recordings: \[0\]: The format has another version/);
});
