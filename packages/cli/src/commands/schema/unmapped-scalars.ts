/** Custom scalars that codegen has no type for. */

import { type GraphQLSchema, isScalarType, isSpecifiedScalarType } from "graphql";
import { scalars } from "../../codegen/scalars.ts";

export interface UnmappedScalar {
  readonly name: string;
  /** What to add to `scalars` in `codegen.ts`, with a type to be looked at. */
  readonly line: string;
  readonly specifiedBy?: string;
}

/** Sorted by name. What an own `codegen.ts` maps already is not known here. */
export function findUnmappedScalars(schema: GraphQLSchema): UnmappedScalar[] {
  return Object.values(schema.getTypeMap())
    .filter(isScalarType)
    .filter((type) => !isSpecifiedScalarType(type) && !Object.hasOwn(scalars, type.name))
    .map(({ name, specifiedByURL }) => ({
      name,
      line: `scalars: { ${name}: "string" },`,
      ...(specifiedByURL && { specifiedBy: specifiedByURL }),
    }));
}
