/** Asks the TypeScript compiler what a change of the schema does to the generated types of operations. */

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type DocumentNode, type GraphQLSchema, Kind } from "graphql";
import { nameType } from "../../src/codegen/documents.ts";
import { scalars } from "../../src/codegen/scalars.ts";
import { renderTypes } from "../../src/codegen/types.ts";

/** One change of a schema, and operations that fit both versions. */
export interface OracleCase {
  readonly before: GraphQLSchema;
  readonly after: GraphQLSchema;
  readonly document: DocumentNode;
}

/** What the compiler refuses. */
export interface Refusals {
  /** The new result where the old one was, or the old variables where the new ones are asked for: importers break. */
  readonly breaks: ReadonlySet<string>;
  /** The same the other way round: importers do not break, but the types differ. */
  readonly differs: ReadonlySet<string>;
}

const TSC = join(import.meta.dirname, "../../../../node_modules/.bin/tsc");

/** Names of operations by case. One compiler for all of them: its start is what costs. */
export async function askCompiler(cases: readonly OracleCase[]): Promise<Refusals[]> {
  const folder = await mkdtemp(join(tmpdir(), "oracle-"));
  try {
    const questions = await Promise.all(cases.map(renderCase));
    await mkdir(join(folder, "cases"));
    await Promise.all(questions.map(({ code }, index) => writeFile(join(folder, "cases", `${index}.ts`), code)));
    const compilerOptions = {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      types: [],
      exactOptionalPropertyTypes: true,
    };
    await writeFile(
      join(folder, "tsconfig.json"),
      JSON.stringify({
        compilerOptions: { ...compilerOptions, target: "es2023", module: "nodenext" },
        include: ["cases"],
      }),
    );
    const answers = parseDiagnostics(await runCompiler(folder));
    return questions.map(({ lines }, index) => {
      const refused = (answers.get(index) ?? []).map((line) => {
        const question = lines.get(line);
        if (!question) throw new Error(`cases/${index}.ts:${line} does not compile`);
        return question;
      });
      const namesOf = (direction: Question["direction"]): Set<string> =>
        new Set(refused.filter((question) => question.direction === direction).map(({ name }) => name));
      return { breaks: namesOf("breaks"), differs: namesOf("differs") };
    });
  } finally {
    await rm(folder, { recursive: true });
  }
}

interface Question {
  readonly name: string;
  readonly direction: "breaks" | "differs";
}

async function renderCase({ before, after, document }: OracleCase) {
  const render = (schema: GraphQLSchema) => renderTypes(schema, document, { scalars, importExtension: ".js" });
  const [old, now] = await Promise.all([render(before), render(after)]);
  const code = `namespace Old {\n${old}\n}\nnamespace New {\n${now}\n}\n`;
  const lines = new Map<number, Question>();
  let next = code.split("\n").length;
  const ask: string[] = [];
  for (const node of document.definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION) continue;
    const name = node.name?.value ?? "";
    const result = nameType(node);
    for (const [direction, target, source] of [
      ["breaks", `Old.${result}`, `New.${result}`],
      ["breaks", `New.${result}Variables`, `Old.${result}Variables`],
      ["differs", `New.${result}`, `Old.${result}`],
      ["differs", `Old.${result}Variables`, `New.${result}Variables`],
    ] as const) {
      ask.push(`export const _${next}: ${target} = null! as ${source};`);
      lines.set(next++, { name, direction });
    }
  }
  return { code: `${code}${ask.join("\n")}\n`, lines };
}

async function runCompiler(folder: string): Promise<string> {
  return new Promise((resolve) => {
    execFile(TSC, ["-p", folder, "--pretty", "false"], { maxBuffer: 1 << 28, cwd: folder }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

function parseDiagnostics(output: string): Map<number, number[]> {
  const found = new Map<number, number[]>();
  for (const [, file, line] of output.matchAll(/^cases\/(\d+)\.ts\((\d+),\d+\): error/gm)) {
    found.set(Number(file), [...(found.get(Number(file)) ?? []), Number(line)]);
  }
  if (output.trim() !== "" && found.size === 0) throw new Error(output);
  return found;
}
