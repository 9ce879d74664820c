/** A generated platform of real size: a schema of about 19,000 lines and 234 operations of 15 to 40 lines. */

import { readFileSync } from "node:fs";
import { join } from "node:path";

const ENTITIES = 112;
/** Each with a list, an object and a mutation. */
const USED_ENTITIES = 78;
const WORDS = ["Account", "Connector", "Deployment", "Field", "Mapping", "Run", "Schedule", "Template"];

const read = (name: string) => readFileSync(join(import.meta.dirname, "large", `${name}.graphql`), "utf8");
const createNames = (count: number) =>
  Array.from({ length: count }, (_, index) => `${WORDS[index % 8]}${Math.floor(index / 8)}`);

/** Fills in a template: a name for `Entity`, and the name after it for `Other`. */
function render(template: string, name: string, names: readonly string[]): string {
  const other = names[(names.indexOf(name) + 1) % names.length] ?? "";
  return template.replaceAll(/entity|other/gi, (word) => {
    const chosen = /entity/i.test(word) ? name : other;
    return /^[a-z]/.test(word) ? `${chosen[0]?.toLowerCase()}${chosen.slice(1)}` : chosen;
  });
}

/** @param entities - Each is twelve types. */
export function renderLargeSchema(entities: number = ENTITIES): string {
  const entity = read("entity");
  const names = createNames(entities);
  return [read("shared"), ...names.map((name) => render(entity, name, names))].join("\n");
}

/** Documents with one operation each. */
export function renderLargeOperations(): string[] {
  const operations = read("operations").split(/\n(?=query|mutation)/);
  const names = createNames(ENTITIES);
  return names.slice(0, USED_ENTITIES).flatMap((name) => operations.map((text) => render(text, name, names)));
}
