/** `platform-graphql rules`: proposes the rules of the simulated platform, or checks that no line is missing. */

import { findProblems } from "@integration-platform/graphql-compiler/internal/codegen/index";
import { count } from "@integration-platform/graphql-compiler/internal/reports/summary";
import type { DocumentNode, GraphQLSchema } from "graphql";
import { rethrowOthers } from "../../rethrow-others.ts";
import { EXIT, joinProblems, Problem } from "../errors/problem.ts";
import { exists, readText, writeTexts } from "../project/files.ts";
import {
  loadProject,
  type Project,
  type ProjectOptions,
  parseProjectSchema,
  readProjectOperations,
  readProjectSchema,
} from "../project/project.ts";
import { renderFailure } from "../terminal/messages.ts";
import { paint, printable, renderJson, type Terminal } from "../terminal/terminal.ts";
import { isTodo, type Line, type LineName, nameLine } from "./line.ts";
import { createKnown, findRulesFile, importRules, listStale, listTodos } from "./load-rules.ts";
import { propose } from "./propose.ts";
import { changeFile, FormatError, renderFile } from "./rules-file.ts";

export interface RulesOptions extends ProjectOptions {
  readonly check?: boolean;
  readonly format: "text" | "json";
}

/** How a rules file differs from what the operations need. */
interface Difference {
  readonly file: string;
  /** Text of the file. `undefined` if it does not exist. */
  readonly text: string | undefined;
  readonly added: readonly Line[];
  readonly stale: readonly LineName[];
  /** Lines of the file that are not decided. */
  readonly todos: readonly LineName[];
  readonly left: readonly string[];
}

export async function rules(options: RulesOptions, terminal: Terminal): Promise<number> {
  const project = await loadProject(options);
  const schema = parseProjectSchema(await readProjectSchema(project));
  const { document } = await readProjectOperations(project, terminal);
  const difference = await compare(project, schema, document);
  if (options.check) return reportCheck(difference, options, terminal);
  return reportChange(difference, await write(difference), options, terminal);
}

/** Adds the lines of new operations to the file, if there is one. @returns the added lines */
export async function extendRules(
  project: Project,
  schema: GraphQLSchema,
  document: DocumentNode,
): Promise<{ readonly file: string; readonly added: readonly Line[] } | undefined> {
  const file = findRulesFile(project);
  if (!exists(file)) return undefined;
  const { stale: _, ...difference } = await compare(project, schema, document);
  await write({ ...difference, stale: [] });
  return { file, added: difference.added };
}

/** @throws Problem if an operation is invalid: then its lines are unknown. */
function checkOperations(schema: GraphQLSchema, document: DocumentNode): void {
  const problems = findProblems(schema, document).map(({ message, locations, source }) => {
    const [place] = locations ?? [];
    return `${source?.name ?? "operation"}${place ? `:${place.line}:${place.column}` : ""}: ${message}`;
  });
  if (problems.length > 0)
    throw joinProblems(
      problems,
      `the operations have ${count(problems.length, "error")}`,
      "Fix the operations or the schema.",
    );
}

async function compare(project: Project, schema: GraphQLSchema, document: DocumentNode): Promise<Difference> {
  checkOperations(schema, document);
  const file = findRulesFile(project);
  if (!exists(file)) {
    const { lines, left } = propose(schema, document);
    return { file, text: undefined, added: lines, stale: [], todos: [], left };
  }
  const text = await readText(file, "Check the file.");
  const loaded = await importRules(file);
  const { lines, left } = propose(schema, document, createKnown(loaded));
  return { file, text, added: lines, stale: listStale(schema, loaded), todos: listTodos(loaded), left };
}

/** @returns the stale lines of other files. @throws Problem if the file cannot be changed. Then it stays as it is. */
async function write({ file, text, added, stale }: Difference): Promise<readonly LineName[]> {
  if (text === undefined) await writeTexts({ [file]: renderFile(added) }, "rules");
  if (text === undefined || (added.length === 0 && stale.length === 0)) return [];
  const refuse = (reason: string) => {
    const details = added.map((line) => `${nameLine(line)}: ${line.value}`);
    const hint = "Add the lines yourself, or write the sections as object literals.";
    return new Problem(`cannot add ${count(added.length, "line")} to ${file}: ${reason}`, hint, { details });
  };
  const changed = await changeFile(text, added, stale).catch((error: unknown) => {
    rethrowOthers(error, FormatError);
    throw refuse(error.message);
  });
  await writeTexts({ [file]: changed }, "rules");
  const known = createKnown(await importRules(file).catch(() => ({})));
  const isKnown = ({ section, key }: LineName) => known(section, key) !== undefined;
  const lost = added.find((line) => !isKnown(line));
  if (!lost) return stale.filter(isKnown);
  await writeTexts({ [file]: text }, "rules");
  throw refuse(`its default export would not contain ${nameLine(lost)}`);
}

function reportChange(
  difference: Difference,
  elsewhere: readonly LineName[],
  { format }: RulesOptions,
  { stdout }: Terminal,
): number {
  const { file, text, added, stale, todos, left } = difference;
  const commented = stale.length - elsewhere.length;
  const isWritten = text === undefined || added.length > 0 || commented > 0;
  if (format === "json") stdout.write(renderReport(difference, isWritten));
  else {
    const open = added.filter(isTodo);
    const facts = [
      ...(added.length > 0
        ? [`${count(added.length, "line")} added${open.length > 0 ? `, ${open.length} todo` : ""}`]
        : []),
      ...(commented > 0 ? [`${count(commented, "line")} turned into comments: not in the schema`] : []),
    ];
    const result = isWritten ? `: ${facts.join("; ") || "no rule is needed"}` : " is up to date";
    stdout.write(`${paint(stdout, "green", "✓")} ${printable(`${file}${result}`)}\n`);
    for (const line of open) stdout.write(printNote(nameLine(line), line.notes.slice(0, 1), stdout));
    for (const line of todos) stdout.write(printNote(nameLine(line), [], stdout));
    for (const line of elsewhere)
      stdout.write(printNote(nameLine(line), ["not in the schema: remove it from the file that has it"], stdout));
    if (left.length > 0)
      stdout.write(printNote(left.join(", "), ["too many members: the error of a request names the line"], stdout));
    if (added.length > open.length) stdout.write("\nReview each line: it is a guess by the names of the schema.\n");
  }
  return EXIT.success;
}

const printNote = (name: string, notes: readonly string[], stream: NodeJS.WriteStream): string =>
  `  ${paint(stream, "yellow", "todo")}  ${printable([name, ...notes].join("  "))}\n`;

function reportCheck(difference: Difference, { format }: RulesOptions, { stdout, stderr }: Terminal): number {
  const { file, text, added, stale, todos } = difference;
  const isComplete = added.length === 0 && stale.length === 0;
  if (format === "json") stdout.write(renderReport(difference, false));
  else if (isComplete) {
    const open = todos.length > 0 ? `, ${todos.length} todo` : "";
    const result =
      text === undefined
        ? "no operation needs a rule"
        : `${file} has a line for each element that operations use${open}`;
    stdout.write(`${paint(stdout, "green", "✓")} ${printable(result)}\n`);
  } else {
    const details = [
      ...added.map((line) => `missing: ${nameLine(line)}`),
      ...stale.map((line) => `not in the schema: ${nameLine(line)}`),
    ];
    const problem = new Problem(
      `${file} does not match the operations and the schema`,
      'Run "platform-graphql rules", and review the new lines.',
      { details },
    );
    stderr.write(renderFailure(problem, stderr));
  }
  return isComplete ? EXIT.success : EXIT.found;
}

function renderReport({ file, added, stale, todos, left }: Difference, isWritten: boolean): string {
  const lines = added.map(({ section, key, value, notes }) => ({ section, key, value, notes }));
  return renderJson({ version: 1, file, isWritten, added: lines, stale, todo: todos, left });
}
