// @module-tag slow

/** The packages as npm publishes them. */

import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test } from "vitest";
import { INSTALLED_BYTES } from "../checks/budgets.ts";
import { type Packed, packAll } from "../checks/pack.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS: Readonly<Record<string, string>> = {
  "@integration-platform/graphql": "",
  "@integration-platform/graphql-compiler": "packages/compiler",
  "@integration-platform/graphql-testing": "packages/testing",
  "@integration-platform/graphql-cli": "packages/cli",
};
const run = promisify(execFile);

/** A project with the packed runtime and ky. It contains no graphql, no msw and no type packages. */
let project: string;
let packages: readonly Packed[];

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "consumer-"));
  packages = await packAll(project);
  const [runtime] = packages.filter(({ name }) => name === "@integration-platform/graphql");
  const folder = join(project, "node_modules/@integration-platform/graphql");
  await mkdir(folder, { recursive: true });
  await run("tar", ["-xzf", runtime?.tarball ?? "", "-C", folder, "--strip-components=1"]);
  await cp(join(ROOT, "node_modules/ky"), join(project, "node_modules/ky"), { recursive: true });
  await writeFile(join(project, "package.json"), '{ "type": "module" }');
});
afterAll(() => rm(project, { recursive: true }));

/** Schema, operations and generated code, which can be of any size. */
const OWNED = /\/graphql\/(?:schema|operations|(?:src|dist)\/generated)\//;

const readManifest = async (folder: string) =>
  JSON.parse(await readFile(join(folder, "package.json"), "utf8"));

/** All files that `exports`, `bin` and `browser` name. */
function findTargets(value: unknown): string[] {
  if (typeof value === "string") return [value.replace("./", "")];
  return Object.values(value ?? {}).flatMap(findTargets);
}

test.each(Object.entries(FOLDERS))(
  "%s contains its entries, their sources, a README and a license",
  async (name, folder) => {
    const { files = [] } = packages.find((packed) => packed.name === name) ?? {};
    const { exports, bin, browser } = await readManifest(join(ROOT, folder));
    expect(files).toEqual(
      expect.arrayContaining([
        "README.md",
        "LICENSE",
        ...findTargets({ exports, bin, browser }).filter((target) => !target.includes("*")),
      ]),
    );
    expect(
      files.filter((file) => /(^|\/)(test|examples|docs)\/|^checks\/|\.test\.|tsbuildinfo|^\./.test(file)),
    ).toEqual([]);
    const maps = files.filter((file) => file.endsWith(".map"));
    expect(maps.length).toBeGreaterThan(0);
    for (const map of maps) {
      const { sources } = JSON.parse(await readFile(join(ROOT, folder, map), "utf8"));
      for (const source of sources) expect(files).toContain(join(map, "..", source));
    }
  },
);

test("the runtime installs two packages within the budget of bytes, without the platform's own files, and no required peer", async () => {
  const runtime = await readManifest(join(project, "node_modules/@integration-platform/graphql"));
  const ky = await readManifest(join(project, "node_modules/ky"));
  expect(Object.keys(runtime.dependencies)).toEqual(["ky"]);
  const optional = { optional: true };
  const peers = { "@graphql-typed-document-node/core": optional, graphql: optional };
  expect(runtime.peerDependenciesMeta).toEqual(peers);
  expect(Object.keys(runtime.peerDependencies)).toEqual(Object.keys(peers));
  expect([ky.dependencies, ky.peerDependencies]).toEqual([undefined, undefined]);
  const modules = join(project, "node_modules");
  const files = (await readdir(modules, { recursive: true })).filter((file) => !OWNED.test(file));
  const sizes = files.map(async (file) => (await stat(join(modules, file))).size);
  expect((await Promise.all(sizes)).reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(
    INSTALLED_BYTES,
  );
});

test.each([
  ["nodenext", "nodenext", ["/node"], "node"],
  // Only ./node uses Node's types.
  ["bundler", "esnext", [], ""],
])(
  "the runtime's entries compile under %s without skipLibCheck",
  async (moduleResolution, module, more, types) => {
    // ./documents needs the optional peers.
    const entries = ["", "/operations", "/schema", ...more];
    const imports = entries.map(
      (entry, n) => `export * as entry${n} from "@integration-platform/graphql${entry}";\n`,
    );
    const source = `
    import { accessToken, createClient, type ResultOf, type TypedDocumentString } from "@integration-platform/graphql";
    const document: TypedDocumentString<{ me: string }, { id: string }> = { name: "Me", kind: "query", text: "" };
    const client = createClient({ baseUrl: "https://platform.example.com", auth: accessToken("token") });
    export const me = (): Promise<ResultOf<typeof document>> => client.execute(document, { id: "1" });
    // @ts-expect-error The variable is missing.
    client.execute(document);
  `;
    await writeFile(join(project, "entries.ts"), imports.join("") + source);
    await cp(join(ROOT, "node_modules/@types/node"), join(project, "node_modules/@types/node"), {
      recursive: true,
    });
    await cp(join(ROOT, "node_modules/undici-types"), join(project, "node_modules/undici-types"), {
      recursive: true,
    });
    const flags = {
      module,
      moduleResolution,
      target: "es2022",
      strict: "true",
      skipLibCheck: "false",
      types,
    };
    const options = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value]);
    const tsc = run(join(ROOT, "node_modules/.bin/tsc"), ["--noEmit", ...options, "entries.ts"], {
      cwd: project,
    });
    expect(await tsc.catch(({ stdout }: { stdout: string }) => stdout)).toEqual({ stdout: "", stderr: "" });
  },
);

test("the runtime works in a project without graphql and msw", async () => {
  const script = `
    import { accessToken, createClient } from "@integration-platform/graphql";
    for (const entry of ["operations", "documents", "schema", "node"]) await import("@integration-platform/graphql/" + entry);
    const fetch = async () => Response.json({ data: { me: "Ada" } });
    const { execute } = createClient({ baseUrl: "https://platform.example.com", auth: accessToken("token"), fetch });
    console.log(JSON.stringify(await execute({ name: "Me", kind: "query", text: "query Me { me }" })));
  `;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: project });
  expect(stdout).toBe('{"me":"Ada"}\n');
});

test("a change in one package gives all packages the next version, and the ranges between them", async () => {
  const copy = join(project, "versions");
  const manifests = Object.values(FOLDERS).map((folder) => join(folder, "package.json"));
  for (const file of [...manifests, "package-lock.json", ".changeset/config.json"])
    await cp(join(ROOT, file), join(copy, file));
  const change = '---\n"@integration-platform/graphql-cli": minor\n---\n\nAn option.\n';
  await writeFile(join(copy, ".changeset/change.md"), change);
  await run("git", ["init", "--quiet", "--initial-branch=main"], { cwd: copy });
  await run(join(ROOT, "node_modules/.bin/changeset"), ["version"], { cwd: copy });

  const [before, ...after] = await Promise.all(
    [ROOT, ...Object.values(FOLDERS).map((folder) => join(copy, folder))].map(readManifest),
  );
  const [major, minor] = before.version.split(".").map(Number);
  const next = `${major}.${minor + 1}.0`;
  expect(after.map(({ version }) => version)).toEqual([next, next, next, next]);
  // They import inner modules of each other, so that only equal versions fit. A peer is the user's to update.
  const rangesOf = (kind: "dependencies" | "peerDependencies") => {
    const all = after.flatMap((manifest) => Object.entries(manifest[kind] ?? {}));
    return new Set(all.flatMap(([name, range]) => (name in FOLDERS ? [range] : [])));
  };
  expect(rangesOf("dependencies")).toEqual(new Set([next]));
  expect(rangesOf("peerDependencies")).toEqual(new Set([`^${next}`]));
});
