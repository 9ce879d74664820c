/** Public API of `@integration-platform/graphql/batch`. */

export { type BatchOptions, type BatchResult, batch } from "./batch.ts";
export { type BatchingOptions, batching } from "./batching.ts";
