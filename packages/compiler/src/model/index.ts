/** The model: schemas, operations and the types of their results and variables. */

export { completeSchema } from "./complete-schema.ts";
export { createFieldCollector } from "./fields.ts";
export { type Field, fieldOf, resolveCoordinate } from "./graphql.ts";
export { type InputSchemaOptions, inputSchema, type JsonSchema } from "./input-schema.ts";
export { buildIntrospected, MissingQueryTypeError } from "./introspection.ts";
export {
  type Edition,
  editionOf,
  readSupport,
  SUPPORT_QUERY,
  writeIntrospectionQuery,
} from "./introspection-query.ts";
export { type ScalarType, scalars } from "./scalars.ts";
export {
  collectFragments,
  type FieldOccurrence,
  type FragmentsByName,
  findFragments,
  listFields,
  type ScopedSet,
  scopeOf,
  selectionsOf,
} from "./selections.ts";
export {
  buildSchema,
  type LocatedProblem,
  parseAll,
  renderProblems,
  SourceError,
  throwProblems,
  VALIDATOR,
} from "./source.ts";
export { TYPE_STYLES, type TypeStyle } from "./type-style.ts";
export { validateDefinition } from "./validate.ts";
