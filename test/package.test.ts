import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");
const run = promisify(execFile);

const USE = `
import { createClient, accessToken, type ResultOf } from "@integration-platform/graphql";
import { ListIntegrationsDocument } from "@integration-platform/graphql/operations";

const client = createClient({ baseUrl: "https://platform.example.com", auth: accessToken("token") });
export const list = (): Promise<ResultOf<typeof ListIntegrationsDocument>> => client.execute(ListIntegrationsDocument);
`;

/** A project of somebody else's, with the packed package and ky in it, and neither graphql nor msw nor our types. */
let project: string;
let packed: string[];

beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), "consumer-"));
  // Without scripts: the build that other tests use must stay where it is.
  const pack = ["pack", "--json", "--ignore-scripts", "--pack-destination", project];
  const { stdout } = await run("npm", pack, { cwd: ROOT });
  const report = JSON.parse(stdout);
  const [{ filename, files }] = Array.isArray(report) ? report : Object.values(report);
  packed = files.map(({ path }: { path: string }) => path);
  const modules = join(project, "node_modules");
  await mkdir(join(modules, "@integration-platform"), { recursive: true });
  await run("tar", ["-xzf", join(project, filename), "-C", project]);
  await cp(join(project, "package"), join(modules, "@integration-platform/graphql"), { recursive: true });
  await cp(join(ROOT, "node_modules/ky"), join(modules, "ky"), { recursive: true });
  await writeFile(join(project, "package.json"), '{ "type": "module" }');
  await writeFile(join(project, "use.ts"), USE);
}, 60_000);
afterAll(() => rm(project, { recursive: true }));

test.each(["nodenext", "bundler"])(
  "type-checks in a project under %s, libraries included",
  async (moduleResolution) => {
    const module = moduleResolution === "bundler" ? "esnext" : moduleResolution;
    const flags = { module, moduleResolution, target: "es2022", strict: true, skipLibCheck: false, types: "" };
    const options = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, String(value)]);
    const tsc = run(join(ROOT, "node_modules/.bin/tsc"), ["--noEmit", ...options, "use.ts"], { cwd: project });
    expect(await tsc.catch((error: { stdout: string }) => error.stdout)).toEqual({ stdout: "", stderr: "" });
  },
);

test("loads and runs in a project that has neither graphql nor msw", async () => {
  const script = `
    import * as client from "@integration-platform/graphql";
    import * as operations from "@integration-platform/graphql/operations";
    import * as documents from "@integration-platform/graphql/documents";
    const auth = client.accessToken("token");
    const fetch = async () => Response.json({ data: { integrations: { nodes: [] } } });
    const { execute } = client.createClient({ baseUrl: "https://platform.example.com", auth, fetch });
    console.log(JSON.stringify(await execute(operations.ListIntegrationsDocument)), Object.keys(documents).length);
  `;
  const { stdout } = await run(process.execPath, ["--input-type=module", "-e", script], { cwd: project });
  expect(stdout).toBe('{"integrations":{"nodes":[]}} 1\n');
});

test("one executed operation brings ky and nothing else, in at most 15 kB", async () => {
  const result = await build({
    ...{ entryPoints: [join(project, "use.ts")], bundle: true, minify: true, write: false, metafile: true },
    ...{ format: "esm", platform: "browser", target: "es2022", absWorkingDir: project },
  });
  const packages = Object.keys(result.metafile.inputs).map(
    (path) => path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)/)?.[1],
  );
  expect(new Set(packages)).toEqual(new Set([undefined, "ky", "@integration-platform/graphql"]));
  const [bundle] = result.outputFiles;
  expect(bundle?.text).not.toMatch(/from"(?:node:|graphql|msw)/);
  expect(gzipSync(bundle?.contents ?? "").length).toBeLessThanOrEqual(15_000);
});

test("packs what its entries name, the sources that its maps lead to, and nothing of the tests", async () => {
  const manifest = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8"));
  const targets = Object.values<string | Record<string, string>>(manifest.exports).flatMap((entry) =>
    typeof entry === "string" ? [entry] : Object.values(entry),
  );
  for (const target of targets) expect(packed).toContain(target.replace("./", ""));
  const map = JSON.parse(await readFile(join(ROOT, "dist/client.js.map"), "utf8"));
  expect(packed).toContain(join("dist", map.sources[0]));
  expect(packed.filter((path) => /^(test|bench|examples|compatibility|decisions|\.)/.test(path))).toEqual([]);
});
