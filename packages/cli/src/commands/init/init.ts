/**
 * Sets up a project: each file that does not exist yet is written, and nothing is overwritten, so there is no `--force`. It
 * asks nothing, so that it runs in CI, and installs nothing, because package managers differ.
 */

import { readFile } from "node:fs/promises";
import type { GraphQLSchema } from "graphql";
import { SNAPSHOT } from "../../codegen/config.ts";
import { isExclusion } from "../../codegen/find-files.ts";
import { isRecord } from "../../text.ts";
import { listRootFields } from "../add/operation.ts";
import { EXIT, Problem } from "../errors/problem.ts";
import { exists, readJson, readText, writeText } from "../project/files.ts";
import { loadProject, type Project, parseProjectSchema, readProjectSchema } from "../project/project.ts";
import { findUnmappedScalars, type PullOptions, replaceSnapshot } from "../schema/pull.ts";
import { paint, printable, type Terminal } from "../terminal/terminal.ts";

export interface InitOptions extends Omit<PullOptions, "snapshot" | "format"> {
  readonly ci?: keyof typeof JOBS;
}

const SCRIPTS = {
  codegen: "platform-graphql codegen",
  "schema:pull": "platform-graphql schema pull",
  "schema:check": "platform-graphql schema check",
};

/** Names that graphql-config searches for. */
const EDITOR_CONFIGS = ["", ".yml", ".yaml", ".json", ".toml", ".js", ".mjs", ".cjs", ".ts", ".mts", ".cts"].flatMap(
  (end) => (end === "" ? [".graphqlrc"] : [`.graphqlrc${end}`, `graphql.config${end}`]),
);

const JOBS = {
  github: { file: ".github/workflows/schema.yml", template: "github.yml" },
  gitlab: { file: ".gitlab-ci.yml", template: "gitlab.yml" },
} as const;

/** A file, and whether the command wrote it. */
interface Step {
  readonly file: string;
  readonly isWritten: boolean;
  readonly note?: string;
}

export async function init(options: InitOptions, terminal: Terminal): Promise<number> {
  const { stdout } = terminal;
  const manifest = await readManifest();
  const project = await loadProject(options, { isLocal: true });
  // First, because it is the only step that usually fails: then nothing is written.
  const steps: Step[] = [await saveSchema(project, options, terminal)];
  const saved: Project = { ...project, schema: project.schema ?? SNAPSHOT };
  const schema = parseProjectSchema(await readProjectSchema(saved));
  const editorConfig = EDITOR_CONFIGS.find(exists) ?? ("graphql" in manifest ? "package.json" : ".graphqlrc.yml");
  steps.push(
    await writeMissing(project.config ?? "codegen.ts", renderConfig(schema)),
    await writeMissing(editorConfig, renderEditorConfig(saved)),
    await addScripts(manifest),
  );
  if (options.ci !== undefined) {
    const { file, template } = JOBS[options.ci];
    // The templates are in the package, next to the code.
    const text = await readFile(new URL(`../../../workflows/${template}`, import.meta.url), "utf8");
    steps.push(await writeMissing(file, text));
  }
  for (const step of steps) stdout.write(renderStep(step, stdout));
  stdout.write(renderNext(manifest, schema, stdout));
  return EXIT.success;
}

/** Content of package.json. */
type Manifest = Readonly<Record<string, unknown>>;

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

/** @throws Problem */
async function saveSchema(project: Project, options: InitOptions, terminal: Terminal): Promise<Step> {
  const file = project.schema ?? SNAPSHOT;
  if (exists(file)) return { file, isWritten: false };
  const { types, from } = await replaceSnapshot({ ...options, snapshot: file, format: "text" }, terminal);
  return { file, isWritten: true, note: `${types} types of ${from.label}` };
}

async function writeMissing(file: string, text: string): Promise<Step> {
  if (exists(file)) return { file, isWritten: false };
  await writeText(file, text, "init");
  return { file, isWritten: true };
}

function renderConfig(schema: GraphQLSchema): string {
  const unmapped = findUnmappedScalars(schema).map(({ name }) => `${name}: "string"`);
  const scalars =
    unmapped.length === 0 ? "" : `  // scalars: { ${unmapped.join(", ")} }, // unknown until they have a type\n`;
  return `import { typedOperations } from "@integration-platform/graphql-cli/codegen";

export default typedOperations({
  schema: "${SNAPSHOT}",
  documents: "operations",
  output: "src/generated",
  schemaModule: true, // the schema as a string, for tests
  documentNodes: false, // true: documents.ts, for Apollo, urql and other GraphQL clients
${scalars}});
`;
}

/**
 * For extensions of editors, which complete and validate operations against the snapshot; no command reads it. YAML needs no
 * module loader. It repeats the paths of `codegen.ts`, because graphql-config cannot read that file.
 */
function renderEditorConfig({ schema, operations = ["operations"] }: Project): string {
  const documents = operations.map((path) => {
    const isFolder = !isExclusion(path) && !/[*{?]|\.\w+$/.test(path);
    return `  - ${JSON.stringify(isFolder ? `${path.replace(/\/$/, "")}/**/*.graphql` : path)}\n`;
  });
  return `# For editors: completes and validates operations.\nschema: ${JSON.stringify(schema)}\ndocuments:\n${documents.join("")}`;
}

async function addScripts(content: Manifest): Promise<Step> {
  const file = "package.json";
  const text = await readText(file, "Check the file.");
  const scripts = { ...(content.scripts as object | undefined) };
  const missing = Object.entries(SCRIPTS).filter(([name]) => !Object.hasOwn(scripts, name));
  if (missing.length === 0) return { file, isWritten: false };
  const changed = { ...content, scripts: { ...scripts, ...Object.fromEntries(missing) } };
  // The indentation is kept, so that the change is small.
  const [, indent = "  "] = /^[{[]\r?\n([ \t]+)/.exec(text.trimStart()) ?? [];
  await writeText(file, `${JSON.stringify(changed, undefined, indent)}\n`, "init");
  const names = missing.map(([name]) => name).join(", ");
  return { file, isWritten: true, note: `${missing.length === 1 ? "script" : "scripts"} ${names}` };
}

function renderStep({ file, isWritten, note }: Step, stream: NodeJS.WriteStream): string {
  const details = isWritten ? note : "exists, not changed";
  const mark = isWritten ? paint(stream, "green", "✓") : paint(stream, "dim", "–");
  return `${mark} ${printable(file)}${details === undefined ? "" : paint(stream, "dim", `  ${printable(details)}`)}\n`;
}

/** Packages of a project, and the option of `npm install` for each. */
const PACKAGES = [
  ["@integration-platform/graphql", ""],
  ["@integration-platform/graphql-cli", "--save-dev "],
  ["graphql", "--save-dev "],
] as const;

/** Renders the commands that come next. They fit the schema and the installed packages. */
function renderNext(manifest: Manifest, schema: GraphQLSchema, stream: NodeJS.WriteStream): string {
  const installed = { ...(manifest.devDependencies as object), ...(manifest.dependencies as object) };
  const install = ["", "--save-dev "].flatMap((option) => {
    const names = PACKAGES.filter(([name, own]) => own === option && !Object.hasOwn(installed, name));
    return names.length === 0 ? [] : [`npm install ${option}${names.map(([name]) => name).join(" ")}`];
  });
  const [field] = listRootFields(schema);
  const commands = [...install, `npx platform-graphql add ${field?.field.name ?? "<field>"}`, "npm run codegen"];
  const lines = commands.map((command) => `  ${printable(command)}\n`);
  return `\n${paint(stream, "bold", "Next")}\n${lines.join("")}`;
}
