/** Compiles consumers with the generated types of the old and of the new schema. */

import {
  type DefinitionNode,
  type DocumentNode,
  type ExecutableDefinitionNode,
  type FragmentDefinitionNode,
  type GraphQLEnumType,
  type GraphQLSchema,
  isEnumType,
  Kind,
  type OperationDefinitionNode,
} from "graphql";
import type { CodeKind } from "../../src/check/compare/reasons.ts";
import { nameType } from "../../src/codegen/index.ts";
import { renderTypes } from "../../src/codegen/render-types.ts";
import { compile as compileModel } from "../../src/index.ts";
import type { TypeStyle } from "../../src/model/index.ts";
import type { Scalars } from "./schema-values.ts";
import { runTypeScript } from "./typescript.ts";

/** An operation, or a fragment that no operation spreads. */
export interface Definition {
  readonly node: OperationDefinitionNode | FragmentDefinitionNode;
  /** With the fragments that it spreads. */
  readonly document: DocumentNode;
  /** Statements that use its types. */
  readonly consumers: readonly Consumer[];
}

/** A statement, and the kind of code that it is. */
export interface Consumer {
  readonly code: CodeKind;
  readonly text: string;
}

/** Definitions under one schema, and under several changed ones. */
interface Compilation {
  readonly before: GraphQLSchema;
  readonly types: TypeStyle;
  readonly scalars: Scalars;
  readonly definitions: ReadonlyMap<string, Definition>;
  /** `valid` are the definitions to generate code for, `names` are those of them to compare. */
  readonly changes: readonly {
    readonly after: GraphQLSchema;
    readonly valid: readonly string[];
    readonly names: ReadonlySet<string>;
    /** Other texts of the definitions. Consumers are those of the old ones. @default the same */
    readonly document?: DocumentNode;
  }[];
}

/** Result of one operation under one change. */
export interface CompilerEvidence {
  /** Consumers that compile only with the old types. */
  readonly broken: readonly Consumer[];
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
  /** A kind of code is a consumer. */
  readonly kind: CodeKind | "differs" | "changed" | "generated";
}

/** Declarations that the compiler requires without its library, and those that the generated types use. */
const LIBRARY = `
interface Array<T> { length: number; [index: number]: T }
interface ReadonlyArray<T> { readonly length: number; readonly [index: number]: T }
interface Boolean { valueOf(): boolean } interface CallableFunction {} interface Function {} interface IArguments {}
interface NewableFunction {} interface Object {} interface RegExp {}
interface Number { toFixed(): string } interface String { readonly length: number }
type Readonly<T> = { readonly [P in keyof T]: T[P] };
type Required<T> = { [P in keyof T]-?: T[P] };
type DeepPartial<T> = T extends ReadonlyArray<infer Item> ? ReadonlyArray<DeepPartial<Item>>
  : T extends object ? { readonly [K in keyof T]?: DeepPartial<T[K]> } : T;
type Record<K extends keyof any, T> = { [P in K]: T };
type Exclude<T, U> = T extends U ? never : T;
type PropertyKey = string | number | symbol;
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;
`;

/**
 * Compiles everything at once: one process, one file.
 *
 * @returns The evidence by operation, for each compilation and each of its changes; and the number of
 * consumers.
 */
export async function compile(
  compilations: readonly Compilation[],
): Promise<{ readonly evidence: ReadonlyMap<string, CompilerEvidence>[][]; readonly consumers: number }> {
  const lines = new Map<number, Line>();
  /** Definitions whose declarations have another text. */
  const differing: Line[] = [];
  const parts = [LIBRARY];
  let line = LIBRARY.split("\n").length + 1;
  const add = (text: string, meaning?: Line): void => {
    if (meaning) lines.set(line, meaning);
    parts.push(text);
    line += text.split("\n").length;
  };
  const addStatement = (text: string, meaning: Omit<Line, "text">): void =>
    add(`export const c${line}${text}`, { ...meaning, text });
  for (const [
    compilation,
    { before, types: style, scalars, definitions, changes },
  ] of compilations.entries()) {
    add(`namespace Base${compilation} {`);
    const all = [...definitions.keys()];
    const schemas: Compilation["changes"][number][] = [
      { after: before, valid: all, names: new Set(all) },
      ...changes,
    ];
    let declarations: ReadonlyMap<string, string> = new Map();
    for (const [index, { after: schema, valid, names, document }] of schemas.entries()) {
      const change = index - 1;
      const namespace = change < 0 ? "Old" : `New${change}`;
      const own = valid.flatMap((name) => definitions.get(name) ?? []);
      const types = renderTypes(compileModel(schema, document ?? merge(own), { scalars, types: style }));
      const current = findDeclarations(types);
      if (change < 0) declarations = current;
      add(`namespace ${namespace} {`);
      for (const text of types.split("\n")) {
        // Names of types start with the name of the operation.
        const operation = /^export type (Operation\d+)/.exec(text)?.[1];
        add(
          text,
          operation === undefined ? undefined : { compilation, change, operation, text, kind: "generated" },
        );
      }
      for (const definition of own) {
        const operation = definition.node.name?.value ?? "";
        if (!names.has(operation)) continue;
        const line = { compilation, change, operation };
        for (const { code, text } of definition.consumers)
          addStatement(` = ${text}`, { ...line, kind: code });
        const imports = findImports(declarations, definition);
        for (const [names, kind] of [
          [imports.results, "reads"],
          [imports.variables, "writes"],
        ] as const) {
          for (const name of names) {
            addStatement(` = null! as ${name};`, { ...line, kind });
            const type = before.getType(name);
            if (isEnumType(type)) addStatement(` = ${writeMap(type)}`, { ...line, kind: "switches" });
          }
        }
        if (change < 0) continue;
        const isChanged = [...imports.results, ...imports.variables].some(
          (name) => declarations.get(name) !== current.get(name),
        );
        if (isChanged) differing.push({ ...line, text: "declarations", kind: "changed" });
        const old = (name: string) => `Old.${name}`;
        const now = (name: string) => `${namespace}.${name}`;
        for (const name of imports.results) {
          // With open types, a new value is not assignable, but consumers handle it.
          addStatement(assign(old(name), now(name)), {
            ...line,
            kind: style === "open" ? "differs" : "reads",
          });
          addStatement(assign(now(name), old(name)), { ...line, kind: "constructs" });
          addStatement(isSame(name, namespace), { ...line, kind: "changed" });
        }
        for (const name of imports.variables) {
          addStatement(assign(now(name), old(name)), { ...line, kind: "writes" });
          addStatement(assign(old(name), now(name)), { ...line, kind: "readsVariables" });
          addStatement(isSame(name, namespace), { ...line, kind: "changed" });
        }
      }
      add("}");
    }
    add("}");
  }
  const code = parts.join("\n");
  const failed = Array.from(await findErrors(code), (number) => {
    const line = lines.get(number);
    if (!line) throw new Error(`line ${number} does not compile: ${code.split("\n")[number - 1]}`);
    return line;
  });
  return {
    evidence: collectEvidence(compilations, [...failed, ...differing]),
    consumers: countConsumers([...lines.values()], failed),
  };
}

const assign = (target: string, source: string): string => `: ${target} = null! as ${source};`;
const isSame = (type: string, namespace: string): string =>
  `: Same<Old.${type}, ${namespace}.${type}> = true;`;

/** The texts of the exported types, by name. */
function findDeclarations(types: string): ReadonlyMap<string, string> {
  const code = types.replaceAll(/\/\*.*?\*\/|'[^'\n]*'|"[^"\n]*"/gs, "");
  const texts = code.split(/^export type /m).slice(1);
  return new Map(texts.map((text) => [/^\w+/.exec(text)?.[0] ?? "", text.slice(text.indexOf("=") + 1)]));
}

interface Imports {
  /** Types of its result and of the fragments that it spreads, with all types that they refer to. */
  readonly results: ReadonlySet<string>;
  readonly variables: ReadonlySet<string>;
}

/** Finds the exported types that code which uses a definition can import. */
function findImports(declarations: ReadonlyMap<string, string>, { document }: Definition): Imports {
  const follow = (name: string, names: Set<string>): Set<string> => {
    const text = declarations.get(name);
    if (text === undefined || names.has(name)) return names;
    names.add(name);
    const references = text.replaceAll(/\w+\??:/g, "").match(/\w+/g) ?? [];
    for (const reference of references) follow(reference, names);
    return names;
  };
  const nodes = document.definitions.filter(isExecutable);
  const results = new Set<string>();
  for (const node of nodes) follow(nameType(node), results);
  const operation = nodes.find((node) => node.kind === Kind.OPERATION_DEFINITION);
  return { results, variables: operation ? follow(`${nameType(operation)}Variables`, new Set()) : new Set() };
}

/** Code that has one entry per value of an enum. */
function writeMap(type: GraphQLEnumType): string {
  const entries = type.getValues().map(({ name }) => `${name}: 0`);
  return `(): Record<${type.name}, number> => ({ ${entries.join(", ")} });`;
}

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

const isCode = (kind: Line["kind"]): kind is CodeKind => !["differs", "changed", "generated"].includes(kind);

const keyOf = ({ compilation, operation, text }: Line): string =>
  JSON.stringify([compilation, operation, text]);

function collectEvidence(
  compilations: readonly Compilation[],
  failed: readonly Line[],
): ReadonlyMap<string, CompilerEvidence>[][] {
  const isInvalid = new Set(
    failed.filter(({ change, kind }) => change < 0 && kind !== "generated").map(keyOf),
  );
  const evidence = compilations.map(({ changes }) => changes.map(() => new Map<string, CompilerEvidence>()));
  for (const { compilation, change, operation, text, kind } of failed.filter(
    (line) => !isInvalid.has(keyOf(line)),
  )) {
    const byOperation = evidence[compilation]?.[change];
    const { broken, differs, faulty } = byOperation?.get(operation) ?? UNCHANGED;
    byOperation?.set(operation, {
      broken: isCode(kind) ? [...broken, { code: kind, text }] : broken,
      differs: differs || isCode(kind) || kind === "differs",
      changed: true,
      faulty: kind === "generated" ? [...faulty, text] : faulty,
    });
  }
  return evidence;
}

/** Statements that compile with the old types. */
function countConsumers(lines: readonly Line[], failed: readonly Line[]): number {
  const count = (all: readonly Line[]) => all.filter(({ change, kind }) => change < 0 && isCode(kind)).length;
  return count(lines) - count(failed);
}

/** Returns the lines with errors. */
async function findErrors(code: string): Promise<Set<number>> {
  const output = await runTypeScript([code], ["--noLib", "--skipLibCheck"]);
  const lines = new Set(
    Array.from(output.matchAll(/^0\.ts\((\d+),\d+\): error/gm), ([, line]) => Number(line)),
  );
  if (output.trim() !== "" && lines.size === 0) throw new Error(output);
  return lines;
}
