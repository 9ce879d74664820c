/** Renders reports of schema checks. */

export {
  formatsByExtension,
  type ReportFormat,
  type ReportOptions,
  renderJson,
  renderReport,
  reportFormats,
} from "./formats.ts";
export { outcomeOf, withStatus } from "./summary.ts";
