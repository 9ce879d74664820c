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
  found: Evidence,
): string {
  const texts = document.definitions.map(({ loc }) => loc?.source.body.slice(loc.start, loc.end) ?? "");
  return [
    `${name}${types === "closed" ? "" : `, ${types} types`}`,
    ...describeScalars(before, scalars),
    createPatch("schema", printSchema(before), printSchema(after)),
    ...texts,
    `check: ${verdict}`,
    ...findings.map(
      (one) => `  ${one.verdict} ${one.rule} ${one.coordinate}: ${one.message} [${one.code.join(" ")}]`,
    ),
    ...found.invalid.map((text) => `invalid: ${text}`),
    ...found.faulty.slice(0, 2).map((text) => `generated: ${text}`),
    ...[...Map.groupBy(found.broken, ({ code }) => code)].flatMap(([code, all]) =>
      all.slice(0, 2).map(({ text }) => `stops ${code}: ${text}`),
    ),
    ...(found.rejected === undefined ? [] : [`rejected: ${found.rejected}`]),
    ...(found.received === undefined ? [] : [`received: ${found.received}`]),
    ...(found.converted === undefined ? [] : [`converted: ${found.converted}`]),
    ...(found.differs ? ["types differ"] : []),
  ].join("\n");
}

function describeScalars(schema: GraphQLSchema, scalars: Scalars): string[] {
  const mapped = Object.entries(scalars).filter(([name]) => schema.getType(name));
  return mapped.length > 0 ? [`scalars: ${JSON.stringify(Object.fromEntries(mapped))}`] : [];
}
