/**
 * Files that commands write: never outside of the project through a link, whole, with their mode, without
 * leftovers.
 */

import fs, { chmodSync, chownSync, existsSync, lstatSync, readdirSync, statSync } from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { failure } from "./support/command.ts";
import { type Project, renderConfig, useProject } from "./support/project.ts";

const SDL = "type Query {\n  name: String\n}\n";
/** What a killed process left, and what looks like it. */
const LEFT = ".platform-graphql.tmp-1b9d";
const NOT_LEFT = [".backup.20240101.tmp", ".schema.graphql.1.tmp", "notes.tmp"];

const createPackage = (files: Readonly<Record<string, string>> = {}): Project =>
  useProject({
    "package.json": '{ "type": "module" }',
    "codegen.ts": renderConfig(
      'schema: "schema/schema.graphql", documents: "operations", output: "generated"',
    ),
    "schema/schema.graphql": SDL,
    "next.graphql": "type Query {\n  name: String\n  size: Int\n}\n",
    "operations/name.graphql": "query Name { name }",
    "platform.rules.ts": 'export const rules = { Query: { name: () => "n" } };',
    ...files,
  });

/** A command that writes one file, with the path of the file. */
const WRITERS = [
  ["schema/schema.graphql", ["schema", "pull", "--from", "next.graphql"]],
  ["report.md", ["schema", "check", "--against", "next.graphql", "--output", "report.md"]],
  ["operations/size.graphql", ["add", "size", "--schema", "next.graphql", "--name", "Size"]],
] as const;

test.for(WRITERS)("writes %s through no link to a file outside of the project", async ([file, args]) => {
  const elsewhere = useProject({ "secret.txt": "mine" });
  const project = createPackage();
  fs.rmSync(join(project.folder, file), { force: true });
  project.link(file, join(elsewhere.folder, "secret.txt"));
  const { code, stderr } = await project.run(...args);
  expect({ code, read: elsewhere.readAll() }).toEqual({ code: 3, read: { "secret.txt": "mine" } });
  expect(stderr).toContain(file);
});

test.for(WRITERS.slice(1))(
  "writes %s through no folder that is a link out of the project",
  async ([file, args]) => {
    const elsewhere = useProject({ "name.graphql": "query Name { name }" });
    const project = createPackage();
    const [folder = ""] = file.split("/");
    if (folder === file) return;
    fs.rmSync(join(project.folder, folder), { recursive: true, force: true });
    project.link(folder, elsewhere.folder);
    expect(await project.run(...args)).toMatchObject({ code: 3 });
    expect(Object.keys(elsewhere.readAll())).toEqual(["name.graphql"]);
  },
);

test.for([
  ["new/", "a path that ends in a slash"],
  ["operations", "an existing folder"],
] as const)("schema pull writes no snapshot to %s, which is %s", async ([path]) => {
  const project = createPackage();
  const before = project.readAll();
  expect(await project.run("schema", "pull", "--from", "next.graphql", "--snapshot", path)).toEqual(
    failure(`"${path}" is a folder, and a snapshot is a file`, "Name a .graphql file with --snapshot."),
  );
  expect(project.readAll()).toEqual(before);
});

test.for(["new.md/", "old.md"])("writes no report to the folder %s", async (path) => {
  const project = createPackage({ "old.md/a.txt": "" });
  const before = project.readAll();
  const { code, stderr } = await project.run(
    "schema",
    "check",
    "--against",
    "next.graphql",
    "--output",
    path,
  );
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: `error: --output: cannot write "${path}": it is a folder\nhint:  Check the path.\n`,
  });
  expect(project.readAll()).toEqual(before);
});

test("creates no file at the target of a broken link", async () => {
  const elsewhere = useProject();
  const project = createPackage();
  project.link("report.md", join(elsewhere.folder, "created.md"));
  const { code } = await project.run("schema", "check", "--against", "next.graphql", "--output", "report.md");
  expect({ code, files: elsewhere.readAll() }).toEqual({ code: 3, files: {} });
});

test("follows a link within the repository, and keeps it", async () => {
  const repository = createPackage({ "shared/schema.graphql": SDL });
  repository.git("init", "--quiet");
  fs.rmSync(join(repository.folder, "schema"), { recursive: true });
  repository.link("schema/schema.graphql", "../shared/schema.graphql");
  expect(await repository.run("schema", "pull", "--from", "next.graphql")).toMatchObject({ code: 0 });
  expect(lstatSync(join(repository.folder, "schema/schema.graphql")).isSymbolicLink()).toBe(true);
  expect(repository.read("shared/schema.graphql")).toBe(repository.read("next.graphql"));
});

test("creates the file that a broken link within the project leads to, with its folder, and keeps the link", async () => {
  const project = createPackage();
  project.link("report.md", "reports/new/report.md");
  await project.run("schema", "check", "--against", "next.graphql", "--output", "report.md");
  expect(lstatSync(join(project.folder, "report.md")).isSymbolicLink()).toBe(true);
  expect(project.read("reports/new/report.md")).toContain("Query.size");
});

test("deletes what a killed run left next to the file of a link", async () => {
  const project = createPackage({ "reports/report.md": "", [`reports/${LEFT}`]: "half" });
  project.link("report.md", "reports/report.md");
  await project.run("schema", "check", "--against", "next.graphql", "--output", "report.md");
  expect(readdirSync(join(project.folder, "reports"))).toEqual(["report.md"]);
});

test("writes a file once if two paths lead to it", async () => {
  const project = createPackage();
  const outputs = ["--output", "report.md", "--output", "./report.md"];
  const { stderr } = await project.run("schema", "check", "--against", "next.graphql", ...outputs);
  expect(stderr).toBe("");
  expect(project.read("report.md")).toContain("Query.size");
});

test("names a file whose links lead to each other", async () => {
  const project = createPackage();
  project.link("report.md", "other.md");
  project.link("other.md", "report.md");
  expect(
    await project.run("schema", "check", "--against", "next.graphql", "--output", "report.md"),
  ).toMatchObject({
    code: 3,
    stderr: 'error: --output: cannot write "report.md": too many symbolic links\nhint:  Check the path.\n',
  });
});

test("names the file if the leftovers in its folder cannot be deleted", async () => {
  const project = createPackage({ [LEFT]: "half" });
  const spy = vi.spyOn(fs, "rmSync").mockImplementation(() => {
    throw Object.assign(new Error("EACCES"), { code: "EACCES", errno: -13 });
  });
  syncBuiltinESMExports();
  const finished = project.run("schema", "check", "--against", "next.graphql", "--output", "report.md");
  const { code, stderr } = await finished.finally(() => {
    spy.mockRestore();
    syncBuiltinESMExports();
  });
  expect({ code, stderr }).toEqual({
    code: 3,
    stderr: 'error: --output: cannot write "report.md": permission denied\nhint:  Check the path.\n',
  });
});

test("keeps the mode of a file, and its owner if that is possible", async () => {
  const project = createPackage();
  const file = join(project.folder, "schema/schema.graphql");
  if (process.getuid?.() === 0) chownSync(file, 12_345, 12_346);
  chmodSync(file, 0o640);
  const { mode, uid, gid } = statSync(file);
  expect(await project.run("schema", "pull", "--from", "next.graphql")).toMatchObject({ code: 0 });
  expect(project.read("schema/schema.graphql")).toBe(project.read("next.graphql"));
  expect(statSync(file)).toMatchObject({ mode, uid, gid });
});

test("writes a file of another user, as in a checkout of a group", async () => {
  const project = createPackage();
  const file = join(project.folder, "schema/schema.graphql");
  // Only root can prepare the file, and could keep its owner.
  if (process.getuid?.() === 0) chownSync(file, 12_345, 12_346);
  const { uid, gid } = statSync(file);
  const spy = vi.spyOn(fs, "chownSync").mockImplementation(() => {
    throw Object.assign(new Error("EPERM"), { code: "EPERM", errno: -1 });
  });
  syncBuiltinESMExports();
  const { code } = await project.run("schema", "pull", "--from", "next.graphql");
  const owners = spy.mock.calls.map(([, user, group]) => [user, group]);
  spy.mockRestore();
  syncBuiltinESMExports();
  expect({ code, text: project.read("schema/schema.graphql"), owners }).toEqual({
    code: 0,
    text: project.read("next.graphql"),
    // At least the group.
    owners: [
      [uid, gid],
      [process.getuid?.(), gid],
    ],
  });
});

test("removes what a killed run left, and no other file", async () => {
  const files = [LEFT, ...NOT_LEFT].map((name) => [`schema/${name}`, ""]);
  const project = createPackage(Object.fromEntries(files));
  expect(await project.run("schema", "pull", "--from", "next.graphql")).toMatchObject({ code: 0 });
  expect(readdirSync(join(project.folder, "schema")).sort()).toEqual(
    [...NOT_LEFT, "provenance.json", "schema.graphql"].sort(),
  );
});

test("writes a snapshot and its provenance together, or neither", async () => {
  const project = createPackage();
  const { renameSync } = fs;
  const spy = vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    if (String(to).endsWith("provenance.json"))
      throw Object.assign(new Error("EIO"), { code: "EIO", errno: -5 });
    renameSync(from, to);
  });
  syncBuiltinESMExports();
  const { code } = await project.run("schema", "pull", "--from", "next.graphql");
  spy.mockRestore();
  syncBuiltinESMExports();
  expect({ code, text: project.read("schema/schema.graphql") }).toEqual({ code: 3, text: SDL });
  expect(readdirSync(join(project.folder, "schema"))).toEqual(["schema.graphql"]);
});

test.for([{}, { "schema/provenance.json": "old\n" }])(
  "restores the provenance if the snapshot cannot be renamed: %j",
  async (files) => {
    const project = createPackage(files);
    const before = project.readAll();
    const { renameSync } = fs;
    const spy = vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
      if (String(to).endsWith("provenance.json")) return renameSync(from, to);
      throw Object.assign(new Error("EIO"), { code: "EIO", errno: -5 });
    });
    syncBuiltinESMExports();
    const { code } = await project.run("schema", "pull", "--from", "next.graphql");
    spy.mockRestore();
    syncBuiltinESMExports();
    expect({ code, files: project.readAll() }).toEqual({ code: 3, files: before });
  },
);

test("does not restore a file that another process has written since", async () => {
  const project = createPackage();
  const { renameSync } = fs;
  const spy = vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
    if (String(to).endsWith("provenance.json")) return renameSync(from, to);
    project.write({ "schema/provenance.json": "theirs" });
    throw Object.assign(new Error("EIO"), { code: "EIO", errno: -5 });
  });
  syncBuiltinESMExports();
  const { code } = await project.run("schema", "pull", "--from", "next.graphql");
  spy.mockRestore();
  syncBuiltinESMExports();
  expect({ code, text: project.read("schema/provenance.json") }).toEqual({ code: 3, text: "theirs" });
});

test("writes a file again if another process removes what it has prepared, or the folder", async () => {
  const project = createPackage();
  const { openSync, renameSync } = fs;
  const folder = join(project.folder, "new");
  const removed = new Set<string>();
  const remove = (name: string) => {
    if (!removed.has(name)) fs.rmSync(folder, { recursive: true });
    removed.add(name);
  };
  const spies = [
    vi.spyOn(fs, "openSync").mockImplementation((...args) => {
      remove("open");
      return openSync(...args);
    }),
    vi.spyOn(fs, "renameSync").mockImplementation((from, to) => {
      remove("rename");
      renameSync(from, to);
    }),
  ];
  syncBuiltinESMExports();
  const args = ["schema", "pull", "--from", "next.graphql", "--snapshot", "new/schema.graphql"];
  const finished = await project.run(...args);
  for (const spy of spies) spy.mockRestore();
  syncBuiltinESMExports();
  expect(finished).toMatchObject({ code: 0, stderr: "" });
  expect([...removed]).toEqual(["open", "rename"]);
  expect(readdirSync(folder).sort()).toEqual(["provenance.json", "schema.graphql"]);
});

test("adds an operation only if no other process has created its file", async () => {
  const project = createPackage();
  const { linkSync } = fs;
  const file = join(project.folder, "operations/size.graphql");
  const spy = vi.spyOn(fs, "linkSync").mockImplementation((from, to) => {
    fs.writeFileSync(file, "theirs");
    linkSync(from, to);
  });
  syncBuiltinESMExports();
  const { code } = await project.run("add", "size", "--schema", "next.graphql", "--name", "Size");
  spy.mockRestore();
  syncBuiltinESMExports();
  expect({ code, text: project.read("operations/size.graphql"), left: existsSync(`${file}.tmp`) }).toEqual({
    code: 3,
    text: "theirs",
    left: false,
  });
});
