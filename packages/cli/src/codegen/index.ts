/** Public entry `./codegen`: the config that generates typed documents from `.graphql` files. */

export { type ScalarType, scalars } from "@integration-platform/graphql-compiler/internal/model/scalars";
export { type TypedOperationsConfig, typedOperations } from "./config.ts";
export type { TypedOperationsOptions } from "./settings.ts";
