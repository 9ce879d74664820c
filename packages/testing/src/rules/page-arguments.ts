/** The arguments of pages: their names, and their values in a call. */

import { type Field, hasName } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLArgument, getNamedType, getNullableType, isListType } from "graphql";
import { missing, type RulesError } from "./rules-error.ts";

/**
 * What arguments of `page(rows, args)` select, by the usual names of such arguments: the rows from the first or
 * the last one, those after or before a cursor, those after a number of rows, or a page by its number from 1.
 */
const ROLES = ["first", "last", "after", "before", "offset", "page"] as const;

/** Values of the arguments that select a page, by what they select. */
export type PageArguments = Readonly<Partial<Record<PageRole, PageArgument>>>;
export type PageRole = (typeof ROLES)[number];

interface PageArgument {
  readonly name: string;
  readonly value: unknown;
}

/** @throws RulesError if an argument has no usual name, or two select the same. */
export function readPageArguments(args: object): PageArguments {
  const read = new Map<PageRole, PageArgument>();
  for (const [name, value] of Object.entries(args) as [string, unknown][]) {
    if (value === undefined) continue;
    const role = ROLES.find((candidate) => hasName(name, candidate));
    if (!role) throw withoutRole(`the argument "${name}" selects no page`, name);
    const other = read.get(role);
    if (other) throw withoutRole(`the arguments "${other.name}" and "${name}" select the same`, name);
    read.set(role, { name, value });
  }
  return Object.fromEntries(read);
}

function withoutRole(problem: string, name: string): RulesError {
  return missing(`page(rows, args): ${problem}. Use it in the resolver, or name it ${ROLES.join(", ")}:`, [
    `page(rows, { first: ${name} })`,
  ]);
}

/** Whether an argument selects a page of a list without a resolver, by the Relay specification. */
export function isPageArgument(field: Field, { name, type }: GraphQLArgument): boolean {
  if (name === "first" || name === "last") return true;
  // Only pages have cursors, and a date `after` is a filter.
  const isCursor = (name === "after" || name === "before") && !isListType(getNullableType(field.type));
  return isCursor && !/date|time/i.test(getNamedType(type).name);
}
