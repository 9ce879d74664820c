/** Finds an operation in the files of a project, or in the runtime package. */

import type { TypedDocumentString } from "@integration-platform/graphql";
import { collectFragments, findFragments } from "@integration-platform/graphql-compiler/model";
import { concatAST, type DocumentNode, Kind, type OperationDefinitionNode, parse, print } from "graphql";
import { describeUnknown, findNearest } from "../../names.ts";
import { Problem } from "../problem.ts";
import { type Project, readProjectOperations } from "../project.ts";

/** A document whose types are not known here. Its variables are checked against a schema. */
type AnyDocument = TypedDocumentString<object, Readonly<Record<string, unknown>>>;

/** An operation, ready to be sent. */
export interface ProjectOperation {
  readonly document: AnyDocument;
  readonly node: OperationDefinitionNode;
}

/** Longest list of names in a hint, in characters. A longer one is printed in columns. */
const MAX_INLINE = 60;

/**
 * Finds an operation by its name.
 *
 * @param project - Without operations, those of the package are used.
 * @param columns - Width of the list of names, if there is no operation of that name.
 * @param command - Name of the command, for hints.
 * @throws Problem if a file is invalid, or the operation or a fragment is missing.
 */
export async function findOperation(
  name: string | undefined,
  project: Project,
  columns: number,
  command = "run",
): Promise<ProjectOperation> {
  const document = project.operations ? (await readProjectOperations(project)).document : await readShipped();
  const operations = document.definitions
    .filter((node): node is OperationDefinitionNode => node.kind === Kind.OPERATION_DEFINITION && !!node.name)
    .sort((one, other) => nameOf(one).localeCompare(nameOf(other)));
  const matches = operations.filter((node) => nameOf(node) === name);
  const [node] = matches;
  if (!node || name === undefined) throw describeMissing(name, operations.map(nameOf), columns, command);
  if (matches.length > 1)
    throw new Problem(`"${name}" is defined ${matches.length} times`, "Rename all except one of them.");
  const kind = node.operation;
  if (kind === "subscription") throw new Problem(`"${name}" is a subscription`, "Run a query or a mutation.");
  const fragments = collectFragments(node.selectionSet, findFragments(document), (missing) => {
    throw new Problem(`the fragment "${missing}" is missing`, "Add its file with --operations <path...>.");
  });
  const definitions = [node, ...fragments];
  return { document: { name, kind, text: definitions.map(print).join("\n\n") }, node };
}

const nameOf = (node: OperationDefinitionNode): string => node.name?.value ?? "";

async function readShipped(): Promise<DocumentNode> {
  const shipped = await import("@integration-platform/graphql/operations");
  return concatAST(Object.values(shipped).map(({ text }) => parse(text)));
}

function describeMissing(
  name: string | undefined,
  names: readonly string[],
  columns: number,
  command: string,
): Problem {
  const near = name === undefined ? undefined : findNearest(name, names);
  const usage = `Run "platform-graphql ${command} ${near ?? "<operation>"}".`;
  const message = name === undefined ? "missing operation name" : describeUnknown("operation", name);
  if (names.length === 0) return new Problem(`${message}; there are no operations`, "Add a .graphql file.");
  const inline = names.join(", ");
  if (inline.length <= MAX_INLINE) return new Problem(message, `${usage} Operations: ${inline}.`);
  return new Problem(message, usage, { details: arrangeColumns(names, columns - 2) });
}

/** Arranges names in columns, sorted from top to bottom. */
export function arrangeColumns(names: readonly string[], width: number): string[] {
  const cell = Math.max(...names.map((name) => name.length)) + 2;
  const perLine = Math.max(1, Math.floor((width + 2) / cell));
  const height = Math.ceil(names.length / perLine);
  return Array.from({ length: height }, (_, row) =>
    names
      .filter((_, index) => index % height === row)
      .map((name) => name.padEnd(cell))
      .join("")
      .trimEnd(),
  );
}
