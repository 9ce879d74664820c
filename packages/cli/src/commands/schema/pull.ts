/** `platform-graphql schema pull`: saves a schema as the snapshot, and lists what changed. */

import { compare, type SchemaChange } from "@integration-platform/graphql-compiler/internal/check/index";
import { scalars, VALIDATOR } from "@integration-platform/graphql-compiler/internal/model/index";
import { traitsOf } from "@integration-platform/graphql-compiler/internal/model/type-style";
import {
  type Ink,
  ink,
  joinInk,
  paint,
  toLines,
} from "@integration-platform/graphql-compiler/internal/text/ink";
import { count } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { printableSdl } from "@integration-platform/graphql-compiler/internal/text/printable-sdl";
import {
  type GraphQLSchema,
  isScalarType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from "graphql";
import { SCHEMA_FILE } from "../../codegen/read-settings.ts";
import { isAddress } from "../../files/find-files.ts";
import { findPackageManager } from "../../files/package-manager.ts";
import {
  compareCapture,
  hash,
  type Provenance,
  provenancePath,
  readProvenance,
  renderProvenance,
} from "../../files/provenance.ts";
import { isFolder } from "../../files/stats.ts";
import { EXIT, Problem } from "../../host/errors/problem.ts";
import type { SourceOptions } from "../../host/platform/remote.ts";
import { exists, readText, writeTexts } from "../../host/project/files.ts";
import { selectHeaders } from "../../host/project/headers.ts";
import {
  findSnapshot,
  loadProject,
  nameSnapshot,
  type Project,
  readProjectSchema,
} from "../../host/project/project.ts";
import { countTypes, parseSchema } from "../../host/project/schema-text.ts";
import { showProgress } from "../../host/terminal/progress.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { quotePath } from "../../text/quote.ts";
import { rethrowOthers } from "../../text/rethrow-others.ts";
import { readSchema } from "./read-schema.ts";

export interface PullOptions extends Omit<SourceOptions, "snapshot" | "option"> {
  readonly config?: string;
  readonly snapshot?: string;
  readonly from: string;
  readonly format: "text" | "json";
}

interface PullReport {
  /** Path of the snapshot. */
  readonly snapshot: string;
  readonly from: { readonly label: string; readonly how: string; readonly edition?: string };
  /** Whether the snapshot's text changed. */
  readonly written: boolean;
  /** Whether the schema was compared with an old snapshot: there is one, and it is a valid schema. */
  readonly compared: boolean;
  /** Number of named types, without built-in types. */
  readonly types: number;
  readonly changes: readonly SchemaChange[];
  readonly remarks: readonly string[];
  /** Custom scalars that codegen has no TypeScript type for, sorted by name. */
  readonly unmappedScalars: readonly UnmappedScalar[];
}

interface UnmappedScalar {
  readonly name: string;
  /** Line to add to the config of codegen. */
  readonly line: string;
  readonly specifiedBy?: string;
}

export async function pull(options: PullOptions, terminal: Terminal): Promise<number> {
  const { stdout } = terminal;
  const project = await loadProject(options);
  const { report, texts } = await planSnapshot(project, options, terminal);
  await writeTexts(texts, "--snapshot");
  if (options.format === "json") stdout.printJson({ version: 1, ...report });
  else stdout.print(renderReport(report, project));
  return EXIT.success;
}

/** @throws Problem if a path cannot be that of a snapshot. */
function checkSnapshotPath(snapshot: string): void {
  const hint = "Name a .graphql file with --snapshot.";
  if (isAddress(snapshot))
    throw new Problem("the snapshot is an address, and not a file", `${hint} Read the address with --from.`);
  if (isFolder(snapshot))
    throw new Problem(`${quotePath(snapshot)} is a folder, and a snapshot is a file`, hint);
  if (snapshot.endsWith(".json"))
    throw new Problem(`${quotePath(snapshot)} is JSON, and a snapshot is SDL`, hint);
}

/** A snapshot that was read, and is not written yet. */
interface SnapshotPlan {
  readonly report: PullReport;
  /** Text of each file to write, by its path. Empty if the snapshot is up to date. */
  readonly texts: Readonly<Record<string, string>>;
  readonly schema: GraphQLSchema;
}

/** Reads a schema, and compares it with the snapshot. */
export async function planSnapshot(
  project: Project,
  options: Omit<PullOptions, "format">,
  terminal: Terminal,
): Promise<SnapshotPlan> {
  const { from, snapshot = nameSnapshot(project) } = options;
  checkSnapshotPath(snapshot);
  const header = selectHeaders(from, project, options.header, terminal);
  using progress = showProgress(terminal, "reading the schema");
  const source = { ...options, header, snapshot, option: "--from" };
  const { schema, kind, label, capture } = await readSchema(from, source, terminal);
  progress.say("comparing");
  const sorted = lexicographicSortSchema(schema);
  const text = printableSdl(terminal.redaction.redactKnown(`${printSchema(sorted)}\n`));
  const schemaFiles = options.snapshot === undefined ? project.schemaFiles : [snapshot];
  const old = await readOldSnapshot(snapshot, { ...project, schemaFiles });
  const { how, edition, headers, tenant } = capture;
  const taken = new Date().toISOString();
  const proof = { sha256: hash(text), validatedBy: findValidator(text, snapshot) };
  const provenance = { origin: { kind, label }, taken, how, edition, headers, tenant, ...proof };
  const written = old?.text !== text;
  const report: PullReport = {
    snapshot,
    from: { label, how, ...(edition && { edition }) },
    written,
    compared: old?.schema !== undefined,
    types: countTypes(schema),
    changes: old?.schema ? compare(old.schema, schema) : [],
    remarks: [...(old?.remarks ?? []), ...compareCapture(old?.provenance, provenance)],
    unmappedScalars: findUnmappedScalars(sorted, project),
  };
  // If only the time differs, the file stays unchanged: there is nothing to commit.
  const isSame =
    old?.provenance && renderProvenance({ ...old.provenance, taken }) === renderProvenance(provenance);
  // `writeFiles` renames the first file last: if a kill leaves one of the two, it is the provenance, and `init`
  // saves both again.
  const texts = {
    ...(written && { [snapshot]: text }),
    ...((written || !isSame) && { [provenancePath(snapshot)]: renderProvenance(provenance) }),
  };
  return { report, texts, schema };
}

/** Returns the validator if it accepts the text. A masked secret can be part of a name. */
function findValidator(text: string, name: string): string | undefined {
  try {
    parseSchema({ text, name });
    return VALIDATOR;
  } catch (error) {
    rethrowOthers(error, Problem);
    return undefined;
  }
}

interface Snapshot {
  readonly text: string;
  /** Absent if the text is not a valid schema. */
  readonly schema?: GraphQLSchema;
  readonly provenance?: Provenance | undefined;
  readonly remarks: readonly string[];
}

/** @param project - With the files of the old schema, which can be several. A pull writes one. */
async function readOldSnapshot(file: string, project: Project): Promise<Snapshot | undefined> {
  const { schemaFiles, configFile } = project;
  const isSplit = schemaFiles.length > 0 && findSnapshot(project) === undefined;
  const isWritten = exists(file);
  if (!isSplit && !isWritten) return undefined;
  const text = isWritten ? await readText(file, "Check the file.", "--snapshot") : "";
  const provenance = readProvenance(file, text);
  const isEdited = isWritten && exists(provenancePath(file)) && !provenance;
  const remarks = [
    ...(isSplit
      ? [
          `The schema of ${configFile} is in several files, and a pull writes one: ${file}. Set schema: "${SCHEMA_FILE}", and remove the others.`,
        ]
      : []),
    ...(isEdited ? [`${file} was edited after it was pulled.`] : []),
  ];
  try {
    return { text, schema: readProjectSchema(project).schema, provenance, remarks };
  } catch (error) {
    rethrowOthers(error, Problem);
    return {
      text,
      remarks: [...remarks, `The old snapshot cannot be compared: ${error.message.replace(/\.?$/, ".")}`],
    };
  }
}

/** Custom scalars without a type in the project, or in the defaults if its style of types uses them. */
export function findUnmappedScalars(
  schema: GraphQLSchema,
  { scalars: own, types }: Pick<Project, "scalars" | "types">,
): UnmappedScalar[] {
  const mapped = traitsOf(types).mapsScalars ? { ...scalars, ...own } : own;
  const custom = Object.values(schema.getTypeMap()).filter(isScalarType);
  const unmapped = custom.filter((type) => !isSpecifiedScalarType(type) && !Object.hasOwn(mapped, type.name));
  return unmapped.map(({ name, specifiedByURL }) => ({
    name,
    line: `scalars: { ${name}: "string" },`,
    ...(specifiedByURL && { specifiedBy: specifiedByURL }),
  }));
}

/** The JSON format has all changes. */
const MAX_CHANGES = 40;

const MARKS = { breaking: ["red", "✗"], dangerous: ["yellow", "!"], safe: ["green", "+"] } as const;

function renderReport(report: PullReport, project: Project): Ink {
  const { from, changes, remarks, snapshot, unmappedScalars } = report;
  const dim = (text: string) => paint("dim", text);
  const how = from.edition ? `${from.how}, ${from.edition}` : from.how;
  const lines = changes.slice(0, MAX_CHANGES).map(({ level, message, folded }) => {
    const [color, mark] = MARKS[level];
    const more = folded > 0 ? dim(` (and ${folded} as a result)`) : "";
    return ink`${paint(color, mark)} ${message}${more}`;
  });
  const rest = changes.length - lines.length;
  const blocks = [
    [ink`${from.label} ${dim(`(${how})`)} ${dim("→")} ${snapshot}`],
    remarks.map((remark) => paint("yellow", `! ${remark}`)),
    rest > 0 ? [...lines, dim(`  and ${rest} more: --format json lists all`)] : lines,
    renderScalars(unmappedScalars, project),
    renderResult(report),
  ];
  const filled = blocks.filter((block) => block.length > 0).map(toLines);
  return joinInk(filled, ink`\n`);
}

function renderScalars(unmapped: readonly UnmappedScalar[], { configFile = "codegen.ts" }: Project): Ink[] {
  if (unmapped.length === 0) return [];
  const subject = count(unmapped.length, "scalar has", "scalars have");
  const entries = unmapped.map(({ name }) => `${name}: "string"`).join(", ");
  return [
    paint("yellow", `! ${subject} no TypeScript type, so codegen uses unknown`),
    ...unmapped.map(
      ({ name, specifiedBy }) => ink`  ${name}${paint("dim", specifiedBy ? ` ${specifiedBy}` : "")}`,
    ),
    ink`  To set one, add it to ${configFile}: ${paint("bold", `scalars: { ${entries} },`)}`,
  ];
}

function renderResult({ snapshot, written, compared, types, changes }: PullReport): Ink[] {
  const file = ink`${paint("green", "✓")} ${snapshot}`;
  if (!written) return [ink`${file} is up to date: ${count(types, "type")}`];
  if (!compared) return [ink`${file} written: ${count(types, "type")}`];
  if (changes.length === 0) return [ink`${file} written: only its form changed`];
  const next = `${findPackageManager().program} schema check --snapshot git:HEAD --against ${snapshot}`;
  return [
    ink`${file} written: ${count(changes.length, "change")}`,
    paint("dim", `  Check your operations: ${next}`),
  ];
}
