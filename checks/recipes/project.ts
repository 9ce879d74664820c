/** Projects with the packed packages, in which the recipes run. */

import { cp, mkdir, writeFile } from "node:fs/promises";
import { delimiter, dirname, join } from "node:path";
import process from "node:process";
import { execute, type Finished, finish, ROOT } from "../commands.ts";
import { packAll } from "../pack.ts";

const NEWEST = {
  graphql: "^17.1.0",
  msw: "^3.0.5",
  vitest: "^5.1.1",
  vite: "^8.0.0",
  jsdom: "^31.0.0",
  "@vitest/browser-playwright": "^5.1.1",
  playwright: "^1.65.1",
  "@playwright/test": "^1.65.1",
  jest: "^30.5.2",
  "jest-environment-jsdom": "^30.5.2",
  "jest-fixed-jsdom": "^0.0.11",
  "@jest/globals": "^30.5.2",
  "@swc/jest": "^0.2.39",
  "@swc/core": "^1.16.0",
  "ts-jest": "^29.4.15",
  "babel-jest": "^30.5.2",
  "@babel/core": "^7.29.0",
  "@babel/preset-env": "^7.29.0",
  "@babel/preset-typescript": "^7.28.0",
  typescript: "~5.9.0",
  "@types/node": "^22.20.5",
  prettier: "^3.10.1",
  eslint: "^10.15.0",
  "typescript-eslint": "^8.73.0",
};
/** Installed below the others, so that a project there finds these first. */
const OLDEST = { graphql: "16.11.0", msw: "~2.11.0", vitest: "^3.2.0", jsdom: "^26.0.0" };

const CONFIG = `import { typedOperations } from "@integration-platform/graphql-cli/codegen";

export default typedOperations({ documents: "operations", output: "src/generated", schemaModule: true });
`;
const FILES = {
  "schema/schema.graphql": `type Query { integrations: IntegrationConnection! }
type IntegrationConnection { nodes: [Integration!]! }
type Integration { id: ID! name: String! }
`,
  "operations/list-integrations.graphql": "query ListIntegrations { integrations { nodes { id name } } }\n",
};
const TSCONFIG = {
  compilerOptions: {
    target: "es2023",
    module: "nodenext",
    lib: ["es2023", "dom", "esnext.disposable"],
    types: ["node"],
    // Isolated modules: ts-jest then does not check types, which takes most of its time.
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    isolatedModules: true,
  },
  include: ["newest", "oldest"],
  exclude: ["oldest/node_modules"],
};

export type Files = Readonly<Record<string, string>>;

export interface ProjectOptions {
  readonly files: Files;
  /** The type of package.json. @default "module" */
  readonly type?: "commonjs" | undefined;
  /** Extension of the imports in generated code. @default ".js" */
  readonly extension?: ".ts" | undefined;
  /** Whether it uses the oldest versions of `graphql` and `msw`. */
  readonly isOldest?: boolean | undefined;
}

export interface Project {
  /** Writes or replaces files. */
  write(files: Files): Promise<void>;
  /** Returns what a command prints. @throws Error if it fails */
  run(line: string): Promise<string>;
  /** Returns what a command prints that fails. @throws Error if it does not exit with 1 */
  fail(line: string): Promise<string>;
}

/** Installs the packages in a folder. */
export async function install(root: string): Promise<void> {
  const packed = await packAll(root);
  const own = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  for (const [folder, packages] of [[root, NEWEST] as const, [join(root, "oldest"), OLDEST] as const]) {
    const manifest = { private: true, devDependencies: { ...packages, ...own } };
    await write(folder, { "package.json": JSON.stringify(manifest) });
    const flags = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
    await execute(folder, ["npm", "install", ...flags]);
  }
  await write(root, { "tsconfig.json": JSON.stringify(TSCONFIG) });
}

/** Checks the types of all projects. */
export async function checkTypes(root: string): Promise<void> {
  await execute(root, [join(ROOT, "node_modules/.bin/tsc"), "-p", "."]);
}

let created = 0;

/** The folders of the generated code, by the extension of its imports. */
const generated: Record<string, Promise<string>> = {};

async function generate(root: string, extension: string): Promise<string> {
  const folder = `codegen${extension}`;
  const config = CONFIG.replace("schemaModule", `importExtension: "${extension}", schemaModule`);
  const project = openProject(root, folder);
  await project.write({ ...FILES, "codegen.mts": config, "package.json": "{}" });
  await project.run("npx platform-graphql codegen");
  return join(root, folder, "src/generated");
}

/** Writes a project with generated code. */
export async function createProject(root: string, options: ProjectOptions): Promise<Project> {
  const { files, type = "module", extension = ".js", isOldest = false } = options;
  const folder = join(isOldest ? "oldest" : "newest", String(++created));
  const project = openProject(root, folder);
  const tsconfig = '{ "extends": "../../tsconfig.json" }';
  await project.write({ "package.json": JSON.stringify({ type }), "tsconfig.json": tsconfig, ...files });
  generated[extension] ??= generate(root, extension);
  await cp(await generated[extension], join(root, folder, "src/generated"), { recursive: true });
  return project;
}

/** @param name - A folder below `root` */
export function openProject(root: string, name: string): Project {
  const folder = join(root, name);
  const start = async (line: string, expected: number): Promise<string> => {
    const { code, stdout, stderr } = await startLine(root, folder, line);
    if (code !== expected) throw new Error(`${line} ended with ${code}, not ${expected}\n${stdout}${stderr}`);
    return `${stdout}${stderr}`;
  };
  return {
    write: (files) => write(folder, files),
    run: (line) => start(line, 0),
    fail: (line) => start(line, 1),
  };
}

/**
 * Runs the line of a shell block. The path has the commands of the installed packages, so that it needs no
 * npx.
 */
function startLine(root: string, folder: string, line: string): Promise<Finished> {
  const { NODE_OPTIONS: _, ...inherited } = process.env;
  const folders = [join(folder, "../node_modules/.bin"), join(root, "node_modules/.bin")];
  const path = [...folders, process.env.PATH].join(delimiter);
  const env = { ...inherited, NO_COLOR: "1", CI: "1", PATH: path };
  return finish(folder, ["sh", "-c", line.replace("npx ", "")], env);
}

async function write(folder: string, files: Files): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}
