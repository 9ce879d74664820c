/** Public API of `@integration-platform/graphql/batch`. */

export { type BatchOptions, batch } from "./batch.ts";
export type { BatchResult } from "./request-items.ts";
