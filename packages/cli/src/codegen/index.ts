/** Public entry `./codegen`: the config that generates typed documents from `.graphql` files. */

export { type TypedOperationsConfig, type TypedOperationsOptions, typedOperations } from "./config.ts";
export { type ScalarType, scalars } from "./scalars.ts";
