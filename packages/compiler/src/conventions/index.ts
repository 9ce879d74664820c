/** How schemas express lists in pages, IDs and payload errors. */

export {
  type Connection,
  connectionOf,
  countFieldsOf,
  entryTypeOf,
  type Field,
  itemTypeOf,
  type PagingArguments,
  pageOf,
  pagingArgumentsOf,
} from "./connections.ts";
export { idFieldOf, isKeyName } from "./identity.ts";
export { hasName, NAMES, type NamePattern, type NameRole, pluralsOf, toSnake } from "./naming.ts";
export { errorListOf, isErrorList, isErrorType, isPayloadType } from "./payloads.ts";
export { isUserField, userTypeOf } from "./users.ts";
