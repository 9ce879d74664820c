/** What comes after `init`: commands that fit the schema and the installed packages. */

import type { GraphQLSchema } from "graphql";
import { listRootFields } from "../add/operation.ts";
import { paint, printable } from "../terminal.ts";

/** Packages of a project, and the option of `npm install` for each. */
const PACKAGES = [
  ["@integration-platform/graphql", ""],
  ["@integration-platform/graphql-cli", "--save-dev "],
  ["graphql", "--save-dev "],
] as const;

/** @param manifest - Content of package.json. */
export function renderNext(
  manifest: Readonly<Record<string, unknown>>,
  schema: GraphQLSchema,
  stream: NodeJS.WriteStream,
): string {
  const installed = { ...(manifest.devDependencies as object), ...(manifest.dependencies as object) };
  const install = ["", "--save-dev "].flatMap((option) => {
    const names = PACKAGES.filter(([name, own]) => own === option && !Object.hasOwn(installed, name));
    return names.length === 0 ? [] : [`npm install ${option}${names.map(([name]) => name).join(" ")}`];
  });
  const [field] = listRootFields(schema);
  const commands = [...install, `npx platform-graphql add ${field?.field.name ?? "<field>"}`, "npm run codegen"];
  const lines = commands.map((command) => `  ${printable(command)}\n`);
  return `\n${paint(stream, "bold", "Next")}\n${lines.join("")}`;
}

/** Indentation of JSON text, so that a change of package.json is small. */
export function detectIndent(json: string): string {
  return /^[{[]\r?\n([ \t]+)/.exec(json.trimStart())?.[1] ?? "  ";
}
