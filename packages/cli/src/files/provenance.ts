/**
 * Provenance of a snapshot, in a file next to it. It shows whether two schemas were captured in the same way.
 */

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Edition } from "@integration-platform/graphql-compiler/internal/model/index";
import { renderJson } from "@integration-platform/graphql-compiler/internal/text/render-json";

/** Capture method of a schema. Two methods can return different schemas of the same platform. */
export interface CaptureMethod {
  /** Such as `introspection`, `introspection file`, `SDL` or `written by hand`. */
  readonly how: string;
  /** Edition of the GraphQL specification that the server's introspection supports. */
  readonly edition?: Edition | undefined;
  /** Names of additional request headers, without their values. */
  readonly headers?: readonly string[] | undefined;
  /** Tenant of the token. */
  readonly tenant?: string | undefined;
}

/** Content of `provenance.json`. */
export interface Provenance extends CaptureMethod {
  readonly origin: { readonly kind: string; readonly label: string };
  /** Time in ISO 8601, UTC. */
  readonly taken: string;
  /** Hash of the snapshot in hexadecimal. If it differs, the snapshot was edited. */
  readonly sha256: string;
  /**
   * Name and version of the validator that accepted the snapshot, such as `graphql 17.1.0`. Absent if the
   * text is not valid.
   */
  readonly validatedBy?: string | undefined;
}

/** `schema/schema.graphql` → `schema/provenance.json` */
export function provenancePath(snapshot: string): string {
  return join(dirname(snapshot), "provenance.json");
}

export function hash(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Parses a provenance. Returns `undefined` if there is none, or if the snapshot was edited. */
export function parseProvenance(json: string | undefined, snapshot: string): Provenance | undefined {
  try {
    const provenance = JSON.parse(json ?? "");
    const isValid = provenance.sha256 === hash(snapshot) && typeof provenance.how === "string";
    return isValid && Array.isArray(provenance.headers) ? provenance : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads the provenance of a snapshot. Returns `undefined` if there is none, or if the snapshot was edited.
 */
export function readProvenance(file: string, snapshot: string): Provenance | undefined {
  try {
    return parseProvenance(readFileSync(provenancePath(file), "utf8"), snapshot);
  } catch {
    return undefined;
  }
}

/** Renders a provenance with its keys in a fixed order. */
export function renderProvenance(provenance: Provenance): string {
  const { origin, taken, how, edition, headers = [], tenant, sha256, validatedBy } = provenance;
  return renderJson({ origin, taken, how, edition, headers, tenant, sha256, validatedBy });
}

/** Returns remarks for the reader if the schemas were captured in different ways. */
export function compareCapture(
  before: CaptureMethod | undefined,
  after: CaptureMethod | undefined,
): string[] {
  if (!before || !after) return [];
  const remarks: string[] = [];
  /** Adds a remark if the two values of a property are different. */
  const compare = (
    left: string | undefined,
    right: string | undefined,
    difference: string,
    effect: string,
  ) => {
    if (left === right) return;
    remarks.push(`The schemas ${difference} (${left ?? "none"}; ${right ?? "none"}). ${effect}`);
  };
  const bySource = "Some differences can come from the source instead of the platform.";
  const byRequest = "The platform can return another schema for each.";
  compare(before.how, after.how, "have different sources", bySource);
  if (before.how === after.how) {
    const difference = "come from different editions of introspection";
    compare(before.edition, after.edition, difference, "The newer one reports more.");
  }
  compare(joinHeaders(before), joinHeaders(after), "were read with different headers", byRequest);
  // A schema from a file has no tenant.
  if (before.tenant && after.tenant)
    compare(before.tenant, after.tenant, "were read for different tenants", byRequest);
  return remarks;
}

/** `undefined` if there are no headers. */
function joinHeaders({ headers = [] }: CaptureMethod): string | undefined {
  return headers.length > 0 ? headers.join(", ") : undefined;
}
