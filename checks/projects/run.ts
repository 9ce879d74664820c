/**
 * `npm run check -- projects`: four applications adopt the packed packages, as the guides say: `init`, codegen beside their
 * own generator, one call and one test moved, and a schema change that the job of a pull request reports.
 */

import { mkdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { createFolder, execute, finish, runSteps } from "../commands.ts";
import { packAll } from "../pack.ts";
import { APPLICATIONS, type Application, renderTest } from "./applications.ts";

const PACKAGES = {
  ...{
    "@urql/core": "^6.0.1",
    "graphql-request": "^7.2.0",
    "@octokit/graphql": "^9.0.0",
    graphql: "^16.11.0",
  },
  ...{ "@graphql-codegen/cli": "^7.4.3", "@graphql-codegen/client-preset": "^6.1.0" },
  ...{ "@graphql-codegen/typescript": "^6.1.0", "@graphql-codegen/typescript-operations": "^6.1.9" },
  ...{
    "@graphql-codegen/typed-document-node": "^7.1.1",
    "@graphql-codegen/near-operation-file-preset": "^5.2.2",
  },
  ...{ "@graphql-typed-document-node/core": "^3.2.0", "@types/node": "^22.20.5" },
  ...{ msw: "^3.0.5", vitest: "^5.1.1", typescript: "~5.9.0" },
};

await using temp = await createFolder("projects-");

const env = {
  ...process.env,
  ...{ NO_COLOR: "1", PATH: `${join(temp.path, "node_modules/.bin")}:${process.env.PATH}` },
  ...{ GIT_AUTHOR_NAME: "Maintainer", GIT_AUTHOR_EMAIL: "maintainer@example.com" },
  ...{ GIT_COMMITTER_NAME: "Maintainer", GIT_COMMITTER_EMAIL: "maintainer@example.com" },
  ...{ GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
};

/** One installation, in the folder above all applications. */
async function install(): Promise<void> {
  const packed = await packAll(temp.path);
  const own = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  await writeFile(
    join(temp.path, "package.json"),
    JSON.stringify({ private: true, devDependencies: { ...PACKAGES, ...own } }),
  );
  await execute(temp.path, ["npm", "install", "--prefer-offline", "--no-audit", "--no-fund"], { env });
}

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

interface Place {
  /** The repository. */
  readonly root: string;
  /** The package. */
  readonly folder: string;
}

const runIn = (folder: string, ...command: readonly string[]) => execute(folder, command, { env });

async function commit({ root }: Place, message: string): Promise<void> {
  await runIn(root, "git", "add", "--all");
  await runIn(root, "git", "commit", "--quiet", "--message", message);
}

async function create({ root }: Place, { files, links }: Application): Promise<void> {
  await write(root, files);
  for (const [path, target] of Object.entries(links)) await symlink(target, join(root, path));
  await runIn(root, "git", "init", "--quiet", "--initial-branch", "main");
  await commit({ root, folder: root }, "The application as it is");
}

async function initialize(place: Place, { init, generator }: Application): Promise<void> {
  const printed = await runIn(place.folder, "platform-graphql", "init", ...init);
  if (generator !== undefined && !printed.includes("✓ updated src/generated/"))
    throw new Error(`init did not run codegen:\n${printed}`);
  // Nothing is copied.
  const copied = await stat(join(place.folder, "schema")).catch(() => undefined);
  if (copied) throw new Error("init has copied the schema");
}

/** Both generators write their files, and neither of them finds stale ones. */
async function generate({ folder }: Place, { generator }: Application): Promise<void> {
  if (generator === undefined) return;
  await runIn(folder, "graphql-codegen");
  await stat(join(folder, generator));
  await runIn(folder, "platform-graphql", "codegen", "--check");
  await runIn(folder, "graphql-codegen", "--config", "platform.config.ts", "--check");
}

const checkTypes = ({ folder }: Place) => runIn(folder, "tsc", "--noEmit");

async function moveCall(place: Place, { moved }: Application): Promise<void> {
  await commit(place, "Set up the packages");
  await write(place.folder, moved);
  await runIn(place.folder, "platform-graphql", "codegen");
  await checkTypes(place);
}

async function moveTest({ folder }: Place, { output }: Application): Promise<void> {
  await write(folder, { "src/list-names.test.ts": renderTest(output) });
  await runIn(folder, "vitest", "run", "src");
}

/** Lines that a maintainer has written, without generated code. */
async function countLines(place: Place, { folder }: Application): Promise<void> {
  await commit(place, "Move a call and its test");
  const paths = ["src/list-names.ts", "src/list-names.test.ts", "operations"].map((path) =>
    join(folder, path),
  );
  const counts = await runIn(place.root, "git", "diff", "--shortstat", "HEAD~1", "--", ...paths);
  process.stdout.write(`  ${counts.trim()}\n`);
}

/** The job of a pull request fails for a field that is nullable now, and names the operation. */
async function reportChange({ root, folder }: Place, { schema }: Application): Promise<void> {
  const file = join(root, schema);
  await runIn(root, "git", "checkout", "--quiet", "-b", "change");
  await writeFile(file, (await readFile(file, "utf8")).replace("name: String!", "name: String"));
  await runIn(folder, "platform-graphql", "codegen");
  await commit({ root, folder }, "Change the schema");
  const { code, stdout } = await finish(
    folder,
    ["platform-graphql", "schema", "check", "--base", "main"],
    env,
  );
  if (
    code !== 1 ||
    !stdout.includes("Integration.name is now nullable") ||
    !stdout.includes("ListIntegrations")
  )
    throw new Error(`the schema check ended with ${code}:\n${stdout}`);
}

async function adopt(application: Application, index: number): Promise<void> {
  const root = join(temp.path, `application-${index}`);
  const place = { root, folder: join(root, application.folder) };
  process.stdout.write(`\n${application.name}\n`);
  await runSteps({
    create: () => create(place, application),
    init: () => initialize(place, application),
    codegen: () => generate(place, application),
    types: () => checkTypes(place),
    "move a call": () => moveCall(place, application),
    "move a test": () => moveTest(place, application),
    "edited lines": () => countLines(place, application),
    "a schema change is reported": () => reportChange(place, application),
  });
  await rm(root, { recursive: true });
}

await runSteps({ install });
for (const [index, application] of APPLICATIONS.entries()) await adopt(application, index);
