/** Which operations do not validate, and which element of the schema is to blame. */

import {
  type ASTNode,
  type DocumentNode,
  type GraphQLError,
  type GraphQLSchema,
  Kind,
  LoneAnonymousOperationRule,
  NoUnusedFragmentsRule,
  specifiedRules,
  validate,
} from "graphql";
import { directiveCoordinate } from "./coordinates.ts";
import type { Found } from "./finding.ts";
import type { FragmentsByName, Operation } from "./operations.ts";
import type { FindingRule } from "./report.ts";
import type { Use } from "./uses.ts";

/** What servers check. A fragment that nothing spreads is never sent, and unnamed operations are told to codegen. */
const RULES = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule && rule !== LoneAnonymousOperationRule);

/** The problems of each operation that has any; those of a fragment are problems of all operations that spread it. */
export function findInvalid(
  schema: GraphQLSchema,
  operations: readonly Operation[],
): ReadonlyMap<Operation, readonly GraphQLError[]> {
  const fragments = new Set(operations.flatMap((operation) => operation.fragments));
  const definitions = [...operations.map(({ node }) => node), ...fragments];
  const document: DocumentNode = { kind: Kind.DOCUMENT, definitions };
  const errors = validate(schema, document, RULES, { maxErrors: Number.MAX_SAFE_INTEGER });
  const invalid = new Map<Operation, GraphQLError[]>();
  if (errors.length === 0) return invalid;
  for (const error of errors) {
    const own = operations.filter(({ node }) => error.nodes?.some((inner) => contains(node, inner)));
    const affected =
      own.length > 0
        ? own
        : operations.filter(({ fragments }) =>
            fragments.some((fragment) => error.nodes?.some((inner) => contains(fragment, inner))),
          );
    for (const operation of affected) invalid.set(operation, [...(invalid.get(operation) ?? []), error]);
  }
  return invalid;
}

function contains({ loc }: ASTNode, { loc: inner }: ASTNode): boolean {
  return !!loc && !!inner && loc.source === inner.source && loc.start <= inner.start && inner.end <= loc.end;
}

/** The reason that a problem gives, by the element of the old schema that is used at its node. */
export function toFound(error: GraphQLError, uses: readonly Use[], fragments: FragmentsByName, root: ASTNode): Found {
  const nodes = error.nodes ?? [];
  const message = error.message.replaceAll(/\s*\n\s*/g, " ");
  const coordinate = firstOf(nodes, (node) => findUse(uses, node)?.coordinate ?? nameOf(node, fragments)) ?? "";
  return { verdict: "breaks", ...refine(error, coordinate), message, node: nodes[0] ?? root };
}

/** The most telling use at a node; a variable's definition says less than the place where it is used. */
function findUse(uses: readonly Use[], node: ASTNode): Use | undefined {
  const here = uses.filter((use) => use.node === node || (use.kind === "field" && use.node.selectionSet === node));
  return here.find(({ kind }) => kind !== "variable" && kind !== "value") ?? here.find(({ kind }) => kind === "value");
}

function firstOf<Result>(nodes: readonly ASTNode[], find: (node: ASTNode) => Result | undefined): Result | undefined {
  for (const node of nodes) {
    const result = find(node);
    if (result !== undefined) return result;
  }
  return undefined;
}

/** graphql-js says in words only that something is required now, and which. */
function refine({ message }: GraphQLError, coordinate: string): { coordinate: string; rule: FindingRule } {
  const argument = /^Argument "([^"]+)" of type .* is required/.exec(message)?.[1];
  if (argument) return { coordinate: argument, rule: "required" };
  const [, type, field] = /^Expected value of type "([^"]+)" to include required field "([^"]+)"/.exec(message) ?? [];
  if (type && field) return { coordinate: `${type.replaceAll(/[[\]!]/g, "")}.${field}`, rule: "required" };
  const [, given, expected] = /of type "([^"]+)" used in position expecting type "([^"]+)"/.exec(message) ?? [];
  if (given && expected) return { coordinate, rule: expected === `${given}!` ? "required" : "type" };
  return { coordinate, rule: "invalid" };
}

function nameOf(node: ASTNode, fragments: FragmentsByName): string | undefined {
  if (node.kind === Kind.NAMED_TYPE) return node.name.value;
  if (node.kind === Kind.INLINE_FRAGMENT) return node.typeCondition?.name.value;
  if (node.kind === Kind.FRAGMENT_SPREAD) return fragments.get(node.name.value)?.typeCondition.name.value;
  if (node.kind === Kind.DIRECTIVE) return directiveCoordinate(node.name.value);
  return undefined;
}
