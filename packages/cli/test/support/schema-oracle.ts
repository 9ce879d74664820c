/** Compares the verdicts with the TypeScript compiler, which checks the generated types of both schemas. */

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DefinitionNode, type DocumentNode, type GraphQLSchema, Kind } from "graphql";
import { collectDefinitions, nameType } from "../../src/codegen/documents.ts";
import { findProblems } from "../../src/codegen/load.ts";
import { scalars } from "../../src/codegen/scalars.ts";
import { renderTypes } from "../../src/codegen/types.ts";
import { computeVerdicts, type OperationReport } from "../../src/schema/index.ts";

/** A schema change, and operations that are valid in the old schema. */
interface OracleCase {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  readonly document: DocumentNode;
}

export interface OracleSummary {
  operations: number;
  /** The verdict is `breaks` if the compiler says so. The reverse is not compared: consumers can narrow a type. */
  agreements: number;
  breaks: number;
  /** Invalid in the new schema: there are no types to compare. */
  invalid: number;
  /** Breaks only for reasons that types do not show, by rule. */
  invisible: number;
  invisibleByRule: Map<string, number>;
  disagreements: string[];
}

/** Rules whose findings the compiler cannot see, and the reason. */
export const INVISIBLE: Readonly<Record<string, string>> = {
  default: "a default value is not part of a type",
  "input-field":
    "an input field was removed: TypeScript rejects an excess property only in object literals, the server always does",
};

/** Computes the verdicts of each case, and compares them with the compiler's errors. */
export async function compareWithCompiler(
  cases: readonly OracleCase[],
  nameOf: (index: number) => string = (index) => `case ${index}`,
): Promise<OracleSummary> {
  const summary: OracleSummary = {
    ...{ operations: 0, agreements: 0, breaks: 0, invalid: 0, invisible: 0 },
    ...{ invisibleByRule: new Map(), disagreements: [] },
  };
  const valid = cases.map(keepValid);
  const errors = await compileCases(valid.map(({ kept }) => kept));
  for (const [index, { before, after, document }] of cases.entries()) {
    for (const { report } of computeVerdicts({ before, after, operations: document, openTypes: SETTINGS.openTypes })) {
      const { name, verdict, findings } = report;
      const title = `${nameOf(index)}, ${name}`;
      summary.operations++;
      if (verdict === "breaks") summary.breaks++;
      if (!valid[index]?.invalid.has(name)) compareVerdict(report, errors[index], summary, title);
      else if (verdict === "breaks" && findings.some(({ rule }) => !(rule in INVISIBLE))) summary.invalid++;
      else summary.disagreements.push(`${title}: the verdict is ${verdict}, codegen rejects it`);
    }
  }
  return summary;
}

/** Removes the operations that are invalid in the new schema: codegen cannot generate their types. */
function keepValid(one: OracleCase): { readonly kept: OracleCase; readonly invalid: ReadonlySet<string> } {
  const { operations } = collectDefinitions(one.document);
  const invalid = operations.filter(({ document }) => findProblems(one.after, document).length > 0);
  const names = new Set(invalid.map(({ name }) => name));
  const kept = operations.filter(({ name }) => !names.has(name));
  const definitions = [...new Map(kept.flatMap(({ document }) => document.definitions).map(byName)).values()];
  return { kept: { ...one, document: { kind: Kind.DOCUMENT, definitions } }, invalid: names };
}

/** The document of each operation contains its fragments. */
function byName(node: DefinitionNode): [string, DefinitionNode] {
  return ["name" in node && node.name && "value" in node.name ? `${node.kind} ${node.name.value}` : node.kind, node];
}

function compareVerdict(
  { name, verdict, findings }: OperationReport,
  errors: CompilerErrors | undefined,
  summary: OracleSummary,
  title: string,
): void {
  const breaks = errors?.breaks.has(name) ?? false;
  const differs = errors?.differs.has(name) ?? false;
  const rules = findings.filter((finding) => finding.verdict === "breaks").map(({ rule }) => rule);
  if (rules.length > 0 && rules.every((rule) => rule in INVISIBLE) && !breaks) {
    summary.invisible++;
    for (const rule of new Set(rules)) {
      summary.invisibleByRule.set(rule, (summary.invisibleByRule.get(rule) ?? 0) + 1);
    }
  } else if ((breaks && rules.length === 0) || (differs && findings.length === 0)) {
    const compiler = breaks ? "breaks" : differs ? "changes types" : "unaffected";
    const list = findings.map((one) => `    ${one.verdict} ${one.rule} ${one.coordinate} ${one.message}`);
    summary.disagreements.push(`${title}: the verdict is ${verdict}, the compiler's ${compiler}\n${list.join("\n")}`);
  } else {
    summary.agreements++;
  }
}

/** Names of the operations with compiler errors. */
interface CompilerErrors {
  /** The new result is not assignable to the old one, or the old variables are not assignable to the new ones. */
  readonly breaks: ReadonlySet<string>;
  /** The same in the other direction: consumers do not break, but the types differ. */
  readonly differs: ReadonlySet<string>;
}

interface Assertion {
  readonly index: number;
  readonly name: string;
  readonly direction: keyof CompilerErrors;
}

const SETTINGS = { scalars, importExtension: ".js", openTypes: false } as const;
const TSC = join(import.meta.dirname, "../../../../node_modules/.bin/tsc");
const OPTIONS = ["--strict", "--noEmit", "--skipLibCheck", "--noLib", "--exactOptionalPropertyTypes"];
/** What the compiler requires without its library, and what the generated types use. */
const LIBRARY = `
interface Array<T> { length: number; [index: number]: T }
interface ReadonlyArray<T> { readonly length: number; readonly [index: number]: T }
interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {}
interface NewableFunction {} interface Number {} interface Object {} interface RegExp {} interface String {}
type Record<K extends keyof any, T> = { [P in K]: T };
type Exclude<T, U> = T extends U ? never : T;
type PropertyKey = string | number | symbol;
`;

/** Compiles all cases at once: one process, one file. */
async function compileCases(cases: readonly OracleCase[]): Promise<CompilerErrors[]> {
  const assertions = new Map<number, Assertion>();
  const parts: string[] = [];
  let line = 1;
  const add = (text: string) => {
    parts.push(text);
    line += text.split("\n").length;
  };
  add(LIBRARY);
  const rendered = await Promise.all(
    cases.map(({ before, after, document }) =>
      Promise.all([before, after].map((schema) => renderTypes(schema, document, SETTINGS))),
    ),
  );
  for (const [index, [old, now]] of rendered.entries()) {
    add(`namespace Case${index} {\nnamespace Old {\n${old}\n}\nnamespace New {\n${now}\n}`);
    for (const node of cases[index]?.document.definitions ?? []) {
      if (node.kind !== Kind.OPERATION_DEFINITION) continue;
      const name = node.name?.value ?? "";
      const result = nameType(node);
      for (const [direction, target, source] of [
        ["breaks", `Old.${result}`, `New.${result}`],
        ["breaks", `New.${result}Variables`, `Old.${result}Variables`],
        ["differs", `New.${result}`, `Old.${result}`],
        ["differs", `Old.${result}Variables`, `New.${result}Variables`],
      ] as const) {
        assertions.set(line, { index, name, direction });
        add(`export const _${line}: ${target} = null! as ${source};`);
      }
    }
    add("}");
  }
  const failed = (await runCompiler(parts.join("\n"))).map((number) => {
    const assertion = assertions.get(number);
    if (!assertion) throw new Error(`line ${number} does not compile: ${parts.join("\n").split("\n")[number - 1]}`);
    return assertion;
  });
  return cases.map((_, index) => {
    const namesOf = (direction: keyof CompilerErrors) =>
      new Set(failed.filter((one) => one.index === index && one.direction === direction).map(({ name }) => name));
    return { breaks: namesOf("breaks"), differs: namesOf("differs") };
  });
}

/** Returns the lines with errors. */
async function runCompiler(code: string): Promise<number[]> {
  const folder = await mkdtemp(join(tmpdir(), "oracle-"));
  try {
    await writeFile(join(folder, "cases.ts"), code);
    const output = await new Promise<string>((resolve) => {
      const args = ["cases.ts", ...OPTIONS, "--pretty", "false", "--types", ""];
      execFile(TSC, args, { maxBuffer: 1 << 28, cwd: folder }, (_error, stdout) => resolve(stdout));
    });
    const lines = [...output.matchAll(/^cases\.ts\((\d+),\d+\): error/gm)].map(([, line]) => Number(line));
    if (output.trim() !== "" && lines.length === 0) throw new Error(output);
    return lines;
  } finally {
    await rm(folder, { recursive: true });
  }
}
