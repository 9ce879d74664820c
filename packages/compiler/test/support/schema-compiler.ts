/** Compiles consumers with the generated types of the old and of the new schema. */

import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type DefinitionNode,
  type DocumentNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  Kind,
  type OperationDefinitionNode,
} from "graphql";
import { renderTypes } from "../../src/codegen/types.ts";
import { compile as compileModel } from "../../src/model/compile.ts";
import { nameType } from "../../src/model/names.ts";

/** An operation, or a fragment that no operation spreads. */
export interface Definition {
  readonly node: OperationDefinitionNode | FragmentDefinitionNode;
  /** With the fragments that it spreads. */
  readonly document: DocumentNode;
  /** Statements that use its types. */
  readonly consumers: readonly string[];
}

/** Definitions under one schema, and under several changed ones. */
interface Compilation {
  readonly before: GraphQLSchema;
  readonly openTypes: boolean;
  readonly definitions: ReadonlyMap<string, Definition>;
  /** `names` are the definitions to compile. They are valid in both schemas. */
  readonly changes: readonly { readonly after: GraphQLSchema; readonly names: readonly string[] }[];
}

/** Result of one operation under one change. */
export interface CompilerEvidence {
  /** Consumers that compile only with the old types. */
  readonly broken: readonly string[];
  /** The types of the results, or of the variables, are not assignable to each other. */
  readonly differs: boolean;
  /** They are not identical. */
  readonly changed: boolean;
  /** Generated declarations that do not compile. */
  readonly faulty: readonly string[];
}

interface Line {
  readonly compilation: number;
  /** Index of the change; -1 is the old schema. */
  readonly change: number;
  readonly operation: string;
  readonly text: string;
  readonly kind: "consumer" | "differs" | "changed" | "generated";
}

const TSC = join(import.meta.dirname, "../../../../node_modules/.bin/tsc");
const OPTIONS = ["--strict", "--noEmit", "--skipLibCheck", "--noLib", "--exactOptionalPropertyTypes"];
/** Declarations that the compiler requires without its library, and those that the generated types use. */
const LIBRARY = `
interface Array<T> { length: number; [index: number]: T }
interface ReadonlyArray<T> { readonly length: number; readonly [index: number]: T }
interface Boolean {} interface CallableFunction {} interface Function {} interface IArguments {}
interface NewableFunction {} interface Number {} interface Object {} interface RegExp {} interface String {}
type Record<K extends keyof any, T> = { [P in K]: T };
type Exclude<T, U> = T extends U ? never : T;
type PropertyKey = string | number | symbol;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
`;

/**
 * Compiles everything at once: one process, one file.
 *
 * @returns The evidence by operation, for each compilation and each of its changes; and the number of consumers.
 */
export async function compile(
  compilations: readonly Compilation[],
): Promise<{ readonly evidence: ReadonlyMap<string, CompilerEvidence>[][]; readonly consumers: number }> {
  const lines = new Map<number, Line>();
  const parts = [LIBRARY];
  let line = LIBRARY.split("\n").length + 1;
  const add = (text: string, meaning?: Line): void => {
    if (meaning) lines.set(line, meaning);
    parts.push(text);
    line += text.split("\n").length;
  };
  const addStatement = (text: string, meaning: Omit<Line, "text">): void =>
    add(`export const c${line}${text}`, { ...meaning, text });
  for (const [compilation, { before, openTypes, definitions, changes }] of compilations.entries()) {
    add(`namespace Base${compilation} {`);
    const schemas = [{ after: before, names: [...definitions.keys()] }, ...changes];
    for (const [index, { after: schema, names }] of schemas.entries()) {
      const change = index - 1;
      const namespace = change < 0 ? "Old" : `New${change}`;
      const own = names.flatMap((name) => definitions.get(name) ?? []);
      const types = renderTypes(compileModel(schema, merge(own), { openTypes }));
      add(`namespace ${namespace} {`);
      for (const text of types.split("\n")) {
        // Names of types start with the name of the operation.
        const operation = /^export type (Operation\d+)/.exec(text)?.[1];
        add(text, operation === undefined ? undefined : { compilation, change, operation, text, kind: "generated" });
      }
      for (const { node, consumers } of own) {
        const line = { compilation, change, operation: node.name?.value ?? "" };
        for (const text of consumers) addStatement(` = ${text}`, { ...line, kind: "consumer" });
        if (change < 0) continue;
        const result = nameType(node);
        // With open types, a new value is not assignable, but consumers handle it.
        addStatement(assign(`Old.${result}`, `${namespace}.${result}`), {
          ...line,
          kind: openTypes ? "differs" : "consumer",
        });
        addStatement(assign(`${namespace}.${result}`, `Old.${result}`), { ...line, kind: "differs" });
        addStatement(isSame(result, namespace), { ...line, kind: "changed" });
        if (node.kind !== Kind.OPERATION_DEFINITION) continue;
        const variables = `${result}Variables`;
        addStatement(assign(`${namespace}.${variables}`, `Old.${variables}`), { ...line, kind: "consumer" });
        addStatement(assign(`Old.${variables}`, `${namespace}.${variables}`), { ...line, kind: "differs" });
        addStatement(isSame(variables, namespace), { ...line, kind: "changed" });
      }
      add("}");
    }
    add("}");
  }
  const code = parts.join("\n");
  const failed = (await runCompiler(code)).map((number) => {
    const found = lines.get(number);
    if (!found) throw new Error(`line ${number} does not compile: ${code.split("\n")[number - 1]}`);
    return found;
  });
  return { evidence: collectEvidence(compilations, failed), consumers: countConsumers([...lines.values()], failed) };
}

const assign = (target: string, source: string): string => `: ${target} = null! as ${source};`;
const isSame = (type: string, namespace: string): string => `: Same<Old.${type}, ${namespace}.${type}> = true;`;

/** Definitions can share fragments. */
function merge(definitions: readonly Definition[]): DocumentNode {
  const nodes = definitions.flatMap(({ document }) => document.definitions.filter(isExecutable));
  const byName = new Map(nodes.map((node) => [`${node.kind} ${node.name?.value}`, node]));
  return { kind: Kind.DOCUMENT, definitions: [...byName.values()] };
}

function isExecutable(node: DefinitionNode): node is ExecutableDefinitionNode {
  return node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION;
}

export const UNCHANGED: CompilerEvidence = { broken: [], differs: false, changed: false, faulty: [] };

const keyOf = ({ compilation, operation, text }: Line): string => JSON.stringify([compilation, operation, text]);

function collectEvidence(
  compilations: readonly Compilation[],
  failed: readonly Line[],
): ReadonlyMap<string, CompilerEvidence>[][] {
  const isInvalid = new Set(failed.filter(({ change, kind }) => change < 0 && kind !== "generated").map(keyOf));
  const evidence = compilations.map(({ changes }) => changes.map(() => new Map<string, CompilerEvidence>()));
  for (const { compilation, change, operation, text, kind } of failed.filter((one) => !isInvalid.has(keyOf(one)))) {
    const found = evidence[compilation]?.[change];
    const { broken, differs, faulty } = found?.get(operation) ?? UNCHANGED;
    found?.set(operation, {
      broken: kind === "consumer" ? [...broken, text] : broken,
      differs: differs || kind === "consumer" || kind === "differs",
      changed: true,
      faulty: kind === "generated" ? [...faulty, text] : faulty,
    });
  }
  return evidence;
}

/** Statements that compile with the old types. */
function countConsumers(lines: readonly Line[], failed: readonly Line[]): number {
  const count = (all: readonly Line[]) => all.filter(({ change, kind }) => change < 0 && kind === "consumer").length;
  return count(lines) - count(failed);
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
    return [...new Set(lines)];
  } finally {
    await rm(folder, { recursive: true });
  }
}
