/**
 * Sets up a project: each file that does not exist yet is written, and nothing is overwritten, so there is no `--force`. It
 * installs nothing, because package managers differ.
 */

import { createInterface } from "node:readline";
import { count } from "@integration-platform/graphql-compiler/internal/reports/summary";
import type { GraphQLSchema } from "graphql";
import { isExclusion } from "../../codegen/find-files.ts";
import { SNAPSHOT } from "../../codegen/read-settings.ts";
import { isRecord } from "../../text.ts";
import { listRootFields } from "../add/operation.ts";
import { EXIT, Problem } from "../errors/problem.ts";
import { exists, readJson, readText, writeTexts } from "../project/files.ts";
import { nameVariable } from "../project/headers.ts";
import { loadProject, type Project, parseProjectSchema, readProjectSchema } from "../project/project.ts";
import { findUnmappedScalars, type PullOptions, replaceSnapshot } from "../schema/pull.ts";
import { paint, printable, type Terminal } from "../terminal/terminal.ts";
import { createJob, findRoot, type System } from "./ci.ts";
import { readForeignDocuments } from "./foreign.ts";
import { findPackageManager, type PackageManager } from "./packages.ts";
import {
  type Additions,
  findAdditions,
  findImportExtension,
  type Manifest,
  nameAdditions,
  TSCONFIG,
} from "./typescript.ts";

export interface InitOptions extends Omit<PullOptions, "snapshot" | "format"> {
  readonly ci?: System;
}

const OUTPUT = "src/generated";

const SCRIPTS = {
  codegen: "platform-graphql codegen",
  "schema:pull": "platform-graphql schema pull",
  "schema:check": "platform-graphql schema check",
};

/** Names that graphql-config searches for. */
const EDITOR_CONFIGS = ["", ".yml", ".yaml", ".json", ".toml", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"].flatMap(
  (end) => (end === "" ? [".graphqlrc"] : [`.graphqlrc${end}`, `graphql.config${end}`]),
);

/** A file, and whether the command wrote it. */
interface Step {
  readonly file: string;
  readonly isWritten: boolean;
  readonly note?: string | undefined;
}

export async function init(options: InitOptions, terminal: Terminal): Promise<number> {
  const { stdout } = terminal;
  const manifest = await readManifest();
  const project = await loadProject(options, { isLocal: true });
  const additions = await chooseAdditions(manifest, terminal);
  // First, because it is the only step that usually fails: then nothing is written.
  const steps: Step[] = [await saveSchema(project, options, terminal)];
  if (additions.tsconfig) steps.push(await writeMissing("tsconfig.json", TSCONFIG));
  const changed = extendManifest(manifest, additions);
  const root = await findRoot();
  const manager = findPackageManager(root);
  const config = await planConfig(project, changed.manifest);
  const { schema: snapshot = SNAPSHOT } = project;
  const schema = parseProjectSchema(await readProjectSchema({ ...project, schema: snapshot }));
  const editorConfig = EDITOR_CONFIGS.find(exists) ?? ("graphql" in manifest ? "package.json" : ".graphqlrc.yml");
  const command = changed.script === "codegen" ? undefined : `${manager.run} ${changed.script}`;
  steps.push(
    await writeMissing(config.file, await renderConfig(config.documents, command, schema, options), config.note),
    await writeMissing(editorConfig, renderEditorConfig(snapshot, config.documents)),
    await writeManifest(changed),
  );
  const job = options.ci && (await createJob(options.ci, root, manager));
  if (job) steps.push(await writeMissing(job.file, job.text, manager.isAssumed && "for npm: there is no lock file"));
  for (const step of steps) stdout.write(renderStep(step, stdout));
  const next = [...listNext(manifest, schema, changed.script, manager), ...(job?.next ?? [])];
  stdout.write(`\n${paint(stdout, "bold", "Next")}\n${next.map((line) => `  ${printable(line)}\n`).join("")}`);
  return EXIT.success;
}

/** @throws Problem if there is no valid package.json. */
async function readManifest(): Promise<Manifest> {
  if (!exists("package.json")) {
    throw new Problem(
      "there is no package.json in this folder",
      'Run "npm init --yes", or change to the folder of your package.',
    );
  }
  const content = await readJson("package.json", "Fix the file, then run the command again.");
  if (isRecord(content) && isRecord(content.scripts ?? {})) return content;
  throw new Problem("package.json: the file is not a JSON object", "Fix it, then run the command again.");
}

/** On a terminal, the user decides. Elsewhere, what is missing is written. */
async function chooseAdditions(manifest: Manifest, { stdin, stdout, interruption }: Terminal): Promise<Additions> {
  const additions = findAdditions(manifest);
  const names = nameAdditions(additions);
  if (names.length === 0 || !stdin?.isTTY || !stdout.isTTY) return additions;
  stdout.write(`Add what TypeScript needs: ${names.join(", ")}? [Y/n] `);
  // With an output, Ctrl-C is a key instead of a signal.
  for await (const answer of createInterface({ input: stdin, signal: interruption })) {
    return /^\s*n/i.test(answer) ? { tsconfig: false, script: false, module: false } : additions;
  }
  stdout.write("\n");
  interruption.throwIfAborted();
  throw new Problem("the question has no answer", "Run the command again, and type y or n.");
}

/** @throws Problem */
async function saveSchema(project: Project, options: InitOptions, terminal: Terminal): Promise<Step> {
  const file = project.schema ?? SNAPSHOT;
  if (exists(file)) return { file, isWritten: false };
  const { types, from } = await replaceSnapshot(project, { ...options, snapshot: file }, terminal);
  return { file, isWritten: true, note: `${count(types, "type")} of ${from.label}` };
}

async function writeMissing(file: string, text: string, note?: string): Promise<Step> {
  if (exists(file)) return { file, isWritten: false };
  await writeTexts({ [file]: text }, "init");
  return { file, isWritten: true, note };
}

interface ConfigPlan {
  readonly file: string;
  readonly documents: readonly string[];
  readonly note?: string;
}

/** A config of graphql-codegen for something else keeps its name; ours takes over its documents. */
async function planConfig({ config, foreign, operations }: Project, manifest: Manifest): Promise<ConfigPlan> {
  // A TypeScript file in a package with CommonJS cannot have imports.
  const end = manifest.type === "module" || manifest.type === undefined ? "ts" : "mts";
  const documents = operations ?? ["operations"];
  if (config !== undefined) return { file: config, documents };
  if (foreign === undefined) return { file: `codegen.${end}`, documents };
  const found = await readForeignDocuments(foreign);
  const note = found.length > 0 ? `with the documents of ${foreign}` : `${foreign} has no documents: set them here`;
  return { file: `platform.config.${end}`, documents: found.length > 0 ? found : documents, note };
}

/** @param command - Runs codegen, if it is not the default. */
async function renderConfig(
  documents: readonly string[],
  command: string | undefined,
  schema: GraphQLSchema,
  { header, envPrefix }: InitOptions,
): Promise<string> {
  const unmapped = findUnmappedScalars(schema).map(({ name }) => `${name}: "string"`);
  // No value of a header is written to a file.
  const headers = Object.keys(header).map((name) => `"${name}": "$${nameVariable(name, envPrefix)}"`);
  const extension = await findImportExtension();
  const paths = documents.map((path) => JSON.stringify(path)).join(", ");
  const lines = [
    `schema: "${SNAPSHOT}",`,
    `documents: ${documents.length === 1 ? paths : `[${paths}]`},`,
    ...(Object.keys(header).length === 0 ? [] : [`headers: { ${headers.join(", ")} }, // values of the environment`]),
    `output: "${exists(OUTPUT) ? "src/platform" : OUTPUT}",`,
    ...(extension === undefined ? [] : [`importExtension: "${extension}",`]),
    ...(command === undefined ? [] : [`command: "${command}",`]),
    "schemaModule: true, // the schema as a string, for tests",
    "documentNodes: false, // true: documents.ts, for Apollo, urql and other GraphQL clients",
    ...(unmapped.length === 0 ? [] : [`// scalars: { ${unmapped.join(", ")} }, // unknown until they have a type`]),
  ];
  return `import { typedOperations } from "@integration-platform/graphql-cli/codegen";

export default typedOperations({
${lines.map((line) => `  ${line}\n`).join("")}});
`;
}

/**
 * For extensions of editors, which complete and validate operations against the snapshot; no command reads it. YAML needs no
 * module loader. It repeats the paths of the config, because graphql-config cannot read that file.
 */
function renderEditorConfig(schema: string, documents: readonly string[]): string {
  const toGlob = (path: string) => (/[*{?]|\.\w+$/.test(path) ? path : `${path.replace(/\/$/, "")}/**/*.{graphql,gql}`);
  const list = (name: string, paths: readonly string[]) =>
    paths.length === 0 ? "" : `${name}:\n${paths.map((path) => `  - ${JSON.stringify(path)}\n`).join("")}`;
  const [included, excluded] = [documents.filter((path) => !isExclusion(path)), documents.filter(isExclusion)];
  return `# For editors: completes and validates operations.
schema: ${JSON.stringify(schema)}
${list("documents", included.map(toGlob))}${list(
  "exclude",
  excluded.map((path) => `${path.slice(1)}/**`),
)}`;
}

interface Changed {
  readonly manifest: Manifest;
  /** Name of the script that runs codegen. */
  readonly script: string;
  /** What was added. */
  readonly names: readonly string[];
}

/** A script of the user keeps its name: ours then starts with "platform:". */
function extendManifest(manifest: Manifest, { script, module }: Additions): Changed {
  const scripts: Record<string, string> = { ...(manifest.scripts as object | undefined) };
  const own = Object.entries({ ...SCRIPTS, ...(script && { types: "tsc --noEmit" }) });
  const added = own.flatMap(([name, command]) => {
    if (Object.values(scripts).includes(command)) return [];
    return [[Object.hasOwn(scripts, name) ? `platform:${name}` : name, command] as const];
  });
  const all = { ...scripts, ...Object.fromEntries(added) };
  const [codegen = "codegen"] = Object.entries(all).find(([, command]) => command === SCRIPTS.codegen) ?? [];
  const names = added.map(([name]) => name);
  return {
    manifest: { ...manifest, ...(module && { type: "module" }), scripts: all },
    script: codegen,
    names: [
      ...(module ? ['"type": "module"'] : []),
      ...(names.length > 0 ? [`${names.length === 1 ? "script" : "scripts"} ${names.join(", ")}`] : []),
    ],
  };
}

async function writeManifest({ manifest, names }: Changed): Promise<Step> {
  const file = "package.json";
  if (names.length === 0) return { file, isWritten: false };
  const text = await readText(file, "Check the file.");
  // The indentation is kept, so that the change is small.
  const [, indent = "  "] = /^\{\r?\n([ \t]+)/.exec(text.trimStart()) ?? [];
  await writeTexts({ [file]: `${JSON.stringify(manifest, undefined, indent)}\n` }, "init");
  return { file, isWritten: true, note: names.join(", ") };
}

function renderStep({ file, isWritten, note }: Step, stream: NodeJS.WriteStream): string {
  const details = isWritten ? note : "exists, not changed";
  const mark = isWritten ? paint(stream, "green", "✓") : paint(stream, "dim", "–");
  return `${mark} ${printable(file)}${details === undefined ? "" : paint(stream, "dim", `  ${printable(details)}`)}\n`;
}

const PACKAGE = "@integration-platform/graphql";
/** Packages for development: of each project, and of one in TypeScript. */
const FOR_DEVELOPMENT = [`${PACKAGE}-cli`, `${PACKAGE}-testing`, "graphql"];
const FOR_TYPES = ["typescript", "@types/node"];

/** The commands that come next. They fit the schema and the installed packages. */
function listNext(manifest: Manifest, schema: GraphQLSchema, script: string, manager: PackageManager): string[] {
  const installed = { ...(manifest.devDependencies as object), ...(manifest.dependencies as object) };
  const isMissing = (name: string) => !Object.hasOwn(installed, name);
  const tools = [...FOR_DEVELOPMENT, ...(exists("tsconfig.json") ? FOR_TYPES : [])].filter(isMissing);
  const [field] = listRootFields(schema);
  return [
    ...(isMissing(PACKAGE) ? [`${manager.add} ${PACKAGE}`] : []),
    ...(tools.length > 0 ? [`${manager.addForDevelopment} ${tools.join(" ")}`] : []),
    `npx platform-graphql add ${field?.field.name ?? "<field>"}`,
    `${manager.run} ${script}`,
    "npx platform-graphql rules   # for tests with filters and mutations",
  ];
}
