/**
 * `platform-graphql rules`: prints the rules of the simulated platform that operations need. It writes no
 * file.
 */

import { existsSync } from "node:fs";
import { findProblems } from "@integration-platform/graphql-compiler/internal/codegen/index";
import { renderProblems } from "@integration-platform/graphql-compiler/internal/model/index";
import { type Ink, ink, paint, toLines } from "@integration-platform/graphql-compiler/internal/text/ink";
import type { MissingRules } from "@integration-platform/graphql-testing/rules";
import type { DocumentNode, GraphQLSchema } from "graphql";
import { EXIT, joinProblems, Problem } from "../../host/errors/problem.ts";
import { findRulesFile, loadRules, toRulesProblem } from "../../host/platform/load-rules.ts";
import {
  loadProject,
  type Project,
  type ProjectOptions,
  readProjectOperations,
  readProjectSchema,
} from "../../host/project/project.ts";
import { renderFailure } from "../../host/terminal/messages.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";

export interface PrintRulesOptions extends ProjectOptions {
  readonly check?: boolean;
  readonly format: "text" | "json";
}

export async function rules(options: PrintRulesOptions, terminal: Terminal): Promise<number> {
  const project = await loadProject(options);
  const { schema } = readProjectSchema(project);
  const { document } = await readProjectOperations(project, terminal);
  checkOperations(schema, document);
  const file = findRulesFile(project);
  const missing = await findMissing(project, schema, document);
  const isComplete = missing.resolvers.length === 0;
  if (options.format === "json") terminal.stdout.printJson({ version: 1, file, ...missing });
  else if (isComplete) printComplete(file, missing, options, terminal);
  else if (options.check) terminal.stderr.print(renderFailure(describeIncomplete(file, missing)));
  else terminal.stdout.print(renderMissing(file, missing));
  return options.check && !isComplete ? EXIT.found : EXIT.success;
}

function printComplete(
  file: string,
  missing: MissingRules,
  { check }: PrintRulesOptions,
  { stdout }: Terminal,
): void {
  const state = existsSync(file) ? `${file} has all rules that operations need` : "operations need no rules";
  stdout.print(ink`${paint("green", "✓")} ${state}\n`);
  if (!check) stdout.print(toLines(renderLists(missing)));
}

/** @throws Problem if an operation is invalid: then its needs are unknown. */
function checkOperations(schema: GraphQLSchema, document: DocumentNode): void {
  const problems = renderProblems(findProblems(schema, document));
  if (problems.length === 0) return;
  throw joinProblems(problems, "the operations have", "Fix the operations or the schema.");
}

/** @throws Problem if the rules do not match the schema. */
async function findMissing(
  project: Project,
  schema: GraphQLSchema,
  document: DocumentNode,
): Promise<MissingRules> {
  const { findMissingRules } = await import("@integration-platform/graphql-testing/rules");
  const own = await loadRules(project);
  try {
    return findMissingRules(schema, document, own);
  } catch (error) {
    throw toRulesProblem(error, project) ?? error;
  }
}

/** Lines to copy into the rules file, by type. */
function renderMissing(file: string, missing: MissingRules): Ink {
  const { resolvers } = missing;
  const types = [...new Set(resolvers.map(({ type }) => type))];
  const lines = types.flatMap((type) => {
    const own = resolvers.filter((resolver) => resolver.type === type);
    return [`  ${type}: {`, ...own.map(({ line }) => `    ${line}`), "  },"];
  });
  return toLines([
    `// ${file}: what the operations need. Complete each "…".`,
    "export const rules = {",
    ...lines,
    "} satisfies Rules;",
    ...renderLists(missing),
  ]);
}

/** Lists that need no resolver, unless the platform hides rows: only its owner knows. */
function renderLists({ lists }: MissingRules): string[] {
  if (lists.length === 0) return [];
  return [
    "// These lists show all rows. If the platform hides some, such as archived ones, add a resolver:",
    ...lists.map(({ type, line }) => `//   ${type}: { ${line} }`),
  ];
}

function describeIncomplete(file: string, { resolvers }: MissingRules): Problem {
  const details = resolvers.map(({ type, field }) => `no resolver: ${type}.${field}`);
  const hint = 'Run "platform-graphql rules", and add the lines that it prints.';
  return new Problem(`${file} lacks rules that operations need`, hint, { details });
}
