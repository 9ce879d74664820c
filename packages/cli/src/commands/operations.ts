/** The operations of this package, by name. */

import type { TypedDocumentString } from "@integration-platform/graphql";
import * as generated from "@integration-platform/graphql/operations";
import { describeUnknown, findNearest } from "./names.ts";
import { Problem } from "./problem.ts";

/** A document of unknown types. Its variables are checked against a schema. */
export type AnyDocument = TypedDocumentString<object, Readonly<Record<string, unknown>>>;

const documents: ReadonlyMap<string, AnyDocument> = new Map(
  Object.values(generated)
    .map((document) => document as AnyDocument)
    .sort((one, other) => one.name.localeCompare(other.name))
    .map((document) => [document.name, document]),
);

/** @throws Problem with the nearest name, and all of them. */
export function findOperation(name: string | undefined): AnyDocument {
  const all = `Operations: ${[...documents.keys()].join(", ")}.`;
  if (name === undefined) throw new Problem("missing operation name", all);
  const document = documents.get(name);
  if (document) return document;
  const near = findNearest(name, [...documents.keys()]);
  throw new Problem(describeUnknown("operation", name), `${near ? `Use ${near}. ` : ""}${all}`);
}
