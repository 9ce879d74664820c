/** Renders generated code from a schema and operations. */

export { nameType } from "../model/names.ts";
export { removeDescriptions } from "./documents.ts";
export {
  findObsolete,
  type GeneratedFile,
  isGenerated,
  listCandidates,
} from "./generated-files.ts";
export { findReach } from "./platform-reach.ts";
export { renderPlatformTypes } from "./platform-types.ts";
export {
  compileOnce,
  type DocumentFiles,
  type Plugin,
  type PluginConfig,
  type PluginOutput,
  plugins,
} from "./plugins.ts";
export { findProblems } from "./problems.ts";
export { type FilePlan, NODE_PLUGIN, planFiles, type RenderInput, renderFiles } from "./render.ts";
