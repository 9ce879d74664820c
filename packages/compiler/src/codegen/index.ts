/** Renders generated code from a schema and operations. */

export { nameType } from "../model/names.ts";
export { findProblems } from "./problems.ts";
export { type GeneratedFile, type RenderInput, type RenderOptions, renderFiles } from "./render.ts";
