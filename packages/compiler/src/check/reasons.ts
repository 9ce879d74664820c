/** Changes with the code that they stop, before they have a place and a verdict. */

import type { ASTNode } from "graphql";
import type { CodeKind, ElementChange, Harm } from "./element-change.ts";
import type { FindingRule } from "./report.ts";

/** A change of a schema element, and the code that it stops: the reason for a finding. */
export interface Reason {
  readonly rule: FindingRule;
  readonly coordinate: string;
  readonly change: ElementChange;
  readonly code: readonly CodeKind[];
  /** Whether the platform rejects calls, or receives other values. */
  readonly fails?: boolean;
}

/** The harm of a reason that breaks. */
export function harmOf({ change, code, fails = false }: Reason): Harm {
  switch (change.kind) {
    case "default":
    case "name":
      // The server receives another value, or only code that imports the name stops. It rejects no call.
      return "code";
    case "type":
      // Code that writes stops also if only TypeScript rejects the value.
      return fails ? "rejected" : "code";
    default:
      // All other values that code can no longer write are those that the server rejects.
      return fails || code.includes("writes") ? "rejected" : "code";
  }
}

/** A reason, and the node of the document that uses the element. */
export interface NodeReason extends Reason {
  readonly node: ASTNode;
}

/** A schema element that is compared, and the node of the document that uses it. */
export interface UsedElement {
  readonly coordinate: string;
  readonly node: ASTNode;
}
