/** The API reference and the tables of options, from doc comments. */

import { renderTable } from "../results.ts";
import { type Declaration, type Entry, readEntries } from "./declarations.ts";

/** The documented entries of each package. The generated ones have the owner's operations. */
const DOCUMENTED = {
  ".": ["@integration-platform/graphql", "@integration-platform/graphql/batch", "@integration-platform/graphql/node"],
  "packages/testing": [
    "@integration-platform/graphql-testing",
    "@integration-platform/graphql-testing/local",
    "@integration-platform/graphql-testing/rules",
  ],
  "packages/cli": ["@integration-platform/graphql-cli/codegen"],
  "packages/compiler": ["@integration-platform/graphql-compiler"],
};

const entries: readonly Entry[] = Object.entries(DOCUMENTED).flatMap(([folder, specifiers]) =>
  readEntries(folder, ["./operations", "./documents", "./enums", "./schema"]).filter(({ specifier }) =>
    specifiers.includes(specifier),
  ),
);

/** The page with all public declarations of the documented entries. A name is described once. */
export function renderApi(): string {
  const described = new Set<string>();
  const sections = entries.map(({ specifier, comment, declarations }) => {
    const names = Map.groupBy(declarations, ({ file, name }) => `${file} ${name}`);
    const own = [...names].filter(([key]) => !described.has(key));
    for (const [key] of own) described.add(key);
    const repeated = names.size - own.length;
    const note = repeated > 0 ? `It also exports ${repeated} names that are described above.\n\n` : "";
    const parts = own.map(([, overloads]) => renderDeclaration(overloads)).toSorted();
    return `## ${specifier}\n\n${comment}\n\n${note}${parts.join("\n")}`;
  });
  return `# API\n\nWritten by \`npm run docs\` from the doc comments of the sources.\n\n${sections.join("\n")}`;
}

/** Describes a name. @param overloads - Its declarations: several only for a function. */
function renderDeclaration(overloads: readonly Declaration[]): string {
  const name = overloads[0]?.name ?? "";
  const comment = overloads.find(({ comment }) => comment !== "")?.comment ?? "";
  const text = overloads.map(({ text }) => text).join("\n");
  const [description = "", ...tags] = comment.split(/^(?=@)/m);
  const parts = [
    `### ${name}`,
    renderText(description),
    `\`\`\`typescript\n${text}\n\`\`\``,
    tags.map((tag) => `- ${renderTag(tag)}`).join("\n"),
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

const renderText = (text: string) =>
  text
    .replaceAll(/\{@link (\w+)\}/g, "`$1`")
    .replaceAll("*\\/", "*/")
    .trim();

const renderTag = (tag: string) =>
  renderText(tag)
    .replaceAll(/\s+/g, " ")
    .replace(/^@param (\w+) - /, "`$1`: ")
    .replace(/^@(\w+) /, "$1: ");

/**
 * A table of the options of an interface: default and the first paragraph of the doc comment.
 *
 * @param argument - Its name, and `inherited` if the table has inherited members.
 */
export function renderOptions(argument: string): string {
  const [name = "", inherited] = argument.split(" ");
  const all = entries.flatMap(({ declarations }) => declarations);
  const found = all.find((declaration) => declaration.name === name);
  if (!found) throw new Error(`No entry exports ${name}.`);
  const members = inherited === undefined ? found.members : [...found.members, ...found.inherited];
  const rows = members.map(({ name, comment, isRequired }) => {
    const [text = "", value] = comment.split(/@default /);
    const [first = ""] = text.split("\n\n");
    const defaults = isRequired
      ? "required"
      : (value?.trim() ?? "none").replace(/^("[^"]*"|\d+|true|false|\{\})/, "`$1`");
    return [`\`${name}\``, defaults, renderText(first).replaceAll("\n", " ")];
  });
  return renderTable([["option", "default", "meaning"], ...rows]);
}

/** Functions and constants of the page without a doc comment. */
export function findUndocumented(): string[] {
  return entries.flatMap(({ specifier, declarations }) =>
    [...Map.groupBy(declarations, ({ name }) => name)]
      .filter(([, overloads]) =>
        overloads.every(({ comment, text }) => comment === "" && /^(?:async )?function|^const/.test(text)),
      )
      .map(([name]) => `${specifier}: ${name}`),
  );
}
