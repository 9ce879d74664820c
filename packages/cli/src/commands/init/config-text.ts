/** The texts of the config, and of the config for editors. */

import { renderString } from "@integration-platform/graphql-compiler/internal/text/render-json";
import { toGlob } from "../../codegen/read-settings.ts";
import type { TypedOperationsOptions } from "../../codegen/settings.ts";
import { isExclusion } from "../../files/find-files.ts";

/**
 * The config of a new project.
 *
 * @param unmapped - Custom scalars without a type.
 * @param isMigration - Whether graphql-codegen writes types of the same operations.
 */
export function renderConfig(
  options: TypedOperationsOptions,
  unmapped: readonly string[],
  isMigration: boolean,
): string {
  const lines = Object.entries(options).map(
    ([name, value]) => `${name}: ${renderValue(value)},${renderNote(name)}`,
  );
  const scalars = unmapped.map((name) => `${name}: "string"`).join(", ");
  if (unmapped.length > 0) lines.push(`// scalars: { ${scalars} }, // unknown until they have a type`);
  if (isMigration)
    lines.push('// types: "graphql-codegen", // the names and shapes of typescript-operations');
  return `import { typedOperations } from "@integration-platform/graphql-cli/codegen";

export default typedOperations({
${lines.map((line) => `  ${line}\n`).join("")}});
`;
}

function renderValue(value: unknown): string {
  if (Array.isArray(value))
    return value.length === 1 ? renderValue(value[0]) : `[${value.map(renderValue).join(", ")}]`;
  if (typeof value !== "object" || value === null)
    return typeof value === "string" ? renderString(value) : String(value);
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${renderString(key)}: ${renderValue(item)}`)
    .join(", ")} }`;
}

const NOTES: Readonly<Record<string, string>> = {
  headers: "values of the environment",
  schemaModule: "the schema as a string, for tests",
  plugins: '["typed-document-node"]: documents.ts, for Apollo, urql and other GraphQL clients',
};

const renderNote = (name: string): string => (NOTES[name] === undefined ? "" : ` // ${NOTES[name]}`);

/**
 * For extensions of editors, which complete and validate operations against the schema; no command reads it.
 * YAML needs no module loader. It repeats the paths of the config, because graphql-config cannot read that
 * file.
 */
export function renderEditorConfig(schema: readonly string[], documents: readonly string[]): string {
  const list = (name: string, paths: readonly string[]) =>
    paths.length === 0 ? "" : `${name}:\n${paths.map((path) => `  - ${renderString(path)}\n`).join("")}`;
  const included = documents.filter((path) => !isExclusion(path)).map(toGlob);
  const excluded = documents.filter((path) => isExclusion(path)).map((path) => toGlob(path).slice(1));
  const [first] = schema;
  const schemas =
    first !== undefined && schema.length === 1 ? `schema: ${renderString(first)}\n` : list("schema", schema);
  return [
    "# For editors: completes and validates operations.\n",
    schemas,
    list("documents", included),
    list("exclude", excluded),
  ].join("");
}
