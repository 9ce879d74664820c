/** Operations for tests of calls: a query, a query with a variable, and a mutation. */

import type { TypedDocumentString } from "../../src/index.ts";

export interface Answer {
  readonly value: string | null;
}

export const query: TypedDocumentString<Answer, { [key: string]: never }> = {
  kind: "query",
  name: "ReadValue",
  text: "query ReadValue { value }",
};

export const queryWithVariables: TypedDocumentString<Answer, { readonly filter?: unknown }> = {
  kind: "query",
  name: "FilterValue",
  text: "query FilterValue($filter: Filter) { value(filter: $filter) }",
};

export const mutation: TypedDocumentString<Answer, { [key: string]: never }> = {
  kind: "mutation",
  name: "WriteValue",
  text: "mutation WriteValue { value }",
};
