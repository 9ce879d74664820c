/**
 * Creates the report of a schema check: reads the operations, the consumers and both schemas, and compares.
 */

import {
  type AcceptingLabel,
  check,
  type NotCompared,
  type Report,
  type SchemaOrigin,
} from "@integration-platform/graphql-compiler/internal/check/index";
import { type DocumentNode, Kind } from "graphql";
import type { Operations } from "../../codegen/read-operations.ts";
import { SCHEMA_FILE } from "../../codegen/read-settings.ts";
import { listSchemaFiles } from "../../files/find-files.ts";
import { completeCommands } from "../../files/package-manager.ts";
import { compareCapture, readProvenance } from "../../files/provenance.ts";
import { renderPath } from "../../files/sources.ts";
import { findStats } from "../../files/stats.ts";
import type { CollectOptions } from "../../host/consumers/collect.ts";
import { Problem } from "../../host/errors/problem.ts";
import type { LoadedSchema, SourceOptions } from "../../host/platform/remote.ts";
import { selectHeaders } from "../../host/project/headers.ts";
import {
  checkProjectScalars,
  findSnapshot,
  loadProject,
  nameSnapshot,
  type Project,
  type ProjectOptions,
  readProjectOperations,
  readProjectSchema,
} from "../../host/project/project.ts";
import { showProgress } from "../../host/terminal/progress.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { quotePath } from "../../text/quote.ts";
import { nameAccepted, readAccepted } from "./accepted.ts";
import type { BaseProject } from "./base.ts";
import { readSchema } from "./read-schema.ts";

/** What is compared. */
export interface CompareOptions
  extends ProjectOptions,
    CollectOptions,
    Omit<SourceOptions, "snapshot" | "option"> {
  /** @default "live" */
  readonly against?: string;
  readonly snapshot?: string;
  /** A revision, or `true` for the base that the CI system names. */
  readonly base?: string | true;
  readonly accept?: string;
  /** Further sentences of the report. @default none */
  readonly remarks?: readonly string[];
  readonly acceptingLabel?: AcceptingLabel | undefined;
  /** Name of the label that accepts all breaks, for the reader. */
  readonly acceptLabel?: string | undefined;
}

/** The result of a check, for its reports and its exit code. */
export interface Checked {
  readonly report: Report;
  /** Text of each operation file, by its path. */
  readonly sources: ReadonlyMap<string, string>;
  /**
   * Definitions that `readOperations` skipped, as `file:line:column: message`. The report does not have them.
   */
  readonly skipped: readonly string[];
  /** Whether there is no schema to compare with: the snapshot is new. */
  readonly isNew: boolean;
}

/** @throws Problem if an input cannot be read. */
export async function createReport(options: CompareOptions, terminal: Terminal): Promise<Checked> {
  using progress = showProgress(terminal, "reading the operations");
  const project = await loadProject(options);
  const { scalars, types, breaks } = project;
  const { document: operations, texts: sources, skipped } = await requireOperations(project, terminal);
  const accepted = await readAccepted(options.accept, project);
  progress.say("reading the consumers");
  const { collectConsumers } = await import("../../host/consumers/collect.ts");
  const collected = await collectConsumers(options, project);
  const { remarks: consumerRemarks = [], ...consumers } = collected ?? {};
  progress.say("reading the schemas");
  const {
    before,
    after,
    nothing,
    base,
    remarks: schemaRemarks,
  } = await readSchemas(options, project, operations, terminal);
  progress.say("comparing");
  await checkProjectScalars(project, before.schema, after.schema);
  const { acceptingLabel, remarks: ownRemarks = [] } = options;
  const report = check({
    before: before.schema,
    after: after.schema,
    operations,
    accepted,
    acceptingLabel,
    scalars,
    types,
    breaks,
    origins: { before: describeOrigin(before), after: describeOrigin(after) },
    nothing,
    installed: base?.installed,
    notCompared: [...skipped.map(toNotCompared), ...(base?.notCompared ?? [])],
    remarks: [...ownRemarks, ...schemaRemarks, ...consumerRemarks],
    acceptLabel: options.acceptLabel,
    acceptFile: nameAccepted(options.accept, project),
    regenerate: options.base === undefined ? completeCommands(REFRESH) : undefined,
    ...consumers,
  });
  const checked = {
    sources: new Map([...sources, ...(base?.sources ?? [])]),
    skipped,
    isNew: nothing !== undefined,
  };
  if (project.settings || report.changes.length === 0) return { report, ...checked };
  return { report: { ...report, remarks: [...report.remarks, ASSUMED] }, ...checked };
}

/** What makes a project the one of the schema that it was compared with. */
const REFRESH = '"platform-graphql schema pull" and "platform-graphql codegen"';

/** @param problem - `file:line:column: message` */
function toNotCompared(problem: string): NotCompared {
  const [, subject = "", reason = problem] = /^(.*?:\d+:\d+): (.*)$/s.exec(problem) ?? [];
  return { subject, reason };
}

function describeOrigin({ label, capture }: LoadedSchema): SchemaOrigin {
  return { label, how: capture.how };
}

const ASSUMED =
  "There is no config, so the code is assumed to handle enum values and object types that are new in a result. " +
  'Declare it in codegen.ts: types: "open", or "closed".';

/** The schemas to compare. */
interface Schemas {
  readonly before: LoadedSchema;
  readonly after: LoadedSchema;
  /** Why there is no schema to compare with. `before` is then `after`. */
  readonly nothing?: string;
  readonly base?: BaseProject;
  readonly remarks: readonly string[];
}

async function readSchemas(
  options: CompareOptions,
  project: Project,
  operations: DocumentNode,
  terminal: Terminal,
): Promise<Schemas> {
  const { base } = options;
  if (base === undefined) return readBoth(options, project, terminal);
  requireAlone(options);
  const [{ readBase, requireCheckout }, { openRepository }] = await Promise.all([
    import("./base.ts"),
    import("../../host/git/repository.ts"),
  ]);
  const repository = await openRepository(project.folder);
  await requireCheckout(project, repository);
  const after = readOwnSchema(project);
  const read = await readBase(base, project, options, operations, repository, terminal);
  const { schema: before, remarks } = read;
  if ("absent" in before) return { before: after, after, nothing: before.absent, remarks };
  const captured = compareCapture(before.capture, after.capture);
  return { before, after, base: read, remarks: [...remarks, ...captured] };
}

/** The schema of the project. @throws Problem if there is none. */
function readOwnSchema(project: Project): LoadedSchema {
  if (project.schemaFiles.length === 0) {
    const hint = 'Run "platform-graphql schema pull", or name a schema with --snapshot <schema>.';
    throw new Problem(`there is no ${SCHEMA_FILE}, so nothing was compared`, hint);
  }
  const { schema, text } = readProjectSchema(project, "--snapshot");
  const label = listSchemaFiles(project.schemaFiles).map(renderPath).join(", ");
  const file = findSnapshot(project);
  const provenance = file === undefined ? undefined : readProvenance(file, text);
  const how = label.endsWith(".json") ? "introspection file" : "SDL";
  return { schema, kind: "file", label, capture: provenance ?? { how } };
}

/** @throws Problem if `--base` is combined with an option that selects one of the schemas. */
function requireAlone({ snapshot, against }: CompareOptions): void {
  if (snapshot === undefined && against === undefined) return;
  const other = snapshot === undefined ? "--against" : "--snapshot";
  throw new Problem(
    `--base and ${other} exclude each other`,
    "Remove one of them: --base selects both schemas.",
  );
}

/** Reads the snapshot and the schema of `--against` at the same time. */
async function readBoth(options: CompareOptions, project: Project, terminal: Terminal): Promise<Schemas> {
  const { snapshot, against = "live" } = options;
  // A git revision without a path refers to the snapshot file.
  const file = snapshot !== undefined && findStats(snapshot)?.isFile() ? snapshot : nameSnapshot(project);
  const prepare = (source: string, option: string) => {
    const header = selectHeaders(source, project, options.header, terminal);
    return () => readSchema(source, { ...options, header, option, snapshot: file }, terminal);
  };
  // Both before the first request: a variable of a header can be missing.
  const readAfter = prepare(against, "--against");
  const readBefore = snapshot === undefined ? readOwnSchema : prepare(snapshot, "--snapshot");
  const [before, after] = await Promise.all([readBefore(project), readAfter()]);
  return { before, after, remarks: compareCapture(before.capture, after.capture) };
}

/** @throws Problem if no file has an operation. */
async function requireOperations(project: Project, terminal: Terminal): Promise<Operations> {
  const operations = await readProjectOperations(project, terminal);
  const { document } = operations;
  if (document.definitions.some(({ kind }) => kind === Kind.OPERATION_DEFINITION)) return operations;
  const names = (project.operations ?? []).map((path) => quotePath(path)).join(", ");
  const hint = "Name others with --operations <path...>.";
  throw new Problem(`no operation in the files of ${names}`, hint);
}
