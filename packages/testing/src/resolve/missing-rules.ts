/** Resolvers that operations need and `platform.rules.ts` lacks. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type DocumentNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { checkRules } from "../rules/check-rules.ts";
import { isPageArgument } from "../rules/page-arguments.ts";
import { resolverOf } from "../rules/resolvers.ts";
import type { Rules, RulesOptions } from "../rules/rule-types.ts";
import { stubOf } from "../rules/stubs.ts";
import type { RootKind } from "../schema/groups.ts";
import { objectTypesOf, type Structure, structureOf } from "../schema/structure.ts";
import { isCount } from "../world/read.ts";
import { isAccessField } from "../world/user-access.ts";
import { isGroup } from "./mutations.ts";

/** Resolvers that a rules file lacks. */
export interface MissingRules {
  /** A resolver for each field that operations use and neither the rules nor the structure decide. */
  readonly resolvers: readonly ResolverStub[];
  /** Lists of the query root in use that show all rows. A platform can hide some, such as archived ones. */
  readonly lists: readonly ResolverStub[];
}

/** A resolver to complete. */
export interface ResolverStub {
  readonly type: string;
  readonly field: string;
  readonly line: string;
}

/** A field of an object type, and the arguments that operations send to it. */
interface FieldUse {
  readonly owner: GraphQLObjectType;
  readonly field: Field;
  readonly args: Set<string>;
}

/**
 * @param document - All operations and fragments of a project.
 * @throws TypeError if the rules do not match the schema.
 */
export function findMissingRules(
  schema: GraphQLSchema,
  document: DocumentNode,
  options: RulesOptions,
): MissingRules {
  const structure = structureOf(schema, options);
  checkRules(structure, options);
  const { rules = {} } = options;
  const uses = listUses(schema, document);
  const groups = listGroups(structure, rules, uses);
  const open = uses.filter(({ owner, field }) => !resolverOf(rules, owner.name, field.name));
  const structural = open.filter((use) => isStructural(structure, groups, use));
  const lists = structural.filter(
    ({ owner, field }) => owner === schema.getQueryType() && structure.listedTypeOf(field.type) !== undefined,
  );
  const stub = ({ owner, field }: FieldUse, hidesRows: boolean): ResolverStub => ({
    type: owner.name,
    field: field.name,
    line: stubOf(structure, { owner, field, rootKind: groups.get(owner), hidesRows }),
  });
  return {
    resolvers: open.filter((use) => !structural.includes(use)).map((use) => stub(use, false)),
    lists: lists.map((use) => stub(use, true)),
  };
}

function listUses(schema: GraphQLSchema, document: DocumentNode): readonly FieldUse[] {
  const uses = new Map<string, FieldUse>();
  const types = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(types, {
      Field({ name, arguments: sent = [] }) {
        // A field of an interface is one of each of its types.
        for (const owner of objectTypesOf(schema, types.getParentType())) {
          const field = owner.getFields()[name.value];
          if (!field) continue;
          const coordinate = `${owner.name}.${field.name}`;
          const use = uses.get(coordinate) ?? { owner, field, args: new Set() };
          for (const argument of sent) use.args.add(argument.name.value);
          uses.set(coordinate, use);
        }
      },
    }),
  );
  return [...uses.values()];
}

/** The roots and their groups, with the kind of their root. */
type Groups = ReadonlyMap<unknown, RootKind>;

/** The roots, and the groups that operations select from them. */
function listGroups(structure: Structure, rules: Rules, uses: readonly FieldUse[]): Groups {
  const groups = new Map<unknown, RootKind>();
  for (const kind of ["query", "mutation"] as const) {
    const root = structure.schema.getRootType(kind);
    if (root) groups.set(root, kind);
  }
  // A group that is added here is visited, too.
  for (const [owner, kind] of groups) {
    for (const { field } of uses.filter((use) => use.owner === owner)) {
      const type = getNamedType(field.type);
      if (isGroup({ rules, structure }, type, kind)) groups.set(type, kind);
    }
  }
  return groups;
}

/**
 * Whether a field needs no resolver. `resolve.ts` and `mutations.ts` decide the same for a request:
 *
 * | type of the field's owner | field | needs none if the arguments | resolved by |
 * |---|---|---|---|
 * | other than a root or group | list or page | select a page | `resolveItemList` |
 * | | count | (always needs one) | `resolveItemField` |
 * | | other | are none | `resolveItemField` |
 * | root or group | group | are none | `resolveGroup` |
 * | mutation root or group | other | (always needs one) | `resolveMutation` |
 * | query root or group | list or page of rows | select a page | `resolveRootField` |
 * | | one row | are the key | `resolveByKey` |
 * | | user or tenant | are none | `resolveUserOrTenant` |
 * | | other | (always needs one) | `resolveRootField` |
 */
function isStructural(structure: Structure, groups: Groups, { owner, field, args }: FieldUse): boolean {
  const sent = field.args.filter(({ name }) => args.has(name));
  const type = getNamedType(field.type);
  const rootKind = groups.get(owner);
  const listedType = structure.listedTypeOf(field.type);
  const selectsPage = sent.every((argument) => isPageArgument(field, argument));
  if (!rootKind) return listedType ? selectsPage : sent.length === 0 && !isCount(field);
  if (groups.get(type) === rootKind) return sent.length === 0;
  if (rootKind === "mutation") return false;
  if (structure.isEntity(listedType)) return selectsPage;
  if (sent.length === 0) return isAccessField(structure, field);
  const key = structure.keyArgumentOf(field);
  return key !== undefined && sent.every(({ name }) => name === key.name);
}
