/** Describes a disagreement between the check and the oracles. */

import { type GraphQLSchema, printSchema } from "graphql";
import type { OperationReport } from "../../src/index.ts";
import type { Definition } from "./schema-compiler.ts";
import type { Evidence, OracleBase } from "./schema-oracle.ts";
import type { Scalars } from "./schema-values.ts";

/** Describes the change, the operation, the verdict and the differences that the oracles found. */
export function describeDisagreement(
  { name, before, openTypes, scalars }: Pick<OracleBase, "name" | "before" | "openTypes" | "scalars">,
  after: GraphQLSchema,
  { document }: Definition,
  { verdict, findings }: OperationReport,
  found: Evidence,
): string {
  const texts = document.definitions.map(({ loc }) => loc?.source.body.slice(loc.start, loc.end) ?? "");
  return [
    `${name}${openTypes ? ", open types" : ""}`,
    ...describeScalars(before, scalars),
    describeChange(before, after),
    ...texts,
    `check: ${verdict}`,
    ...findings.map((one) => `  ${one.verdict} ${one.rule} ${one.coordinate}: ${one.message}`),
    ...found.invalid.map((text) => `invalid: ${text}`),
    ...found.faulty.slice(0, 2).map((text) => `generated: ${text}`),
    ...found.broken.slice(0, 2).map((text) => `does not compile: ${text}`),
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

/** The removed and added lines of the schema, with the names of their types. */
function describeChange(before: GraphQLSchema, after: GraphQLSchema): string {
  const list = (schema: GraphQLSchema): string[] => {
    let owner = "";
    return printSchema(schema)
      .split("\n")
      .filter((line) => line.trim() !== "" && line !== "}" && !line.includes('"""'))
      .map((line) => {
        if (!line.startsWith(" ")) owner = line.replace(/ \{$/, "");
        return line.startsWith(" ") ? `${owner.split(" ")[1]}.${line.trim()}` : owner;
      });
  };
  const [old, now] = [list(before), list(after)];
  const removed = old.filter((line) => !now.includes(line)).map((line) => `- ${line}`);
  return [...removed, ...now.filter((line) => !old.includes(line)).map((line) => `+ ${line}`)].join("\n");
}
