/** Describes a disagreement between the check and the oracles. */

import { createPatch } from "diff";
import { type GraphQLSchema, printSchema } from "graphql";
import type { OperationReport } from "../../src/index.ts";
import type { Definition } from "./schema-compiler.ts";
import type { Evidence, OracleBase } from "./schema-oracle.ts";
import type { Scalars } from "./schema-values.ts";

/** Describes the change, the operation, the verdict and the differences that the oracles found. */
export function describeDisagreement(
  { name, before, types, scalars }: Pick<OracleBase, "name" | "before" | "types" | "scalars">,
  after: GraphQLSchema,
  { document }: Definition,
  { verdict, findings }: OperationReport,
  evidence: Evidence,
): string {
  const texts = document.definitions.map(({ loc }) => loc?.source.body.slice(loc.start, loc.end) ?? "");
  return [
    `${name}${types === "closed" ? "" : `, ${types} types`}`,
    ...describeScalars(before, scalars),
    createPatch("schema", printSchema(before), printSchema(after)),
    ...texts,
    `check: ${verdict}`,
    ...findings.map(
      (finding) =>
        `  ${finding.verdict} ${finding.rule} ${finding.coordinate}: ${finding.message} [${finding.code.join(" ")}]`,
    ),
    ...evidence.invalid.map((text) => `invalid: ${text}`),
    ...evidence.faulty.slice(0, 2).map((text) => `generated: ${text}`),
    ...[...Map.groupBy(evidence.broken, ({ code }) => code)].flatMap(([code, all]) =>
      all.slice(0, 2).map(({ text }) => `breaks ${code}: ${text}`),
    ),
    ...(evidence.rejected === undefined ? [] : [`rejected: ${evidence.rejected}`]),
    ...(evidence.received === undefined ? [] : [`received: ${evidence.received}`]),
    ...(evidence.converted === undefined ? [] : [`converted: ${evidence.converted}`]),
    ...(evidence.differs ? ["types differ"] : []),
  ].join("\n");
}

function describeScalars(schema: GraphQLSchema, scalars: Scalars): string[] {
  const mapped = Object.entries(scalars).filter(([name]) => schema.getType(name));
  return mapped.length > 0 ? [`scalars: ${JSON.stringify(Object.fromEntries(mapped))}`] : [];
}
