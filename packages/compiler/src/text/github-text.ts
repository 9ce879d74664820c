/** Foreign text in a workflow command of GitHub. */

import type { Place } from "./phrases.ts";
import { printable } from "./printable.ts";

export interface WorkflowCommand {
  readonly kind: "error" | "warning" | "notice";
  readonly title: string;
  readonly message: string;
  /** Further lines of the message. */
  readonly lines?: readonly string[];
  /** The path is relative to the repository's root. */
  readonly place?: Place;
}

/** Renders one workflow command. All texts are escaped. */
export function renderCommand({ kind, title, message, lines = [], place }: WorkflowCommand): string {
  const at = place ? [`file=${escapeProperty(place.file)}`, `line=${place.line}`, `col=${place.column}`] : [];
  const properties = [...at, `title=${escapeProperty(title)}`];
  return `::${kind} ${properties.join(",")}::${[message, ...lines].map(escapeData).join("%0A")}`;
}

function escapeData(text: string): string {
  return printable(text).replaceAll("%", "%25");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
