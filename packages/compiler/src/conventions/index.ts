/** How schemas express lists in pages, IDs and payload errors. */

export {
  type Connection,
  connectionOf,
  entryTypeOf,
  type Field,
  pageOf,
  pagingArgumentsOf,
} from "./connections.ts";
export { idFieldOf } from "./identity.ts";
export { hasName, toSnake } from "./naming.ts";
export { errorListOf, isErrorList, isErrorType, isPayloadType } from "./payloads.ts";
export { isUserField, userTypeOf } from "./users.ts";
