/** `platform-graphql schema uses`: lists the operations that use a schema element. */

import type { Place } from "@integration-platform/graphql-compiler";
import {
  findOperationUses,
  type OperationUses,
  type Via,
} from "@integration-platform/graphql-compiler/internal/check/operation-uses";
import { SourceError } from "@integration-platform/graphql-compiler/internal/model/index";
import { count, renderPlace } from "@integration-platform/graphql-compiler/internal/reports/summary";
import { Kind, type Source } from "graphql";
import { languageOf } from "../../codegen/find-files.ts";
import { findFiles, readSource } from "../../codegen/sources.ts";
import { rethrowOthers } from "../../rethrow-others.ts";
import { locateEnd } from "../../text.ts";
import { EXIT, Problem } from "../errors/problem.ts";
import {
  loadProject,
  type ProjectOptions,
  parseProjectSchema,
  readProjectOperations,
  readProjectSchema,
} from "../project/project.ts";
import { paint, printable, renderJson, type Terminal } from "../terminal/terminal.ts";
import { checkCoordinate } from "./coordinate.ts";

export interface UsesOptions extends ProjectOptions {
  readonly envPrefix: string;
  readonly importers?: readonly string[];
  readonly format: "text" | "json";
}

/** Output of `--format json`. Within version 1, properties can be added, and existing properties keep their meaning. */
interface UsesReport {
  readonly version: 1;
  readonly coordinate: string;
  /** Number of operations, whether or not they use the element. */
  readonly total: number;
  /** Only those that use the element. `importers` is present with `--importers`. */
  readonly operations: readonly (OperationUses & { readonly importers?: readonly Place[] })[];
}

export async function uses(coordinate: string, options: UsesOptions, { stdout }: Terminal): Promise<number> {
  const report = await createReport(coordinate, options);
  stdout.write(options.format === "json" ? renderJson(report) : renderText(report, stdout));
  return EXIT.success;
}

async function createReport(coordinate: string, options: UsesOptions): Promise<UsesReport> {
  const project = await loadProject(options);
  const schema = parseProjectSchema(await readProjectSchema(project));
  checkCoordinate(schema, coordinate);
  const { document } = await readProjectOperations(project);
  const total = document.definitions.filter(({ kind }) => kind === Kind.OPERATION_DEFINITION).length;
  const found = findOperationUses(schema, document, coordinate);
  const names = found.map(({ name }) => name);
  const importers = options.importers && findImporters(options.importers, names);
  const operations = found.map((operation) => ({
    ...operation,
    ...(importers && { importers: importers.get(operation.name) ?? [] }),
  }));
  return { version: 1, coordinate, total, operations };
}

const isScript = (file: string): boolean => languageOf(file) === "script";

/**
 * Returns the first place of each document in each script, except in the modules that declare it.
 *
 * @param paths - Folders, files and globs.
 * @param operations - Names of operations. The document of `List` is `ListDocument`.
 * @throws Problem if a path does not exist, or a glob matches no file.
 */
function findImporters(paths: readonly string[], operations: readonly string[]): Map<string, Place[]> {
  const found = new Map(operations.map((name): [string, Place[]] => [name, []]));
  for (const { name, body } of readScripts(paths)) {
    const code = body.includes("Document") ? body.replaceAll(COMMENT, blank) : "";
    const seen = new Set<string>();
    for (const { 1: keyword, 2: operation = "", index } of code.matchAll(DOCUMENT)) {
      if (seen.has(operation)) continue;
      seen.add(operation);
      if (keyword === undefined) found.get(operation)?.push({ file: name, ...locateEnd(code.slice(0, index)) });
    }
  }
  return found;
}

function readScripts(paths: readonly string[]): Source[] {
  try {
    return findFiles(paths, isScript).filter(isScript).map(readSource);
  } catch (error) {
    rethrowOthers(error, SourceError);
    throw new Problem(`--importers: ${error.message}`, "Name other folders, files or globs.");
  }
}

/** The name of a document, and the keyword before it if it is declared here. */
const DOCUMENT = /(\b(?:const|let|var|function)\s+)?\b([A-Za-z_]\w*)Document\b/g;

/** A "//" in a URL is not a comment. */
const COMMENT = /\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g;

const blank = (text: string): string => text.replaceAll(/[^\n]/g, " ");

const NOTES: Readonly<Record<Via, string>> = {
  document: "",
  abstract: "on an interface or a union",
  variable: "in a variable",
  result: "in a result",
};

function renderText({ coordinate, total, operations }: UsesReport, stdout: NodeJS.WriteStream): string {
  if (operations.length === 0) return `No operation uses ${coordinate} (${count(total, "operation")} checked).\n`;
  const verb = operations.length === 1 ? "uses" : "use";
  const title = `${operations.length} of ${count(total, "operation")} ${verb} ${coordinate}`;
  const blocks = operations.map(({ name, kind, uses, importers = [] }) => {
    const lines = [
      ...uses.map(({ place, via, fragment }) => {
        const notes = [fragment === undefined ? "" : `fragment ${fragment}`, NOTES[via]].filter((note) => note !== "");
        return [renderPlace(place), ...notes].join("  ");
      }),
      ...importers.map((place) => `imported by ${renderPlace(place)}`),
    ];
    const details = lines.map((line) => `  ${printable(line)}\n`).join("");
    return `\n${paint(stdout, "bold", printable(name))}  ${kind}\n${details}`;
  });
  return `${title}\n${blocks.join("")}`;
}
