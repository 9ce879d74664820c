/** Renders generated code from a schema and operations. */

export { nameType } from "../model/names.ts";
export { removeDescriptions, renderNodeDocument } from "./documents.ts";
export { renderPlatformTypes } from "./platform-types.ts";
export { findProblems } from "./problems.ts";
export {
  findObsolete,
  type GeneratedFile,
  isGenerated,
  type RenderInput,
  type RenderOptions,
  renderFiles,
} from "./render.ts";
