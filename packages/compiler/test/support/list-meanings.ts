/** Lists what the conventions find in a schema. */

import { type GraphQLSchema, isInterfaceType, isObjectType } from "graphql";
import { explainArgument, itemTypeOf, pagingArgumentsOf } from "../../src/conventions/index.ts";

/** Returns the arguments of lists and connections by their meaning, as `name: Type`, sorted. Introspection is omitted. */
export function listMeanings(schema: GraphQLSchema): Record<string, string[]> {
  const meanings = new Map<string, Set<string>>();
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith("__") || !(isObjectType(type) || isInterfaceType(type))) continue;
    for (const field of Object.values(type.getFields())) {
      if (!itemTypeOf(field)) continue;
      const roles = new Map(Object.entries(pagingArgumentsOf(field)).map(([role, name]) => [name, role]));
      for (const arg of field.args) {
        const found = explainArgument(field, arg.name) ?? "unexplained";
        const meaning = found === "page" ? `page ${roles.get(arg.name)}` : found;
        meanings.set(meaning, (meanings.get(meaning) ?? new Set()).add(`${arg.name}: ${arg.type}`));
      }
    }
  }
  return Object.fromEntries([...meanings].map(([meaning, args]) => [meaning, [...args].sort()]));
}
