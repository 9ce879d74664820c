/** Where a snapshot came from: kept beside it, so that like is compared with like. */

import { createHash } from "node:crypto";
import { dirname, join } from "node:path";
import type { Edition } from "../../schema/introspection.ts";

/** How a schema was taken. Two that were taken in two ways differ in more than what the platform changed. */
export interface Way {
  /** Such as `introspection`, `introspection file`, `SDL` or `written by hand`. */
  readonly how: string;
  /** Edition of the GraphQL specification whose introspection the server has; newer ones tell more. */
  readonly edition?: Edition | undefined;
  /** Names of further request headers, never their values: a platform may show more to some. */
  readonly headers?: readonly string[] | undefined;
  /** Tenant whose token asked. */
  readonly tenant?: string | undefined;
}

/** What `provenance.json` holds. */
export interface Provenance extends Way {
  readonly origin: { readonly kind: string; readonly label: string };
  /** Time in ISO 8601, UTC. */
  readonly taken: string;
  /** Of the snapshot's text, in hexadecimal: another text was edited since. */
  readonly sha256: string;
}

/** `schema/schema.graphql` → `schema/provenance.json` */
export function provenancePath(snapshot: string): string {
  return join(dirname(snapshot), "provenance.json");
}

export function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Reads a provenance; `undefined` where there is none, or where it speaks of another text than this one. */
export function parseProvenance(json: string | undefined, snapshot: string): Provenance | undefined {
  try {
    const provenance = JSON.parse(json ?? "");
    const isOurs = provenance.sha256 === hash(snapshot) && typeof provenance.how === "string";
    return isOurs && Array.isArray(provenance.headers) ? provenance : undefined;
  } catch {
    return undefined;
  }
}

/** The provenance as its file has it: keys in a fixed order, nothing that was not known. */
export function renderProvenance(provenance: Provenance): string {
  const { origin, taken, how, edition, headers = [], tenant, sha256 } = provenance;
  return `${JSON.stringify({ origin, taken, how, edition, headers, tenant, sha256 }, undefined, 2)}\n`;
}

/** What a reader should know before comparing schemas that were taken in two ways. Where a way is unknown, nothing. */
export function compareWays(before: Way | undefined, after: Way | undefined): string[] {
  if (!before || !after) return [];
  const remarks: string[] = [];
  const differ = (what: string, one: string | undefined, other: string | undefined, advice: string) => {
    if (one !== other)
      remarks.push(`The two schemas were taken with ${what}: ${one ?? "none"}, then ${other ?? "none"}. ${advice}`);
  };
  if (before.how !== after.how) {
    const ways = `${before.how}, then ${after.how}`;
    remarks.push(
      `The two schemas were taken in two ways: ${ways}. Some changes may come from that, and not from the platform.`,
    );
  } else {
    differ("introspection of two editions", before.edition, after.edition, "The newer one tells more.");
  }
  const [names, others] = [before, after].map(({ headers = [] }) =>
    headers.length > 0 ? headers.join(", ") : undefined,
  );
  differ("different headers", names, others, "The platform may show each of them another schema.");
  // A schema from a file has no tenant to compare.
  if (before.tenant && after.tenant) {
    differ("tokens of two tenants", before.tenant, after.tenant, "A tenant may see another schema.");
  }
  return remarks;
}
