/**
 * Sets up a project: each file that does not exist yet is written. No file is overwritten, so there is no `--force`, but
 * package.json, .gitattributes and .prettierignore get the lines that are missing. It installs nothing, because package
 * managers differ. It ends with a run of codegen.
 */

import { type Ink, ink, paint } from "@integration-platform/graphql-compiler/internal/text/ink";
import { count } from "@integration-platform/graphql-compiler/internal/text/phrases";
import type { GraphQLSchema } from "graphql";
import { typedOperations } from "../../codegen/config.ts";
import { hasFiles, isExclusion } from "../../codegen/find-files.ts";
import { readSettings } from "../../codegen/read-settings.ts";
import type { Settings, TypedOperationsOptions } from "../../codegen/settings.ts";
import { listRootFields } from "../add/render-operation.ts";
import { generate, report } from "../codegen/generate.ts";
import { EXIT } from "../errors/problem.ts";
import { exists, writeTexts } from "../project/files.ts";
import { nameVariable } from "../project/headers.ts";
import { loadProject, type Project, parseProjectSchema, readProjectSchema } from "../project/project.ts";
import { findUnmappedScalars } from "../schema/pull.ts";
import { indent } from "../terminal/messages.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { type ChosenSchema, chooseSchema } from "./choose-schema.ts";
import { renderConfig, renderEditorConfig } from "./config-text.ts";
import { findOperations } from "./find-operations.ts";
import { type Foreign, readForeign } from "./foreign.ts";
import type { InitOptions } from "./init-options.ts";
import { createJob, findRoot } from "./job.ts";
import { writeAttributes, writeIgnore } from "./lines.ts";
import { extendManifest, readManifest, writeManifest } from "./package-scripts.ts";
import { findPackageManager, type PackageManager } from "./packages.ts";
import { ask, canAsk } from "./question.ts";
import {
  type Additions,
  findAdditions,
  findImportExtension,
  type Manifest,
  nameAdditions,
  renderTsconfig,
} from "./tsconfig.ts";

const OUTPUT = "src/generated";
/** The generated files that a new project has or does not have. */
const GENERATED: Pick<TypedOperationsOptions, "schemaModule" | "documentNodes"> = {
  schemaModule: true,
  documentNodes: false,
};

/** Names that graphql-config searches for. */
const EDITOR_CONFIGS = [
  "",
  ".yml",
  ".yaml",
  ".json",
  ".toml",
  ".js",
  ".mjs",
  ".cjs",
  ".ts",
  ".mts",
  ".cts",
].flatMap((end) => (end === "" ? [".graphqlrc"] : [`.graphqlrc${end}`, `graphql.config${end}`]));

/** A file, and whether the command wrote it. */
interface Step {
  readonly file: string;
  readonly isWritten: boolean;
  readonly note?: string | undefined;
}

export async function init(options: InitOptions, terminal: Terminal): Promise<number> {
  const { stdout } = terminal;
  const manifest = await readManifest();
  const project = await loadProject(options, { onlyHere: true });
  const foreign = await findForeign(project, manifest, options);
  const additions = await chooseAdditions(manifest, terminal);
  // First, because it is the step that usually fails: then nothing is written.
  const chosen = await chooseSchema(project, foreign, options, terminal);
  const schema = parseProjectSchema(await readProjectSchema(useSchema(project, chosen)));
  const plan = await planConfig(project, foreign, options, isModule(manifest, additions));
  const root = await findRoot();
  const manager = findPackageManager(root);
  const changed = extendManifest(manifest, additions, chosen.isSnapshot);
  const command = changed.script === "codegen" ? undefined : `${manager.run} ${changed.script}`;
  const config = await createOptions(plan.documents, chosen, command, options, additions);
  const settings = project.settings ?? readSettings(typedOperations(config));
  const steps: Step[] = [{ file: chosen.files.join(", "), isWritten: chosen.isWritten, note: chosen.note }];
  if (additions.tsconfig) steps.push(await writeMissing("tsconfig.json", renderTsconfig(changed.manifest)));
  const unmapped = findUnmappedScalars(schema).map(({ name }) => name);
  steps.push(await writeMissing(plan.file, renderConfig(config, unmapped, foreign !== undefined), plan.note));
  steps.push(await writeEditorConfig(manifest, chosen.files, plan.documents));
  if (changed.names.length > 0) await writeManifest(changed);
  steps.push({ file: "package.json", isWritten: changed.names.length > 0, note: changed.names.join(", ") });
  if (settings) steps.push(...(await addToolLines(settings, chosen, root)));
  const job = options.ci && (await createJob(options.ci, root, manager));
  if (job)
    steps.push(await writeMissing(job.file, job.text, manager.isAssumed && "for npm: there is no lock file"));
  for (const step of steps) stdout.print(renderStep(step));
  const code = plan.hasOperations && settings ? report(await generate(settings), terminal) : EXIT.success;
  const commands = listNext(manifest, schema, {
    script: changed.script,
    manager,
    hasOperations: plan.hasOperations,
  });
  const next = [...commands, ...(job?.next ?? [])];
  stdout.print(ink`\n${paint("bold", "Next")}\n${indent(next)}`);
  return code;
}

/** Whether a TypeScript file can have imports. Node.js detects the format if package.json has no type. */
function isModule({ type }: Manifest, { module }: Additions): boolean {
  return module || type === "module" || type === undefined;
}

/** The other config is not read if options say the same. */
async function findForeign(
  project: Project,
  manifest: Manifest,
  options: InitOptions,
): Promise<Foreign | undefined> {
  if (project.config !== undefined) return undefined;
  if (options.operations !== undefined && (options.schema ?? options.from) !== undefined) {
    return project.foreign === undefined ? undefined : { file: project.foreign, schema: [], documents: [] };
  }
  return readForeign(project.foreign, manifest);
}

function useSchema(project: Project, { files }: ChosenSchema): Project {
  const [first] = files;
  return { ...project, schema: first, splitSchema: files.length > 1 ? files : project.splitSchema };
}

/** On a terminal, the user decides. Elsewhere, what is missing is written. */
async function chooseAdditions(manifest: Manifest, terminal: Terminal): Promise<Additions> {
  const additions = findAdditions(manifest);
  const names = nameAdditions(additions);
  if (names.length === 0 || !canAsk(terminal)) return additions;
  const question = `Add what TypeScript needs: ${names.join(", ")}? [Y/n] `;
  const answer = await ask(question, "Run the command again, and type y or n.", terminal);
  return /^n/i.test(answer) ? { tsconfig: false, script: false, module: false } : additions;
}

async function writeMissing(file: string, text: string, note?: string): Promise<Step> {
  if (exists(file)) return { file, isWritten: false };
  await writeTexts({ [file]: text }, "init");
  return { file, isWritten: true, note };
}

interface ConfigPlan {
  readonly file: string;
  readonly documents: readonly string[];
  readonly hasOperations: boolean;
  readonly note?: string | undefined;
}

/** A config of graphql-codegen for something else keeps its name; ours takes over its documents. */
async function planConfig(
  { config, settings }: Project,
  foreign: Foreign | undefined,
  { operations = settings?.documents }: InitOptions,
  isEsm: boolean,
): Promise<ConfigPlan> {
  // A TypeScript file in a package with CommonJS cannot have imports.
  const file = config ?? `${foreign ? "platform.config" : "codegen"}.${isEsm ? "ts" : "mts"}`;
  const paths = operations ?? foreign?.documents ?? [];
  if (paths.length > 0) {
    const hasOperations = paths.some((path) => !isExclusion(path) && hasFiles(path));
    const note = operations === undefined ? `with the documents of ${foreign?.file}` : undefined;
    return { file, documents: paths, hasOperations, note };
  }
  const listed = await findOperations();
  if (listed)
    return {
      file,
      ...listed,
      hasOperations: true,
      note: `with the operations of ${count(listed.count, "file")}`,
    };
  const note = foreign && `${foreign.file} has no documents: set them here`;
  return { file, documents: ["operations"], hasOperations: false, note };
}

/** @param command - Runs codegen, if it is not the default. */
async function createOptions(
  documents: readonly string[],
  { files }: ChosenSchema,
  command: string | undefined,
  { header, envPrefix }: InitOptions,
  { tsconfig }: Additions,
): Promise<TypedOperationsOptions> {
  // No value of a header is written to a file.
  const headers = Object.keys(header).map((name) => [name, `$${nameVariable(name, envPrefix)}`]);
  const extension = tsconfig ? ".ts" : await findImportExtension();
  return {
    schema: files,
    documents,
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    output: exists(OUTPUT) ? "src/platform" : OUTPUT,
    ...(extension !== undefined && { importExtension: extension }),
    ...(command !== undefined && { command }),
    ...GENERATED,
  };
}

async function writeEditorConfig(
  manifest: Manifest,
  schema: readonly string[],
  documents: readonly string[],
): Promise<Step> {
  const file = EDITOR_CONFIGS.find(exists) ?? ("graphql" in manifest ? "package.json" : ".graphqlrc.yml");
  return writeMissing(file, renderEditorConfig(schema, documents));
}

async function addToolLines(
  { output }: Settings,
  { files, isSnapshot }: ChosenSchema,
  root: string,
): Promise<Step[]> {
  const snapshots = isSnapshot ? files : [];
  const attributes = root === "" ? undefined : await writeAttributes(output, snapshots);
  const ignored = await writeIgnore(output, snapshots);
  return [attributes, ignored].filter((step) => step !== undefined);
}

function renderStep({ file, isWritten, note }: Step): Ink {
  const details = isWritten ? note : note || "exists, not changed";
  const mark = isWritten ? paint("green", "✓") : paint("dim", "–");
  return ink`${mark} ${file}${paint("dim", details ? `  ${details}` : "")}\n`;
}

const PACKAGE = "@integration-platform/graphql";
/** Packages for development: of each project, and of one in TypeScript. */
const FOR_DEVELOPMENT = [`${PACKAGE}-cli`, `${PACKAGE}-testing`, "graphql"];
const FOR_TYPES = ["typescript", "@types/node"];

interface Commands {
  /** Name of the script that runs codegen. */
  readonly script: string;
  readonly manager: PackageManager;
  readonly hasOperations: boolean;
}

/** The commands that come next. They fit the schema and the installed packages. */
function listNext(
  manifest: Manifest,
  schema: GraphQLSchema,
  { script, manager, hasOperations }: Commands,
): string[] {
  const installed = { ...(manifest.devDependencies as object), ...(manifest.dependencies as object) };
  const isMissing = (name: string) => !Object.hasOwn(installed, name);
  const tools = [...FOR_DEVELOPMENT, ...(exists("tsconfig.json") ? FOR_TYPES : [])].filter(isMissing);
  const [field] = listRootFields(schema);
  return [
    ...(isMissing(PACKAGE) ? [`${manager.add} ${PACKAGE}`] : []),
    ...(tools.length > 0 ? [`${manager.addForDevelopment} ${tools.join(" ")}`] : []),
    ...(hasOperations ? [] : [`npx platform-graphql add ${field?.field.name ?? "<field>"}`]),
    `${manager.run} ${script}`,
    "npx platform-graphql rules   # for tests with filters and mutations",
  ];
}
