/** The operations of this package, by name. */

import type { TypedDocumentString } from "@integration-platform/graphql";
import * as generated from "@integration-platform/graphql/operations";
import { closest, distance } from "fastest-levenshtein";
import { Problem } from "./problem.ts";

/** A document whose types nobody knows here: its variables are checked against the snapshot instead. */
export type AnyDocument = TypedDocumentString<object, Readonly<Record<string, unknown>>>;

const documents: ReadonlyMap<string, AnyDocument> = new Map(
  Object.values(generated)
    .map((document) => document as AnyDocument)
    .sort((one, other) => one.name.localeCompare(other.name))
    .map((document) => [document.name, document]),
);

/** @throws Problem with the nearest name, and all of them. */
export function findOperation(name: string | undefined): AnyDocument {
  const all = `operations: ${[...documents.keys()].join(", ")}`;
  if (name === undefined) throw new Problem("which operation?", all);
  const document = documents.get(name);
  if (document) return document;
  const near = findNearest(name, [...documents.keys()]);
  throw new Problem(`there is no operation ${quoteName(name)}${near ? `; did you mean ${near}?` : ""}`, all);
}

/** The name that was probably meant, if one is near enough. */
export function findNearest(name: string, names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  const lower = name.toLowerCase();
  const near = closest(
    lower,
    names.map((known) => known.toLowerCase()),
  );
  const isNear = distance(lower, near) <= Math.max(2, Math.floor(near.length * 0.4));
  return isNear ? names.find((known) => known.toLowerCase() === near) : undefined;
}

/** Quotes only what could be a name: anything else may have got there by mistake, a token for one. */
export function quoteName(name: string): string {
  return /^[A-Za-z_]\w{0,39}$/.test(name) ? `"${name}"` : "of that name";
}
