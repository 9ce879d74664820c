/** The model: schemas, operations and the types of their results and variables. */

export {
  collectFragments,
  type Field,
  fieldOf,
  findFragments,
  resolveCoordinate,
  SERVER_RULES,
} from "./graphql.ts";
export { buildIntrospected, NO_QUERY_TYPE } from "./introspection.ts";
export { type ScalarType, scalars } from "./scalars.ts";
export { buildSchema, parseAll, rejectProblems, renderProblems, SourceError, TOLERANT } from "./source.ts";
