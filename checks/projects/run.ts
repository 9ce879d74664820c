/**
 * `npm run check -- projects`: four applications adopt the packed packages with the lines and the files of
 * the guides: `init`, codegen next to their own generator, one call and one test moved, and the job of a pull
 * request, which reports a schema change.
 */

import { mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { readBlocks } from "../../test/support/blocks.ts";
import { createFolder, execute, finish, runSteps } from "../commands.ts";
import { type Packed, packAll } from "../pack.ts";
import { readRecipes } from "../recipes/recipes.ts";
import { APPLICATIONS, type Application, LIST } from "./applications.ts";
import { watchEdit } from "./watch.ts";

const PACKAGES: Readonly<Record<string, string>> = {
  "@urql/core": "^6.0.1",
  "graphql-request": "^7.2.0",
  "@octokit/graphql": "^9.0.0",
  graphql: "^16.11.0",
  "@graphql-codegen/cli": "^7.4.3",
  "@graphql-codegen/client-preset": "^6.1.0",
  "@graphql-codegen/typescript": "^6.1.0",
  "@graphql-codegen/typescript-operations": "^6.1.9",
  "@graphql-codegen/typed-document-node": "^7.1.1",
  "@graphql-codegen/near-operation-file-preset": "^5.2.2",
  "@parcel/watcher": "^2.5.0",
  "@graphql-typed-document-node/core": "^3.2.0",
  "@types/node": "^22.20.5",
  msw: "^3.0.5",
  vitest: "^5.1.1",
  typescript: "~5.9.0",
  pnpm: "^12.0.0",
};
const CODE = "src/list-names.ts";
const TEST = "src/list-names.test.ts";

await using temp = await createFolder("projects-");
/** Outside of the other folder, so that no package is found in a parent. */
await using isolated = await createFolder("projects-pnpm-");
const packed: Packed[] = [];

interface Place {
  /** The repository. */
  readonly root: string;
  /** The package. */
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
}

/** The lines of the guides that the applications run. */
interface Guide {
  readonly init: string;
  readonly codegen: string;
  readonly generator: string;
  readonly test: string;
  readonly ci: string;
  /** The files of the moved call and of its test, by path. */
  readonly files: Readonly<Record<string, string>>;
}

const guide = await readGuide();

async function readGuide(): Promise<Guide> {
  const readLines = async (page: string, heading: string): Promise<string[]> => {
    const blocks = (await readBlocks(page)).filter(
      ({ section, language }) => section === heading && language === "sh",
    );
    return (blocks[0]?.code ?? "")
      .trim()
      .split("\n")
      .map((line) => line.replace(/ *#.*/, ""));
  };
  const adoption = await readLines("docs/graphql-codegen.md", "Adopt the packages");
  const [init = "", codegen = "", generator = ""] = adoption;
  const [ci = ""] = await readLines("docs/ci.md", "Pull requests");
  const recipes = await readRecipes();
  const vitest = recipes.get("Vitest");
  return {
    init,
    codegen,
    generator,
    ci,
    test: vitest?.commands[0] ?? "",
    files: { ...recipes.get("")?.files, ...vitest?.files },
  };
}

function createEnvironment(folders: readonly string[]): NodeJS.ProcessEnv {
  const inherited = (process.env.PATH ?? "")
    .split(delimiter)
    .filter((path) => !path.includes("node_modules"));
  return {
    ...process.env,
    NO_COLOR: "1",
    PATH: [...folders, dirname(process.execPath), ...inherited].join(delimiter),
    GIT_AUTHOR_NAME: "Maintainer",
    GIT_AUTHOR_EMAIL: "maintainer@example.com",
    GIT_COMMITTER_NAME: "Maintainer",
    GIT_COMMITTER_EMAIL: "maintainer@example.com",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_CONFIG_NOSYSTEM: "1",
  };
}

/** One installation, in the folder above the applications that npm installs. */
async function install(): Promise<void> {
  packed.push(...(await packAll(temp.path)));
  const devDependencies = { ...PACKAGES, ...listTarballs() };
  await writeFile(join(temp.path, "package.json"), JSON.stringify({ private: true, devDependencies }));
  await execute(temp.path, ["npm", "install", "--prefer-offline", "--no-audit", "--no-fund"]);
}

const listTarballs = (): Record<string, string> =>
  Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

const runIn = ({ env }: Place, folder: string, ...command: readonly string[]) =>
  execute(folder, command, { env });

/** Runs a line of a guide in the package. The path has the commands of its packages. */
function runLine(place: Place, { dependencies }: Application, line: string): Promise<string> {
  const fitted = dependencies ? line.replace("npm run", "pnpm run") : line;
  return runIn(place, place.folder, ...fitted.replace("npx ", "").split(" "));
}

async function commit(place: Place, message: string): Promise<void> {
  await runIn(place, place.root, "git", "add", "--all");
  await runIn(place, place.root, "git", "commit", "--quiet", "--message", message);
}

/** The default branch has the application as it is. The packages come with a pull request. */
async function create(place: Place, application: Application): Promise<void> {
  const { root } = place;
  const { files, links, dependencies } = application;
  await write(root, files);
  for (const [path, target] of Object.entries(links)) await symlink(target, join(root, path));
  if (dependencies) await installByPnpm(place, dependencies);
  await runIn(place, root, "git", "init", "--quiet", "--initial-branch", "main");
  await commit(place, "The application as it is");
  await runIn(place, root, "git", "clone", "--quiet", "--bare", ".", `${root}.git`);
  await runIn(place, root, "git", "remote", "add", "origin", `${root}.git`);
  await runIn(place, root, "git", "checkout", "--quiet", "-b", "adopt");
}

/** pnpm hides the packages that the application does not declare. */
async function installByPnpm(place: Place, dependencies: readonly string[]): Promise<void> {
  const { root, folder } = place;
  const manifest = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
  const versions = Object.fromEntries(dependencies.map((name) => [name, PACKAGES[name]]));
  const own = listTarballs();
  // Without the overrides, pnpm looks for the packages in the registry when one depends on another.
  const workspace = { packages: ["apps/*"], hoist: false, strictPeerDependencies: true, overrides: own };
  await write(root, { "pnpm-workspace.yaml": JSON.stringify(workspace) });
  await write(folder, {
    "package.json": JSON.stringify({ ...manifest, devDependencies: { ...versions, ...own } }),
  });
  await runIn(place, root, "pnpm", "install", "--ignore-scripts", "--prefer-offline");
}

async function initialize(place: Place, application: Application): Promise<void> {
  const { init, generator } = application;
  const printed = await runLine(place, application, `${guide.init} ${init}`.trim());
  if (generator !== undefined && !printed.includes("✓ updated src/generated/"))
    throw new Error(`init did not run codegen:\n${printed}`);
  if (application.dependencies && !printed.includes("pnpm run platform:codegen"))
    throw new Error(`init did not find pnpm:\n${printed}`);
  // Nothing is copied.
  const copied = await stat(join(place.folder, "schema")).catch(() => undefined);
  if (copied) throw new Error("init has copied the schema");
}

/** Both generators write their files, and neither of them finds stale ones: they have the same bytes. */
async function generate(place: Place, application: Application): Promise<void> {
  const { generator } = application;
  if (generator === undefined) return;
  const config = join(place.folder, "platform.config.ts");
  const text = await readFile(config, "utf8");
  await writeFile(config, text.replace("plugins: [],", 'plugins: ["typed-document-node"],'));
  await runLine(place, application, guide.codegen);
  await runLine(place, application, guide.generator);
  await stat(join(place.folder, generator));
  await stat(join(place.folder, "src/generated/documents.ts"));
  await runLine(place, application, "npx platform-graphql codegen --check");
  await runLine(place, application, "npx graphql-codegen --config platform.config.ts --check");
}

async function moveCall(place: Place, application: Application): Promise<void> {
  await commit(place, "Set up the packages");
  const { operation } = application;
  const call = guide.files[CODE] ?? "";
  await write(place.folder, {
    // The text of the operation can stay in the script of the call.
    [CODE]: operation === "" ? `${call}\n/* GraphQL */ \`${LIST}\`;\n` : call,
    ...(operation && { [operation]: `${LIST}\n` }),
  });
  await runLine(place, application, guide.codegen);
  await runLine(place, application, "npx tsc --noEmit");
}

async function moveTest(place: Place, application: Application): Promise<void> {
  await write(place.folder, { [TEST]: guide.files[TEST] ?? "" });
  await runLine(place, application, guide.test);
}

/** Lines that a maintainer has written, without generated code. */
async function countLines(place: Place, { folder }: Application): Promise<void> {
  await commit(place, "Move a call and its test");
  const paths = [CODE, TEST, "operations"].map((path) => join(folder, path));
  const counts = await runIn(place, place.root, "git", "diff", "--shortstat", "HEAD~1", "--", ...paths);
  process.stdout.write(`  ${counts.trim()}\n`);
}

/** Runs the job of a pull request. Returns what it prints. @throws Error if it ends with another code */
async function runJob(place: Place, expected: number): Promise<string> {
  const [command = "", ...args] = guide.ci.replace("npx ", "").split(" ");
  const env = { ...place.env, GITHUB_BASE_REF: "main" };
  const { code, stdout, stderr } = await finish(place.folder, [command, ...args], env);
  if (code !== expected)
    throw new Error(`${guide.ci} ended with ${code}, not ${expected}\n${stdout}${stderr}`);
  for (const [index, arg] of args.entries()) {
    if (arg === "--output") await rm(join(place.folder, args[index + 1] ?? ""));
  }
  return stdout;
}

/** The job passes for the move, and fails for a field that is nullable then. */
async function reportChange(place: Place, application: Application): Promise<void> {
  await runJob(place, 0);
  await runIn(place, place.root, "git", "push", "--quiet", "origin", "adopt:main");
  await runIn(place, place.root, "git", "checkout", "--quiet", "-b", "change");
  const file = join(place.root, application.schema);
  await writeFile(file, (await readFile(file, "utf8")).replace("name: String!", "name: String"));
  await runLine(place, application, guide.codegen);
  await commit(place, "Change the schema");
  const printed = await runJob(place, 1);
  for (const part of ["Integration.name is now nullable", "ListIntegrations", "✗ Schema"]) {
    if (!printed.includes(part)) throw new Error(`the job does not report "${part}":\n${printed}`);
  }
}

async function adopt(application: Application, index: number): Promise<void> {
  const { watched } = application;
  const isPnpm = application.dependencies !== undefined;
  const root = join(isPnpm ? isolated.path : temp.path, `application-${index}`);
  const folder = join(root, application.folder);
  const shared = join(temp.path, "node_modules/.bin");
  // Of the shared packages, the application of pnpm gets only pnpm.
  const paths = isPnpm ? [join(folder, "node_modules/.bin"), join(isolated.path, "bin")] : [shared];
  if (isPnpm) {
    await mkdir(join(isolated.path, "bin"));
    await symlink(join(shared, "pnpm"), join(isolated.path, "bin/pnpm"));
  }
  const place = { root, folder, env: createEnvironment(paths) };
  const startedAt = performance.now();
  process.stdout.write(`\n${application.name}\n`);
  await runSteps({
    create: () => create(place, application),
    init: () => initialize(place, application),
    codegen: () => generate(place, application),
    types: async () => void (await runLine(place, application, "npx tsc --noEmit")),
    "move a call": () => moveCall(place, application),
    "move a test": () => moveTest(place, application),
    "edited lines": () => countLines(place, application),
    "a schema change is reported": () => reportChange(place, application),
    ...(watched !== undefined && {
      "graphql-codegen --watch": () => watchEdit(place, join(folder, watched)),
    }),
  });
  process.stdout.write(`  ${Math.round((performance.now() - startedAt) / 1000)} s in all\n`);
  await rm(root, { recursive: true });
}

await runSteps({ install });
for (const [index, application] of APPLICATIONS.entries()) await adopt(application, index);
