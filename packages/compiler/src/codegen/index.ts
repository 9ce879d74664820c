/** Renders generated code from a schema and operations. */

export { nameType } from "../model/names.ts";
export { removeDescriptions, renderNodeDocument } from "./documents.ts";
export {
  findObsolete,
  type GeneratedFile,
  isGenerated,
  listCandidates,
} from "./generated-files.ts";
export { renderPlatformTypes } from "./platform-types.ts";
export { findProblems } from "./problems.ts";
export { type RenderInput, renderFiles } from "./render.ts";
