/** A change as `@graphql-inspector/core` reports it, by schema coordinate. */

import type { diffSchema } from "@graphql-inspector/core/diff/schema";
import { argumentCoordinate, directiveCoordinate, memberCoordinate } from "./coordinates.ts";
import type { Change } from "./report.ts";

export type InspectorChange = ReturnType<typeof diffSchema>[number];

const LEVELS: Readonly<Record<string, Change["level"]>> = {
  BREAKING: "breaking",
  DANGEROUS: "dangerous",
  NON_BREAKING: "safe",
};

export function levelOf({ criticality }: InspectorChange): Change["level"] {
  return LEVELS[criticality.level] ?? "breaking";
}

/** Its paths are `Type.field.argument`, and may end in the directive that is used there. */
export function coordinateOf({ type, path = "", meta }: InspectorChange): string {
  if (type.startsWith("DIRECTIVE_USAGE")) return coordinateOfUsage(meta);
  const [owner = "", member, argument] = path.split(".").filter((part, index) => index === 0 || !part.startsWith("@"));
  // Of the schema definition: query, mutation and subscription types.
  if (owner === "") return "schema";
  if (owner.startsWith("@")) return member ? argumentCoordinate(owner, member) : owner;
  if (!member) return owner;
  const coordinate = memberCoordinate(owner, member);
  return argument ? argumentCoordinate(coordinate, argument) : coordinate;
}

const OWNERS = ["typeName", "objectName", "interfaceName", "inputObjectName", "enumName", "scalarName", "unionName"];
const MEMBERS = ["fieldName", "inputFieldName", "enumValueName"];

/** Where a directive is applied: paths of these are of many forms, their details are not. */
function coordinateOfUsage(meta: Readonly<Record<string, unknown>>): string {
  const find = (keys: readonly string[]): string | undefined =>
    keys.map((key) => meta[key]).find((value) => typeof value === "string");
  const owner = find(OWNERS);
  const directive = find(["addedDirectiveName", "removedDirectiveName", "directiveName"]);
  if (!owner) return directive ? directiveCoordinate(directive) : "schema";
  const member = find(MEMBERS);
  if (!member) return owner;
  const argument = find(["argumentName"]);
  const coordinate = memberCoordinate(owner, member);
  return argument ? argumentCoordinate(coordinate, argument) : coordinate;
}
