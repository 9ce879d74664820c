/** Cases in which the verdict and the oracles differ, and neither is wrong. */

import {
  type DocumentNode,
  type GraphQLSchema,
  getNamedType,
  type InlineFragmentNode,
  isInputType,
  isScalarType,
  isSpecifiedScalarType,
  Kind,
  visit,
} from "graphql";
import type { Finding, OperationReport } from "../../src/index.ts";
import { interfacesOf } from "../../src/model/graphql.ts";
import { resolveCoordinate, type TypeStyle } from "../../src/model/index.ts";
import type { Evidence } from "./schema-oracle.ts";

/** An operation under both schemas, with its report and what the oracles found. */
export interface Comparison {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  readonly types: TypeStyle;
  readonly report: OperationReport;
  readonly evidence: Evidence;
  readonly isSubscription: boolean;
  /** The operation with its fragments. */
  readonly document: DocumentNode;
}

export interface ExplainedCase {
  readonly id:
    | "custom scalar"
    | "conditional field"
    | "absent type name"
    | "moved type"
    | "subscription"
    | "empty object";
  readonly reason: string;
  /** Whether a comparison is this case. */
  applies(comparison: Comparison): boolean;
}

export const EXPLAINED: readonly ExplainedCase[] = [
  {
    id: "custom scalar",
    reason:
      "An input has another custom scalar with the same TypeScript type. Only the platform knows which values it accepts.",
    applies: ({ report, before, after }) =>
      report.verdict === "changes types" &&
      report.findings.every((finding) => isOtherScalar(finding, before, after)),
  },
  {
    id: "conditional field",
    reason:
      "A type no longer has a field that a directive can remove, because it implements other interfaces. Without `__typename`, code cannot distinguish this type and still compiles.",
    applies: ({ report, evidence, before, after }) =>
      !evidence.broken.some(({ code }) => code === "reads" || code === "writes") &&
      report.findings
        .filter(({ verdict }) => verdict === "breaks")
        .every(({ coordinate: name }) => {
          const [old, now] = [before, after].map((schema) =>
            interfacesOf(schema.getType(name)).sort().join(),
          );
          return old !== now;
        }),
  },
  {
    id: "absent type name",
    reason:
      "A directive can remove the `__typename` of a type, and a type without a selected field is new in the union. Code that narrows to the absent name, and then reads a field, stops compiling. The oracle does not write such code.",
    applies: ({ report, evidence, document }) =>
      evidence.invalid.length === 0 &&
      !evidence.broken.some(({ code }) => code === "reads" || code === "writes") &&
      hasConditionalTypename(document) &&
      report.findings.every(({ verdict, rule }) => verdict !== "breaks" || rule === "union-grew"),
  },
  {
    id: "empty object",
    reason:
      "In the style of graphql-codegen, an object without a selection has each property. Code cannot narrow by the absence of a property that a type gains.",
    applies: ({ types, report, evidence }) =>
      types === "graphql-codegen" &&
      evidence.invalid.length === 0 &&
      !evidence.broken.some(({ code }) => code === "reads" || code === "writes") &&
      report.findings.every(
        ({ verdict, change }) =>
          verdict !== "breaks" || (change.kind === "field" && change.change === "added"),
      ),
  },
  {
    id: "moved type",
    reason:
      "A type of a union implements other interfaces, so its results have other fields. The types stay the same, because another type has these fields now, and code cannot distinguish the two.",
    applies: ({ report, evidence }) =>
      report.verdict === "changes types" &&
      evidence.broken.length === 0 &&
      report.findings.every(({ change, code }) => change.kind === "interfaces" && code.length === 0),
  },
  {
    id: "subscription",
    reason: "The oracle writes no code for subscriptions. Their validity is compared.",
    applies: ({ isSubscription, evidence }) => isSubscription && evidence.invalid.length === 0,
  },
];

/** Whether a fragment with a condition selects `__typename`. */
function hasConditionalTypename(document: DocumentNode): boolean {
  let isFound = false;
  const enter = ({ directives = [], selectionSet }: InlineFragmentNode) => {
    const isConditional = directives.some(({ name }) => name.value === "include" || name.value === "skip");
    const hasName = selectionSet.selections.some(
      (selection) => selection.kind === Kind.FIELD && selection.name.value === "__typename",
    );
    isFound ||= isConditional && hasName;
  };
  visit(document, { InlineFragment: enter });
  return isFound;
}

/** Whether an input has another type, and one of them is a custom scalar. */
function isOtherScalar({ coordinate, rule }: Finding, before: GraphQLSchema, after: GraphQLSchema): boolean {
  const types = [before, after].map((schema) => {
    const element = resolveCoordinate(schema, coordinate);
    // A field has arguments, and an input has none.
    if (!element || !("type" in element) || "args" in element) return undefined;
    return isInputType(element.type) ? getNamedType(element.type) : undefined;
  });
  return rule === "type" && types.some((type) => isScalarType(type) && !isSpecifiedScalarType(type));
}
