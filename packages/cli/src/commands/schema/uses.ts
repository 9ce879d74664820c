/** `platform-graphql schema uses`: lists the operations that use a schema element. */

import type { Place } from "@integration-platform/graphql-compiler";
import {
  findOperationUses,
  type OperationUses,
  type Via,
} from "@integration-platform/graphql-compiler/internal/check/impact/operation-uses";
import { isGenerated } from "@integration-platform/graphql-compiler/internal/codegen/generated-files";
import { nameDocument } from "@integration-platform/graphql-compiler/internal/model/document-names";
import { nameType } from "@integration-platform/graphql-compiler/internal/model/names";
import { type Ink, ink, paint, toLines } from "@integration-platform/graphql-compiler/internal/text/ink";
import { count, renderPlace } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { type DocumentNode, Kind } from "graphql";
import {
  describeRead,
  readTextFiles,
  type TextFile,
  type TextFiles,
} from "../../host/consumers/text-files.ts";
import { findWord } from "../../host/consumers/words.ts";
import { EXIT } from "../../host/errors/problem.ts";
import {
  loadProject,
  type ProjectOptions,
  readProjectOperations,
  readProjectSchema,
} from "../../host/project/project.ts";
import { indent } from "../../host/terminal/messages.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { locateEnd } from "../../text/decode-text.ts";
import { checkCoordinate } from "./coordinate.ts";

export interface UsesOptions extends ProjectOptions {
  readonly importers?: readonly string[];
  readonly format: "text" | "json";
}

/**
 * Output of `--format json`. Within version 1, properties can be added, and existing properties keep their
 * meaning.
 */
interface UsesReport {
  readonly version: 1;
  readonly coordinate: string;
  /** Number of operations, whether or not they use the element. */
  readonly total: number;
  /** Only those that use the element. `importers` is present with `--importers`. */
  readonly operations: readonly (OperationUses & { readonly importers?: readonly Place[] })[];
}

export async function uses(coordinate: string, options: UsesOptions, terminal: Terminal): Promise<number> {
  const { stdout } = terminal;
  const { report, read, isComplete } = await createUsesReport(coordinate, options, terminal);
  if (options.format === "json") {
    stdout.printJson(report);
  } else {
    stdout.print(renderText(report));
    if (read) stdout.print(ink`\n${toLines(describeRead(read))}`);
  }
  return isComplete ? EXIT.success : EXIT.failure;
}

async function createUsesReport(
  coordinate: string,
  options: UsesOptions,
  terminal: Terminal,
): Promise<{
  readonly report: UsesReport;
  readonly read: TextFiles | undefined;
  readonly isComplete: boolean;
}> {
  const project = await loadProject(options);
  const { schema } = readProjectSchema(project);
  checkCoordinate(schema, coordinate);
  const { document, skipped } = await readProjectOperations(project, terminal);
  const total = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length;
  const used = findOperationUses(schema, document, coordinate);
  const names = used.map(({ name }) => name);
  const read = options.importers && (await readTextFiles(options.importers));
  const importers = read && findImporters(read, names, document);
  const operations = used.map((operation) => ({
    ...operation,
    ...(importers && { importers: importers.get(operation.name) ?? [] }),
  }));
  return { report: { version: 1, coordinate, total, operations }, read, isComplete: skipped.length === 0 };
}

/**
 * Returns the first place of a name of each operation in each file: of its document or its types. Files that
 * codegen wrote are left out.
 */
function findImporters(
  { files }: TextFiles,
  operations: readonly string[],
  { definitions }: DocumentNode,
): Map<string, Place[]> {
  const importers = files.filter(({ text }) => !isGenerated(text));
  const nodes = definitions.filter((node) => node.kind === Kind.OPERATION_DEFINITION);
  const typesOf = new Map(nodes.map((node) => [node.name?.value ?? "", nameType(node)]));
  return new Map(
    operations.map((operation) => {
      const type = typesOf.get(operation) ?? operation;
      const isName = (word: string) =>
        word === nameDocument(operation) ||
        (word.startsWith(type) && /^(?:Variables|Doc|_.*)?$/.test(word.slice(type.length)));
      return [operation, importers.flatMap((file) => findPlace(file, isName))];
    }),
  );
}

function findPlace({ name, text }: TextFile, isName: (word: string) => boolean): Place[] {
  const index = findWord(text, isName);
  return index === undefined ? [] : [{ file: name, ...locateEnd(text.slice(0, index)) }];
}

const NOTES: Readonly<Record<Via, string>> = {
  document: "",
  abstract: "on an interface or a union",
  variable: "in a variable",
  result: "in a result",
};

function renderText({ coordinate, total, operations }: UsesReport): Ink {
  if (operations.length === 0)
    return ink`No operation uses ${coordinate} (${count(total, "operation")} checked).\n`;
  const verb = operations.length === 1 ? "uses" : "use";
  const title = `${operations.length} of ${count(total, "operation")} ${verb} ${coordinate}`;
  const blocks = operations.map(({ name, kind, uses, importers = [] }) => {
    const lines = [
      ...uses.map(({ place, via, fragment }) => {
        const notes = [fragment === undefined ? "" : `fragment ${fragment}`, NOTES[via]].filter(
          (note) => note !== "",
        );
        return [renderPlace(place), ...notes].join("  ");
      }),
      ...importers.map((place) => `used by ${renderPlace(place)}`),
    ];
    return ink`\n${paint("bold", name)}  ${kind}\n${indent(lines)}`;
  });
  return ink`${title}\n${blocks}`;
}
