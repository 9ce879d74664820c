/** How schemas express lists in pages, IDs, filters, sorting, payload errors and mutations. */

export {
  type Args,
  type Connection,
  connectionOf,
  entryTypeOf,
  type Field,
  itemTypeOf,
  type PagingArguments,
  pagingArgumentsOf,
} from "./connections.ts";
export { findId, findIds, idFieldOf, idNamesOf, isId, isKeyName, namesIdOf, takesIds } from "./identity.ts";
export {
  type ArgumentMeaning,
  countedListOf,
  explainArgument,
  type ListRequest,
  readListRequest,
} from "./list-arguments.ts";
export {
  hasName,
  isNounOf,
  NAMES,
  type NamePattern,
  type NameRole,
  pluralsOf,
  readMutationName,
  toSnake,
  VERBS,
  type Verb,
} from "./names.ts";
export { type Comparison, type Condition, OPERATORS, type Operator } from "./operators.ts";
export { errorListOf, isErrorList, isErrorType, isPayloadType } from "./payloads.ts";
export type { Order } from "./sorting.ts";
