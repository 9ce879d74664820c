/** Renders reports of schema checks. */

export { renderJson } from "../text/render-json.ts";
export {
  formatsByExtension,
  type ReportFormat,
  renderReport,
  reportFormats,
} from "./formats.ts";
export { outcomeOf, withStatus } from "./summary.ts";
