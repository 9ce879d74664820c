/** The rules of a local platform: those of the project, or the ones that the command would propose. */

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Rules } from "@integration-platform/graphql-testing/rules";
import type { DocumentNode, GraphQLSchema } from "graphql";
import { quotePath } from "../../names.ts";
import { rethrowOthers } from "../../rethrow-others.ts";
import { Problem } from "../errors/problem.ts";
import type { Project } from "../project/project.ts";
import { renderHint } from "../terminal/messages.ts";
import { printable, type Terminal } from "../terminal/terminal.ts";
import { isTodo, nameLine } from "./line.ts";
import { importRules, loadRules } from "./load-rules.ts";
import { propose } from "./propose.ts";
import { renderFile } from "./rules-file.ts";

/** Assumptions that are printed. `platform-graphql rules` shows all of them. */
const MAX_PRINTED = 20;

/**
 * Returns the rules of a project. Without a file, they are proposed for the operations, and printed to stderr.
 *
 * @throws Problem if the file of the project is invalid.
 */
export async function openRules(
  project: Project,
  schema: GraphQLSchema,
  document: DocumentNode,
  { stderr }: Terminal,
): Promise<Rules> {
  const own = await loadRules(project);
  if (own) return checkOwn(project, schema, own);
  const { lines } = propose(schema, document);
  if (lines.length === 0) return {};
  const shown = lines.slice(0, MAX_PRINTED).map((line) => {
    const question = isTodo(line) ? `todo: ${line.notes[0]}` : (line.value.split("\n")[0] ?? "");
    return `  ${printable(`${nameLine(line)}: ${question}`)}\n`;
  });
  const rest = lines.length > MAX_PRINTED ? `  and ${lines.length - MAX_PRINTED} more\n` : "";
  stderr.write(`There is no ${project.rules}. Assumed:\n${shown.join("")}${rest}`);
  stderr.write(renderHint('Run "platform-graphql rules" to review them in a file.', stderr));
  return importText(renderFile(lines, import.meta.resolve("@integration-platform/graphql-testing/rules")));
}

/** @throws Problem that lists what does not match the schema. */
async function checkOwn(project: Project, schema: GraphQLSchema, rules: Rules): Promise<Rules> {
  const { checkRules } = await import("@integration-platform/graphql-testing/local");
  try {
    checkRules(schema, rules);
    return rules;
  } catch (error) {
    rethrowOthers(error, TypeError);
    const details = error.message.split("\n").filter((line) => line.trim() !== "");
    const hint = 'Fix the lines, or run "platform-graphql rules" if the schema has changed.';
    throw new Problem(`${quotePath(project.rules)} does not match the schema`, hint, { details });
  }
}

/** Imports a proposed file, whose import is a URL, from a temporary folder. */
async function importText(text: string): Promise<Rules> {
  const folder = await mkdtemp(join(tmpdir(), "platform-rules-"));
  try {
    const file = join(folder, "platform.rules.mts");
    await writeFile(file, text);
    return await importRules(file);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
