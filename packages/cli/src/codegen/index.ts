/** Public entry `./codegen`: the config that generates typed documents from `.graphql` files. */

export { type ScalarType, scalars } from "@integration-platform/graphql-compiler/internal/model/scalars";
export {
  preset,
  type TypedOperationsConfig,
  type TypedOperationsOutput,
  type TypedOperationsPreset,
  typedOperations,
} from "./config.ts";
export type { OutputOptions, TypedOperationsOptions } from "./settings.ts";
