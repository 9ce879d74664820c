/** `platform-graphql schema pull`: writes the snapshot of the schema, and shows what changed. */

import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import {
  type GraphQLNamedType,
  type GraphQLSchema,
  isIntrospectionType,
  isSpecifiedScalarType,
  lexicographicSortSchema,
  printSchema,
} from "graphql";
import writeFileAtomic from "write-file-atomic";
import { compare } from "../../schema/index.ts";
import { describeFailure } from "../failure.ts";
import { EXIT, Problem } from "../problem.ts";
import { showProgress } from "../progress.ts";
import { printableJson, type Terminal } from "../terminal.ts";
import { compareWays, hash, type Provenance, parseProvenance, provenancePath, renderProvenance } from "./provenance.ts";
import { type Pulled, renderPulled } from "./pull-report.ts";
import { parseSchema } from "./schema-text.ts";
import { readSchema, type SourceOptions } from "./source.ts";
import { findUnmappedScalars } from "./unmapped-scalars.ts";

export interface PullOptions extends SourceOptions {
  readonly from: string;
  readonly format: "text" | "json";
}

export async function pull(options: PullOptions, terminal: Terminal): Promise<number> {
  const { stdout } = terminal;
  const asJson = options.format === "json";
  try {
    const pulled = await replaceSnapshot(options, terminal);
    stdout.write(asJson ? toJson({ version: 1, ...pulled }) : renderPulled(pulled, stdout));
    return EXIT.success;
  } catch (error) {
    const failure = describeFailure(error, { prefix: options.envPrefix });
    if (asJson && failure) stdout.write(toJson({ version: 1, error: failure }));
    throw error;
  }
}

async function replaceSnapshot(options: PullOptions, terminal: Terminal): Promise<Pulled> {
  using progress = showProgress(
    terminal,
    `reading the schema from ${options.from === "live" ? "the platform" : "there"}`,
  );
  const { schema, kind, label, way } = await readSchema(options.from, options, terminal);
  progress.say("comparing");
  const { snapshot } = options;
  const text = `${printSchema(lexicographicSortSchema(schema))}\n`;
  const old = await readOld(snapshot);
  const { how = "unknown", edition, headers, tenant } = way ?? {};
  const provenance: Provenance = {
    origin: { kind, label },
    taken: new Date().toISOString(),
    ...{ how, edition, headers, tenant },
    sha256: hash(text),
  };
  const isChanged = old?.text !== text;
  const pulled: Pulled = {
    snapshot,
    from: { label, how, ...(edition && { edition }) },
    written: isChanged,
    isFirst: old === undefined,
    types: Object.values(schema.getTypeMap()).filter((type) => !isBuiltIn(type)).length,
    changes: old?.schema ? compare(old.schema, schema) : [],
    remarks: [...(old?.remarks ?? []), ...compareWays(old?.provenance, provenance)],
    unmappedScalars: findUnmappedScalars(schema),
  };
  // Nothing is written before nothing can fail any more.
  if (isChanged) await write(snapshot, text);
  // The time alone is no news: a pull that finds nothing leaves nothing to commit.
  if (isChanged || !isSameOrigin(old?.provenance, provenance)) {
    await write(provenancePath(snapshot), renderProvenance(provenance));
  }
  return pulled;
}

interface Old {
  readonly text: string;
  readonly schema: GraphQLSchema | undefined;
  readonly provenance: Provenance | undefined;
  readonly remarks: readonly string[];
}

/** The snapshot so far. One that cannot be read any more is replaced, and nothing is compared with it. */
async function readOld(snapshot: string): Promise<Old | undefined> {
  const text = await readFile(snapshot, "utf8").catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return undefined;
    throw new Problem(`${snapshot} cannot be read (${error.code})`);
  });
  if (text === undefined) return undefined;
  const json = await readFile(provenancePath(snapshot), "utf8").catch(() => undefined);
  const provenance = parseProvenance(json, text);
  const edited = json !== undefined && !provenance;
  const remarks = edited ? [`${snapshot} was edited since it was taken: its provenance speaks of another text.`] : [];
  try {
    return { text, schema: parseSchema(text, snapshot).schema, provenance, remarks };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const reason = `The snapshot so far could not be read, so nothing was compared: ${error.message}`;
    return { text, schema: undefined, provenance: undefined, remarks: [...remarks, reason] };
  }
}

function isBuiltIn(type: GraphQLNamedType): boolean {
  return isIntrospectionType(type) || isSpecifiedScalarType(type);
}

function isSameOrigin(old: Provenance | undefined, now: Provenance): boolean {
  return old !== undefined && renderProvenance({ ...old, taken: now.taken }) === renderProvenance(now);
}

/** Whole or not at all, whatever happens meanwhile. */
async function write(file: string, text: string): Promise<void> {
  try {
    await mkdir(dirname(file), { recursive: true });
    await writeFileAtomic(file, text);
  } catch (error) {
    throw new Problem(`${file} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
}

function toJson(document: object): string {
  return `${printableJson(document, 2)}\n`;
}
