/** An operation in the files of a project, or of `--query`: finds, reads and validates it. */

import type { TypedDocumentString } from "@integration-platform/graphql";
import { hasIncremental } from "@integration-platform/graphql-compiler/internal/model/conditions";
import {
  collectFragments,
  findFragments,
  parseAll,
  renderProblems,
  SourceError,
  validateDefinition,
} from "@integration-platform/graphql-compiler/internal/model/index";
import { listSome } from "@integration-platform/graphql-compiler/internal/text/phrases";
import {
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
  print,
  Source,
} from "graphql";
import { joinProblems, Problem } from "../../host/errors/problem.ts";
import {
  nameSchema,
  type Project,
  readProjectOperations,
  readProjectSchema,
} from "../../host/project/project.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { rethrowOthers } from "../../text/rethrow-others.ts";
import { describeUnknown, findNearest } from "../../text/suggest.ts";

/** A document whose types are not known here. Its variables are checked against a schema. */
type AnyDocument = TypedDocumentString<object, Readonly<Record<string, unknown>>>;

/** An operation, ready to be sent. */
export interface ProjectOperation {
  readonly document: AnyDocument;
  readonly node: OperationDefinitionNode;
  /** Absent if there is no schema: then only the platform validates the operation. */
  readonly schema: GraphQLSchema | undefined;
}

/** Operations that a hint names. */
const MAX_NAMES = 20;

/**
 * Finds an operation by its name, and validates it against the schema of the project.
 *
 * @param terminal - Its stderr receives a warning of the skipped definitions.
 * @throws Problem if a file is invalid, the operation or a fragment is missing, or the operation does not
 * match the schema.
 */
export async function findOperation(
  name: string | undefined,
  project: Project,
  terminal: Pick<Terminal, "stderr">,
): Promise<ProjectOperation> {
  const { document } = await readProjectOperations(project, terminal);
  const operations = listOperations(document);
  const node = operations.find((operation) => operation.name?.value === name);
  if (!node || name === undefined) throw describeMissing(name, operations);
  return createOperation(node, name, document, project);
}

/** Reads the operation of `--query`, which can use the fragments of the project. @throws Problem */
export async function readQuery(
  text: string,
  project: Project,
  terminal: Pick<Terminal, "stderr">,
): Promise<ProjectOperation> {
  const own = parseQuery(text);
  const [node, ...more] = listOperations(own);
  if (!node || more.length > 0)
    throw new Problem(
      `--query has ${more.length === 0 ? "no operation" : `${more.length + 1} operations`}`,
      "Pass one operation.",
    );
  const name = nameOf(node) || "--query";
  if (project.operations === undefined || !lacksFragment(node, own))
    return createOperation(node, name, own, project);
  const { document } = await readProjectOperations(project, terminal);
  // If two fragments have one name, the last one counts: the one of the query.
  const definitions = [...document.definitions, ...own.definitions];
  return createOperation(node, name, { ...own, definitions }, project);
}

function lacksFragment({ selectionSet }: OperationDefinitionNode, document: DocumentNode): boolean {
  const missing: string[] = [];
  collectFragments(selectionSet, findFragments(document), (name) => missing.push(name));
  return missing.length > 0;
}

function parseQuery(text: string): DocumentNode {
  try {
    return parseAll([new Source(text, "--query")]);
  } catch (error) {
    rethrowOthers(error, SourceError);
    throw new Problem(
      error.problems[0] ?? "--query is invalid",
      "Write one operation in single quotes: --query '{ … }'.",
    );
  }
}

function createOperation(
  node: OperationDefinitionNode,
  name: string,
  document: DocumentNode,
  project: Project,
): ProjectOperation {
  const kind = node.operation;
  if (kind === "subscription") throw new Problem(`"${name}" is a subscription`, "Run a query or a mutation.");
  const fragments = collectFragments(node.selectionSet, findFragments(document), (missing) => {
    throw new Problem(`the fragment "${missing}" is missing`, "Add its file with --operations <path...>.");
  });
  if ([node, ...fragments].some(hasIncremental))
    throw new Problem(`"${name}" has @defer or @stream`, "Remove the directive: run prints one response.");
  const schema = project.schemaFiles.length === 0 ? undefined : readProjectSchema(project).schema;
  if (schema)
    checkOperation(validateDefinition(schema, node, [...fragments]), name, nameSchema(project.schemaFiles));
  return { document: { name, kind, text: [node, ...fragments].map(print).join("\n\n") }, node, schema };
}

/** @throws Problem that lists each problem as `file:line:column: message`. */
function checkOperation(errors: readonly GraphQLError[], name: string, file: string): void {
  const problems = renderProblems(errors);
  if (problems.length === 0) return;
  const hint = `Nothing was sent. Fix the operation, or update ${file}: "platform-graphql schema pull".`;
  throw joinProblems(problems, `${name} does not match ${file}:`, hint);
}

/** Sorted by name. An operation of a file without a name has the name "". */
function listOperations({ definitions }: DocumentNode): OperationDefinitionNode[] {
  return definitions
    .filter((node) => node.kind === Kind.OPERATION_DEFINITION)
    .sort((left, right) => nameOf(left).localeCompare(nameOf(right)));
}

const nameOf = (node: OperationDefinitionNode): string => node.name?.value ?? "";

function placeOf({ loc }: OperationDefinitionNode): string {
  return loc ? `${loc.source.name}:${loc.startToken.line}:${loc.startToken.column}` : "";
}

/** The hint never runs a mutation, because it is copied without much thought. */
function describeMissing(name: string | undefined, operations: readonly OperationDefinitionNode[]): Problem {
  const named = operations.filter((node) => node.name);
  const queries = named.filter(({ operation }) => operation === "query").map(nameOf);
  const names = named.map((node) =>
    node.operation === "query" ? nameOf(node) : `${nameOf(node)} (${node.operation})`,
  );
  const near = name === undefined ? undefined : findNearest(name, named.map(nameOf));
  const proposed = queries.find((query) => query === near) ?? "<operation>";
  const usage = `Run "platform-graphql run ${proposed}".`;
  const message = name === undefined ? "missing operation name" : describeUnknown("operation", name);
  const [anonymous] = operations;
  if (named.length === 0 && anonymous)
    return new Problem(
      `${message}; the only operations have no name`,
      `Name the one at ${placeOf(anonymous)}.`,
    );
  if (named.length === 0) {
    const hint = 'Write one with "platform-graphql add <field>", or name files with --operations <path...>.';
    return new Problem(`${message}; there are no operations`, hint);
  }
  return new Problem(message, `${usage} Operations: ${listSome(names, MAX_NAMES, String)}.`);
}
