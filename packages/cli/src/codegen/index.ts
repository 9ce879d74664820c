/** Public entry `./codegen`: the config that generates typed documents from `.graphql` files. */

export { type ScalarType, scalars } from "@integration-platform/graphql-compiler/model";
export { type TypedOperationsConfig, type TypedOperationsOptions, typedOperations } from "./config.ts";
