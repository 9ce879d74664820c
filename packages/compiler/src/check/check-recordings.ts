/** Compares recorded responses with a schema, by the rules that the client uses for responses. */

import { findMismatches, type Mismatch, parseShape, type Shape } from "@integration-platform/graphql/shape";
import {
  type DefinitionNode,
  type DocumentNode,
  type GraphQLSchema,
  Kind,
  parse,
  print,
  validate,
} from "graphql";
import { renderResponseShape } from "../codegen/response-shape.ts";
import type { CompileOptions } from "../model/compilation.ts";
import { compile } from "../model/compile.ts";
import { findFragments } from "../model/selections.ts";
import type { VerdictInput } from "./compare-models.ts";
import { findOperations, groupBy, type Operation } from "./document-operations.ts";
import type { RecordingFinding, SchemaOrigin } from "./report.ts";
import { RECORDING_SENTENCES } from "./sentences.ts";

/** Returns the shape of the response of an operation, or the first validation error. */
export function createResponseShape(
  schema: GraphQLSchema,
  document: DocumentNode,
  options: CompileOptions,
): Shape | string {
  const [error] = validate(schema, document);
  if (error) return error.message;
  const operation = compile(schema, document, options).definitions.find(({ kind }) => kind !== "fragment");
  if (!operation) return "The document has no operation.";
  const text = print(document);
  return (
    parseShape(renderResponseShape(operation.result, text), text) ??
    "The shape does not belong to the document."
  );
}

/** Lists all differences between data and a shape. */
export function listMismatches(shape: Shape, data: object): Mismatch[] {
  const mismatches: Mismatch[] = [];
  findMismatches(shape, data, (mismatch) => mismatches.push(mismatch));
  return mismatches;
}

/** Renders a response path, such as `integrations.nodes[0].name`. */
export function renderPath(path: Mismatch["path"]): string {
  return path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");
}

/** The members of a recording that the check reads. */
export interface RecordedResponse {
  readonly operation: string;
  /** Time in ISO 8601. */
  readonly recordedAt: string;
  /** The operation with its fragments. */
  readonly text: string;
  readonly data: object;
}

/** A file of the folder. */
export interface RecordingFile {
  readonly file: string;
  /** The recording, or the reason why the file is not a recording. */
  readonly content: RecordedResponse | string;
}

export interface RecordingInput
  extends Pick<VerdictInput, "before" | "after" | "operations" | "scalars" | "types"> {
  /** @default none */
  readonly recordings?: readonly RecordingFile[];
  /** Maximum age of a recording in days. @default unlimited */
  readonly maxAgeDays?: number | undefined;
  /** Origins of the schemas, for the reader. */
  readonly origins?: { readonly before: SchemaOrigin; readonly after: SchemaOrigin };
}

const DAY_MS = 86_400_000;

/**
 * Lists the recordings that are invalid, too old, or do not match one of the schemas. If the operation is
 * invalid in a schema, its verdict reports that, and the recording is not compared with this schema.
 *
 * @param today - `YYYY-MM-DD`, UTC.
 */
export function checkRecordings(input: RecordingInput, today: string): RecordingFinding[] {
  const { operations: document, recordings = [], origins } = input;
  const operations = findOperations(document, findFragments(document));
  const schemas = [
    { schema: input.before, label: origins?.before.label ?? "before" },
    { schema: input.after, label: origins?.after.label ?? "after" },
  ];
  return recordings.flatMap(({ file, content }): RecordingFinding[] => {
    const recording = typeof content === "string" ? content : readRecording(content, operations);
    if (typeof recording === "string") return [{ file, problem: "invalid", message: recording }];
    const mismatches = schemas.flatMap((labeled) => compareRecording(recording, labeled, input));
    return [...findExpired(file, recording, today, input.maxAgeDays), ...describe(file, mismatches)];
  });
}

/** A recording of an operation that the document contains. */
interface ParsedRecording extends RecordedResponse {
  readonly definitions: readonly DefinitionNode[];
}

/** Returns the reason if the response is not one of an operation. */
function readRecording(
  response: RecordedResponse,
  operations: readonly Operation[],
): ParsedRecording | string {
  const named = operations.filter(({ name }) => name === response.operation);
  if (named.length === 0) return RECORDING_SENTENCES.unknown;
  const definitions = parseText(response.text);
  const key = renderKey(definitions);
  const isSame = named.some(({ node, fragments }) => renderKey([node, ...fragments]) === key);
  return isSame ? { ...response, definitions } : RECORDING_SENTENCES.differs;
}

function findExpired(
  file: string,
  { recordedAt }: RecordedResponse,
  today: string,
  maxAgeDays: number | undefined,
): RecordingFinding[] {
  if (maxAgeDays === undefined) return [];
  const ageMs = Date.parse(today) - Date.parse(recordedAt);
  const isExpired = ageMs > maxAgeDays * DAY_MS;
  const message = RECORDING_SENTENCES.expired(recordedAt, maxAgeDays);
  return isExpired ? [{ file, problem: "expired", message }] : [];
}

interface LabeledSchema {
  readonly schema: GraphQLSchema;
  readonly label: string;
}

type LabeledMismatch = Mismatch & Pick<LabeledSchema, "label">;

/** Lists no differences if the operation is invalid in the schema. */
function compareRecording(
  { definitions, data }: ParsedRecording,
  { schema, label }: LabeledSchema,
  { types, scalars }: RecordingInput,
): LabeledMismatch[] {
  const shape = createResponseShape(schema, { kind: Kind.DOCUMENT, definitions }, { types, scalars });
  if (typeof shape === "string") return [];
  return listMismatches(shape, data).map((mismatch) => ({ ...mismatch, label }));
}

function parseText(text: string): readonly DefinitionNode[] {
  try {
    return parse(text).definitions;
  } catch {
    return [];
  }
}

/** Text that is equal for operations that differ only in their formatting. */
function renderKey(definitions: readonly DefinitionNode[]): string {
  return definitions
    .map((node) => print(node))
    .sort()
    .join("\n");
}

/** Describes each difference once, although it can be in each entry of a list and in both schemas. */
function describe(file: string, mismatches: readonly LabeledMismatch[]): RecordingFinding[] {
  const groups = groupBy(
    mismatches,
    ({ coordinate, expected, received }) => `${coordinate} ${expected} ${received}`,
  );
  return [...groups.values()].flatMap((group): RecordingFinding[] => {
    const [first] = group;
    if (!first) return [];
    const labels = [...new Set(group.map(({ label }) => label))];
    const paths = [...new Set(group.map((mismatch) => renderPath(mismatch.path)))];
    const message = RECORDING_SENTENCES.mismatch(first, labels, paths);
    return [{ file, problem: "mismatch", message, path: paths[0] ?? "", coordinate: first.coordinate }];
  });
}
