/** The line that a message proposes for an argument without a rule. It is only shown: a person decides. */

import { type Field, hasName, toSnake } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLInputType,
  getNamedType,
  getNullableType,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isLeafType,
  isListType,
  isObjectType,
} from "graphql";
import type { Structure } from "../structure/structure.ts";
import { missingRule, type RulesError } from "./errors.ts";

interface MissingOptions {
  /** The value that the request sent. */
  readonly value?: unknown;
  /** Whether the rule is `todo`. */
  readonly isUndecided?: boolean;
}

/** The error for an argument or a member of an input object without a rule. */
export function describeMissing(
  structure: Structure,
  coordinate: string,
  type: GraphQLInputType,
  itemTypeName: string,
  { value, isUndecided = false }: MissingOptions = {},
): RulesError {
  const what = `the argument ${coordinate}${isUndecided ? ", which is todo" : ""}`;
  const name = /\((.*):\)$/.exec(coordinate)?.[1] ?? coordinate.split(".").at(-1) ?? "";
  const named = getNamedType(type);
  const line = (rule: string) => `"${coordinate}": ${rule},`;
  const role = coordinate.endsWith(":)") && /int$/i.test(named.name) ? pageRoleOf(name) : undefined;
  if (role) return missingRule(what, "pages", line(`"${role}"`));
  if (isLeafType(structure.schema.getType(itemTypeName))) {
    return missingRule(what, "filters", `${line("ignored")} // or write a resolver of the field`);
  }
  if (isInputObjectType(named)) {
    if (/^(?:and|or|not)$/i.test(name)) return missingRule(what, "filters", line(name.toLowerCase()));
    const path = findPath(structure, itemTypeName, name, named.name) ?? "…";
    return missingRule(what, "filters", line(`some("${path}")`));
  }
  const path = findPath(structure, itemTypeName, name, named.name);
  if (isEnumType(named) && !path) {
    const values = [value].flat().filter((each) => typeof each === "string");
    const names = values.length > 0 ? values : named.getValues().map((each) => each.name);
    return missingRule(
      what,
      "orders",
      ...names.map(
        (each) =>
          `"${named.name}.${each}": ${wordOf(each, (own) => findPath(structure, itemTypeName, own, named.name))},`,
      ),
    );
  }
  if (!path && hasName(name, "reverse")) return missingRule(what, "orders", line("descending"));
  return missingRule(what, "filters", line(`is("${path ?? "…"}")`));
}

const DIRECTED = /^(.*?)_?(asc|desc)(?:ending)?(?:_?nulls_?(?:first|last))?$/i;

/** The proposed order of an enum value: `descending` for `DESC`, and `"-name"` for `NAME_DESC`. */
export function wordOf(value: string, find: (name: string) => string | undefined = () => undefined): string {
  const [, name = value, direction] = DIRECTED.exec(value) ?? [];
  const isDescending = direction?.toLowerCase() === "desc";
  if (name === "") return isDescending ? "descending" : "keep";
  return `"${isDescending ? "-" : ""}${find(name) ?? "…"}"`;
}

function pageRoleOf(name: string): string | undefined {
  if (hasName(name, "first")) return "first";
  if (hasName(name, "offset")) return "skip";
  return hasName(name, "page") ? "page" : undefined;
}

/** The field that a name is, or a path to it: `project.slug` for `projectSlug`, `project` for `projectId`. */
function findPath(structure: Structure, typeName: string, name: string, inputName: string): string | undefined {
  const type = structure.schema.getType(typeName);
  if (!isObjectType(type) && !isInterfaceType(type)) return undefined;
  const fields = type.getFields();
  const wanted = toSnake(name);
  for (const field of Object.values(fields)) {
    const own = toSnake(field.name);
    if (own === wanted && isLeaf(field)) return field.name;
    if (own === wanted && isRelation(structure, field)) return inputName === "String" ? `${field.name}.…` : field.name;
    if (isRelation(structure, field) && wanted === `${own}_id`) return field.name;
    const inner = structure.itemTypeOf(field.type) ?? getNamedType(field.type);
    if (!wanted.startsWith(`${own}_`)) continue;
    const innerFields = isObjectType(inner) || isInterfaceType(inner) ? Object.values(inner.getFields()) : [];
    const found = innerFields.find((each) => isLeaf(each) && `${own}_${toSnake(each.name)}` === wanted);
    if (found) return `${field.name}.${found.name}`;
  }
  return undefined;
}

function isLeaf({ type }: Field): boolean {
  const nullable = getNullableType(type);
  return isLeafType(isListType(nullable) ? getNamedType(nullable) : nullable);
}

function isRelation(structure: Structure, { type }: Field): boolean {
  return structure.isEntity(structure.itemTypeOf(type) ?? getNamedType(type));
}
