/** Facts with the code that they stop, before they have a place and a verdict. */

import type { ASTNode } from "graphql";
import type { Code, Fact, Harm } from "./facts.ts";
import type { FindingRule } from "./report.ts";

/** A fact about a schema element, and the code that it stops. */
export interface Reason {
  readonly rule: FindingRule;
  readonly coordinate: string;
  readonly fact: Fact;
  readonly code: readonly Code[];
  /** Whether the platform rejects calls, or receives other values. */
  readonly fails?: boolean;
}

/**
 * The harm of a reason that breaks. Code that passes variables stops if the server rejects their values, if only TypeScript
 * does, or if a name is lost.
 */
export function harmOf({ fact, code, fails = false }: Reason): Harm {
  if (fact.kind === "default" || fact.kind === "name") return "code";
  const isRejected = fact.kind === "type" ? fails : fails || code.includes("writes");
  return isRejected ? "rejected" : "code";
}

/** A fact at a node of the document. */
export interface NodeReason extends Reason {
  readonly node: ASTNode;
}

/** Element that is compared, and its node. */
export interface Location {
  readonly coordinate: string;
  readonly node: ASTNode;
}
