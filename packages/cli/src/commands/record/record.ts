/** Runs an operation and writes its redacted response. */

import { join } from "node:path";
import type { Shape } from "@integration-platform/graphql/shape";
import {
  createResponseShape,
  listMismatches,
  renderPath,
} from "@integration-platform/graphql-compiler/internal/check/index";
import { type ScalarType, scalars } from "@integration-platform/graphql-compiler/internal/model/index";
import { ink, paint } from "@integration-platform/graphql-compiler/internal/text/ink";
import { count } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { renderJson } from "@integration-platform/graphql-compiler/internal/text/render-json";
import type { Recording } from "@integration-platform/graphql-testing/local";
import { type GraphQLSchema, parse } from "graphql";
import { quotePath, suggestInline } from "../../did-you-mean.ts";
import { hash } from "../../provenance.ts";
import { describeFailure } from "../errors/failure.ts";
import { EXIT, Problem } from "../errors/problem.ts";
import { usesLocal } from "../platform/target.ts";
import { writeTexts } from "../project/files.ts";
import {
  inProject,
  loadProject,
  parseProjectSchema,
  RECORDINGS,
  readProjectSchema,
} from "../project/project.ts";
import { findOperation, type ProjectOperation } from "../run/project-operation.ts";
import { type CallOptions, execute, readVariables } from "../run/run.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { createPseudonymize } from "./pseudonyms.ts";
import {
  type Choices,
  listInputFields,
  listLeafFields,
  redactData,
  redactVariables,
} from "./redact-recording.ts";

export interface RecordOptions extends CallOptions {
  readonly name: string;
  readonly keep: readonly string[];
  readonly redact: readonly string[];
  readonly mutations?: boolean;
  /** @default recordings, in the folder of the config */
  readonly recordings?: string;
  readonly format: "text" | "json";
}

/** Differences from the schema that are printed. */
const MAX_LISTED = 10;

export async function record(
  name: string | undefined,
  options: RecordOptions,
  terminal: Terminal,
): Promise<number> {
  const { stdout } = terminal;
  const { envPrefix: prefix, format, keep } = options;
  if (!/^\w[\w.-]{0,99}$/.test(options.name))
    throw new Problem("--name is not a file name", "Use letters, digits, dots, hyphens and underscores.");
  const project = await loadProject(options, { sample: usesLocal(options, terminal) });
  const operation = await findOperation(name, project, terminal, "record");
  const { document, node } = operation;
  if (document.kind === "mutation" && !options.mutations)
    throw new Problem(`"${document.name}" is a mutation`, "Pass --mutations to run it on the platform.");
  const schemaFile = await readProjectSchema(project);
  const schema = parseProjectSchema(schemaFile);
  const shape = createShape(schema, operation, { ...scalars, ...project.scalars });
  const fields = listLeafFields(shape);
  checkChoices("--keep", keep, fields, document.name);
  checkChoices("--redact", options.redact, [...fields, ...listInputFields(node, schema)], document.name);
  const variables = await readVariables(operation, options);

  const { data, error } = await execute(operation, variables, options, project, terminal);
  const failure = error && (await describeFailure(error, prefix));
  if (failure) {
    const hint = `Run "platform-graphql run ${document.name}" to read the errors.`;
    throw new Problem(failure.message, hint, { code: failure.code, exit: EXIT.found });
  }
  const mismatches = listMismatches(shape, data ?? {});
  if (mismatches.length > 0) throw describeMismatches(document.name, mismatches);

  const replace = createPseudonymize();
  const choices: Choices = { keep: new Set(keep), redact: new Set(options.redact) };
  const recording: Recording = {
    version: 1,
    operation: document.name,
    recordedAt: new Date().toISOString(),
    schemaHash: hash(schemaFile.text),
    text: document.text,
    variables: redactVariables(node, variables, schema, choices, replace),
    data: { ...redactData(shape, data ?? {}, choices, replace) },
  };
  const recordings = options.recordings ?? inProject(project, RECORDINGS);
  const file = join(recordings, document.name, `${options.name}.json`);
  // A field that is kept can contain a token.
  const text = renderJson(terminal.redaction.redactData(recording));
  await writeTexts({ [file]: text }, "--recordings");
  const result = { operation: document.name, file, recordedAt: recording.recordedAt };
  if (format === "json") stdout.printJson({ version: 1, ...result });
  else stdout.print(ink`${paint("green", "✓")} ${document.name} recorded in ${file}\n`);
  return EXIT.success;
}

/** Unknown enum values and types do not match: the snapshot must have them, so that they are not redacted. */
function createShape(
  schema: GraphQLSchema,
  { document }: ProjectOperation,
  types: Readonly<Record<string, ScalarType>>,
): Shape {
  const shape = createResponseShape(schema, parse(document.text), { types: "closed", scalars: types });
  if (typeof shape !== "string") return shape;
  throw new Problem(
    `${document.name} does not match the schema: ${shape}`,
    "Fix the operation, or pull the schema.",
  );
}

function checkChoices(
  option: string,
  chosen: readonly string[],
  fields: readonly string[],
  operation: string,
): void {
  const unknown = chosen.find((coordinate) => !fields.includes(coordinate));
  if (unknown === undefined) return;
  const subject = quotePath(unknown, "the value");
  throw new Problem(
    `${option}: ${subject} is not a scalar or enum field that ${operation} selects${suggestInline(unknown, fields)}`,
    "Pass the coordinate of a selected field, such as Integration.name.",
  );
}

function describeMismatches(operation: string, mismatches: ReturnType<typeof listMismatches>): Problem {
  const lines = mismatches.map(
    ({ path, coordinate, expected, received }) =>
      `${renderPath(path)}: ${coordinate} is ${expected}, received ${received}`,
  );
  const rest = lines.length - MAX_LISTED;
  const message = `${operation}: the response differs from the schema in ${count(lines.length, "place")}`;
  const details = [...lines.slice(0, MAX_LISTED), ...(rest > 0 ? [`and ${rest} more`] : [])];
  const hint = 'Run "platform-graphql schema pull", then record again.';
  return new Problem(message, hint, { code: "MISMATCH", exit: EXIT.found, details });
}
