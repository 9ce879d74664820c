/** How much one document may ask. Assumed: complexity limits are not shown (specification, section 8). */

import { type DocumentNode, Kind, type SelectionSetNode } from "graphql";
import { Refusal } from "./route.ts";

/** Tokens in a document. */
export const MAX_TOKENS = 10_000;
/** Fields below one another; the usual introspection query has 14. */
export const MAX_DEPTH = 32;
/** Fields, with fragments counted wherever they are spread. */
export const MAX_FIELDS = 10_000;

interface Size {
  readonly depth: number;
  readonly fields: number;
}

/**
 * Refuses a document that asks too much.
 *
 * @param document Must be valid: fragments that spread themselves would not end.
 * @throws Refusal 422
 */
export function limitDocument(document: DocumentNode): void {
  const fragments = new Map<string, SelectionSetNode>();
  for (const node of document.definitions) {
    if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node.selectionSet);
  }
  const measured = new Map<SelectionSetNode, Size>();
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const { depth, fields } = measure(node.selectionSet);
    if (depth > MAX_DEPTH) throw tooComplex(`deeper than ${MAX_DEPTH} fields`);
    if (fields > MAX_FIELDS) throw tooComplex(`more than ${MAX_FIELDS} fields`);
  }

  function measure(selectionSet: SelectionSetNode | undefined): Size {
    if (!selectionSet) return { depth: 0, fields: 0 };
    const known = measured.get(selectionSet);
    if (known) return known;
    let depth = 0;
    let fields = 0;
    for (const selection of selectionSet.selections) {
      const own = selection.kind === Kind.FIELD ? 1 : 0;
      const below = measure(
        selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection.selectionSet,
      );
      depth = Math.max(depth, own + below.depth);
      fields += own + below.fields;
    }
    const size = { depth, fields };
    measured.set(selectionSet, size);
    return size;
  }
}

/** Reports a document that asks too much, or is nested so deeply that it cannot even be read. */
export function tooComplex(reason: string): Refusal {
  return new Refusal(422, "QUERY_TOO_COMPLEX", `The document is too complex: ${reason}.`);
}
