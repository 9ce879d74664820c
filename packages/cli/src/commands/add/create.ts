/** Creates the operations that `add` writes, and refuses those whose name or file is in use. */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { findProblems, nameType } from "@integration-platform/graphql-compiler/internal/codegen/index";
import { type DocumentNode, type GraphQLSchema, getNamedType, Kind, parse } from "graphql";
import { renderPath } from "../../files/sources.ts";
import { Problem } from "../../host/errors/problem.ts";
import { describeUnknown, suggestNearest } from "../../text/suggest.ts";
import { listRootFields, type RootField, renderOperation } from "./render-operation.ts";

export interface NewOperation {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

export interface Context {
  readonly schema: GraphQLSchema;
  readonly folder: string;
  /** Levels of nested objects. */
  readonly depth: number;
  /** Whether --name can be passed. */
  readonly isOnly: boolean;
  /** Location of the definition that uses a name or the name of its type. */
  readonly uses: Map<string, string>;
}

/** The names of operations, and those of the types of operations and fragments, with their places. */
export function listUses({ definitions }: DocumentNode): [name: string, place: string][] {
  return definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION && node.kind !== Kind.FRAGMENT_DEFINITION) return [];
    const place = node.loc ? `${node.loc.source.name}:${node.loc.startToken.line}` : "";
    // A fragment and an operation can have one name, but not one type name.
    const own = node.kind === Kind.OPERATION_DEFINITION && node.name ? [node.name.value] : [];
    return [...own, nameType(node)].map((name) => [name, place] as [string, string]);
  });
}

export function findRoot(schema: GraphQLSchema, name: string): RootField {
  const roots = listRootFields(schema);
  const typeOf = ({ kind }: RootField) =>
    (kind === "query" ? schema.getQueryType() : schema.getMutationType())?.name;
  const root = roots.find(
    (candidate) => candidate.field.name === name || `${typeOf(candidate)}.${candidate.field.name}` === name,
  );
  if (root) return root;
  if (schema.getSubscriptionType()?.getFields()[name])
    throw new Problem(`"${name}" is a subscription, which is not supported`, "Add a query or a mutation.");
  const names = roots.map(({ field }) => field.name);
  throw new Problem(
    describeUnknown("field", name),
    suggestNearest(name, names, `Use a field of the query type or the mutation type, such as "${names[0]}".`),
  );
}

export function create(context: Context, root: RootField, name: string): NewOperation | Problem {
  const { schema, folder, depth, isOnly, uses } = context;
  // "_" has neither a letter nor a digit.
  const file = join(folder, `${toKebabCase(name) || name}.graphql`);
  const rename = isOnly
    ? "Choose another one with --name."
    : `Run "platform-graphql add ${root.field.name} --name <name>".`;
  const text = renderOperation(schema, root, name, depth);
  if (text === undefined) return describeEmpty(schema, root, name);
  const document = parse(text);
  const names = listUses(document).map(([used]) => used);
  const place = names.map((used) => uses.get(used)).find((found) => found !== undefined);
  if (place !== undefined) return new Problem(`the name "${name}" is in use at ${place}`, rename);
  if (existsSync(file)) return new Problem(`the file ${renderPath(file)} exists`, rename);
  const [problem] = findProblems(schema, document);
  if (problem)
    return new Problem(
      `the schema does not allow this operation: ${problem.message}`,
      "Write the operation by hand.",
    );
  for (const used of names) uses.set(used, renderPath(file));
  return { name, file, text };
}

/** The hint names the smallest depth that works. */
function describeEmpty(schema: GraphQLSchema, root: RootField, name: string): Problem {
  const type = getNamedType(root.field.type).name;
  const depth = [2, 3, 4, 5].find((levels) => renderOperation(schema, root, name, levels) !== undefined);
  const hint =
    depth === undefined ? "Write the operation by hand." : `Select its objects with --depth ${depth}.`;
  return new Problem(`the type ${type} has no scalar fields`, hint);
}

function toKebabCase(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3-$2")
    .replaceAll(/[_-]+/g, "-")
    .replaceAll(/^-|-$/g, "")
    .toLowerCase();
}
