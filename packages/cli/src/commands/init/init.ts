/**
 * Sets up a project: each file that does not exist yet is written, all of them or none. No file is
 * overwritten, so there is no `--force`, but package.json, .gitattributes and .prettierignore get the lines
 * that are missing. It installs nothing, because package managers differ. It ends with a run of codegen.
 */

import { type Ink, ink, paint } from "@integration-platform/graphql-compiler/internal/text/ink";
import type { GraphQLSchema } from "graphql";
import { typedOperations } from "../../codegen/config.ts";
import { readSettings } from "../../codegen/read-settings.ts";
import type { Settings } from "../../codegen/settings.ts";
import { findRepository } from "../../files/find-repository.ts";
import { findPackageManager, type PackageManager } from "../../files/package-manager.ts";
import { EXIT, Problem } from "../../host/errors/problem.ts";
import { exists, writeTexts } from "../../host/project/files.ts";
import { loadProject, type Project } from "../../host/project/project.ts";
import { indent } from "../../host/terminal/messages.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { generate, report } from "../codegen/generate.ts";
import { findUnmappedScalars } from "../schema/pull.ts";
import { type ChosenSchema, chooseSchema } from "./choose-schema.ts";
import { renderConfig, renderEditorConfig } from "./config-text.ts";
import { EDITOR_CONFIGS, type Foreign, readForeign } from "./foreign.ts";
import type { InitOptions } from "./init-options.ts";
import { createJob, type Job } from "./job.ts";
import { planAttributes, planIgnore } from "./lines.ts";
import { listNext } from "./next-commands.ts";
import { refuseOldResolution, refuseRelay } from "./obstacles.ts";
import { type Changed, extendManifest, readManifest, renderManifest } from "./package-scripts.ts";
import { type ConfigPlan, createOptions, planConfig } from "./plan-config.ts";
import { type Additions, findAdditions, type Manifest, renderTsconfig } from "./tsconfig.ts";

/** A file, or several, of the project. */
interface Step {
  /** For the reader. */
  readonly file: string;
  /** Text of each file to write, by its path. Empty if nothing is missing. */
  readonly texts: Readonly<Record<string, string>>;
  readonly note?: string | undefined;
}

export async function init(options: InitOptions, terminal: Terminal): Promise<number> {
  const { stdout } = terminal;
  const setup = await planSetup(options, terminal);
  const { plan, settings, manager, manifest, changed, schema, job } = setup;
  const steps = await planSteps(setup);
  await writeTexts(Object.fromEntries(steps.flatMap(({ texts }) => Object.entries(texts))), "init");
  for (const step of steps) stdout.print(renderStep(step));
  const { hasOperations } = plan;
  const code = hasOperations && settings ? report(await generate(settings), terminal) : EXIT.success;
  const { script } = changed;
  const { documentNodes = false } = settings ?? {};
  const commands = listNext(manifest, schema, { documentNodes, script, manager, hasOperations });
  const next = [...commands, ...(job?.next ?? [])];
  stdout.print(ink`\n${paint("bold", "Next")}\n${indent(next)}`);
  return code;
}

/** The project as it is, and the files to write. */
interface Setup {
  /** Content of package.json, as it is. */
  readonly manifest: Manifest;
  readonly changed: Changed;
  readonly additions: Additions;
  readonly chosen: ChosenSchema;
  readonly schema: GraphQLSchema;
  readonly plan: ConfigPlan;
  /** Text of the config. */
  readonly configText: string;
  readonly settings: Settings | undefined;
  /** Folder of the repository, relative to the working directory. */
  readonly root: string;
  readonly manager: PackageManager;
  readonly job: Job | undefined;
}

/** Decides all steps, and refuses what cannot be set up. */
async function planSetup(options: InitOptions, terminal: Terminal): Promise<Setup> {
  const { schema: ownSchema, ...others } = options;
  if (ownSchema !== undefined && options.from !== undefined)
    throw new Problem("--schema and --from exclude each other", "Pass one of them.");
  const manifest = await readManifest();
  // The schema of a config does not change: --schema is for a new one.
  const project = await loadProject(others, { onlyHere: true });
  const foreign = await findForeign(project, manifest, options);
  const root = findRepository(".") ?? "";
  const manager = findPackageManager();
  const job = options.ci ? await createJob(options.ci, root, manager) : undefined;
  const additions = findAdditions(manifest);
  const plan = await planConfig(project, foreign, options, isModule(manifest, additions));
  if (plan.hasOperations) await refuseRelay(plan.documents);
  await refuseOldResolution();
  const chosen = await chooseSchema(project, foreign, options, terminal);
  const { schema } = chosen;
  const changed = extendManifest(manifest, additions, chosen.isSnapshot);
  const command = changed.script === "codegen" ? undefined : `${manager.run} ${changed.script}`;
  const config = await createOptions(plan.documents, chosen, command, options, additions);
  const unmapped = findUnmappedScalars(schema, { scalars: {}, types: "open" }).map(({ name }) => name);
  const configText = renderConfig(config, unmapped, foreign !== undefined);
  const settings = project.settings ?? readSettings(typedOperations(config));
  return { manifest, changed, additions, chosen, schema, plan, configText, settings, root, manager, job };
}

async function planSteps(setup: Setup): Promise<Step[]> {
  const { manifest, changed, additions, chosen, plan, configText, settings, root, manager, job } = setup;
  const isExtended = changed.names.length > 0;
  const texts = isExtended ? { "package.json": await renderManifest(changed) } : {};
  return [
    { file: chosen.files.join(", "), texts: chosen.texts, note: chosen.note },
    ...(additions.tsconfig ? [addFile("tsconfig.json", renderTsconfig(changed.manifest))] : []),
    addFile(plan.file, configText, plan.note),
    planEditorConfig(manifest, chosen.files, plan.documents),
    { file: "package.json", texts, note: changed.names.join(", ") },
    ...(settings ? await planToolLines(settings, chosen, root) : []),
    ...(job
      ? [addFile(job.file, job.text, manager.isAssumed ? "for npm: there is no lock file" : undefined)]
      : []),
  ];
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
  if (project.configFile !== undefined) return undefined;
  if (options.operations !== undefined && (options.schema ?? options.from) !== undefined) {
    return project.foreign === undefined ? undefined : { file: project.foreign, schema: [], documents: [] };
  }
  return readForeign(project.foreign, manifest);
}

/** A file that exists is not changed. */
const addFile = (file: string, text: string, note?: string): Step =>
  exists(file) ? { file, texts: {} } : { file, texts: { [file]: text }, note };

function planEditorConfig(manifest: Manifest, schema: readonly string[], documents: readonly string[]): Step {
  const file = EDITOR_CONFIGS.find(exists) ?? ("graphql" in manifest ? "package.json" : ".graphqlrc.yml");
  return addFile(file, renderEditorConfig(schema, documents));
}

async function planToolLines(
  { output }: Settings,
  { files, isSnapshot }: ChosenSchema,
  root: string,
): Promise<Step[]> {
  const snapshots = isSnapshot ? files : [];
  const attributes = root === "" ? undefined : await planAttributes(output, snapshots);
  const ignored = await planIgnore(output, snapshots);
  return [attributes, ignored].filter((step) => step !== undefined);
}

function renderStep({ file, texts, note }: Step): Ink {
  const isWritten = Object.keys(texts).length > 0;
  const details = isWritten ? note : note || "exists, not changed";
  const mark = isWritten ? paint("green", "✓") : paint("dim", "–");
  return ink`${mark} ${file}${paint("dim", details ? `  ${details}` : "")}\n`;
}
