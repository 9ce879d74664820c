/** `./codegen`: for packages with operations of their own, a config that generates them as ours are. */

export { type TypedOperationsConfig, type TypedOperationsOptions, typedOperations } from "./config.ts";
export type { CodegenDocument, CodegenPlugin, PresetInput, PresetOutput } from "./preset.ts";
export { type ScalarType, scalars } from "./scalars.ts";
