/** Writes new operations. Existing files stay as they are. */

import { join } from "node:path";
import { SourceError } from "@integration-platform/graphql-compiler/internal/model/index";
import { ink, paint } from "@integration-platform/graphql-compiler/internal/text/ink";
import { readOperations } from "../../codegen/read-operations.ts";
import { createExclusion, createSearch, hasFiles, isExclusion } from "../../files/find-files.ts";
import { pathFrom } from "../../files/paths.ts";
import { renderPath } from "../../files/sources.ts";
import { writeFiles } from "../../files/write-files.ts";
import { EXIT, joinProblems, Problem } from "../../host/errors/problem.ts";
import {
  inProject,
  listSchemas,
  loadProject,
  type Project,
  readProjectSchema,
} from "../../host/project/project.ts";
import { renderFailure, renderHint } from "../../host/terminal/messages.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { rethrowOthers } from "../../text/rethrow-others.ts";
import { type Context, create, findRoot, listUses, type NewOperation } from "./create.ts";
import { nameOperation } from "./render-operation.ts";

export interface AddOptions {
  readonly config?: string;
  readonly name?: string;
  readonly depth?: number;
  readonly schema?: string;
  readonly operations?: string;
}

export async function add(
  names: readonly string[],
  options: AddOptions,
  terminal: Terminal,
): Promise<number> {
  const { stdout, stderr } = terminal;
  const { name, depth = 1 } = options;
  checkArguments(names, options, terminal);
  const { operations: folder, ...projectOptions } = options;
  const project = await loadProject(projectOptions);
  const { schema } = readProjectSchema(project);
  const folders = findFolders(project, folder);
  const { operations, documents } = folders;
  try {
    const { document: existing } = await readOperations(documents, listSchemas(project));
    const isOnly = new Set(names).size === 1;
    const uses = new Map(listUses(existing));
    const context: Context = { schema, folder: operations, depth, isOnly, uses };
    const { added, refused } = createAll(context, names, name);
    const [first] = refused;
    if (isOnly && first) throw first.problem;
    writeFiles(added.map(({ file, text }) => ({ path: file, content: text, isNew: true })));
    for (const operation of added) {
      stdout.print(ink`${paint("green", "✓")} ${operation.name}  ${renderPath(operation.file)}\n`);
    }
    const hint = added.length > 0 ? describeUnread(folders, project) : undefined;
    if (hint !== undefined) stderr.print(renderHint(hint));
    for (const { field, problem } of refused) {
      stderr.print(renderFailure(new Problem(`${field}: ${problem.message}`, problem.hint)));
    }
    if (added.length === 0) return EXIT.failure;
    return refused.length === 0 ? EXIT.success : EXIT.found;
  } catch (error) {
    rethrowOthers(error, SourceError);
    const hint = "Fix the file, or pass another folder with --operations.";
    throw joinProblems(error.problems, "the operations have", hint);
  }
}

interface Created {
  readonly added: readonly NewOperation[];
  readonly refused: readonly { readonly field: string; readonly problem: Problem }[];
}

/** Creates an operation for each field, each of them once. @param name - Name of a single operation. */
function createAll(context: Context, fields: readonly string[], name: string | undefined): Created {
  const added: NewOperation[] = [];
  const refused: { readonly field: string; readonly problem: Problem }[] = [];
  const roots = [...new Set(fields)].map((field) => findRoot(context.schema, field));
  for (const root of roots) {
    const created = create(context, root, name ?? nameOperation(root));
    if (created instanceof Problem) refused.push({ field: root.field.name, problem: created });
    else added.push(created);
  }
  return { added, refused };
}

interface Folders {
  /** Folder for the new files. */
  readonly operations: string;
  /** Folders, files and globs with existing operations. */
  readonly documents: readonly string[];
  /** Whether `documents` in the config reads the new files. */
  readonly reads: "all" | "none" | "excluded";
}

function findFolders(project: Project, folder: string | undefined): Folders {
  const documents = project.settings?.documents ?? [];
  const searches = documents.filter((path) => !isExclusion(path)).map((path) => createSearch(path));
  const isExcluded = createExclusion(documents);
  const readsNew = (path: string): Folders["reads"] => {
    const file = join(path, "new.graphql");
    if (isExcluded(file)) return "excluded";
    return searches.some(({ accepts }) => accepts(file, true)) ? "all" : "none";
  };
  const own = searches.find(({ root }) => readsNew(root) === "all");
  const operations = folder ?? own?.root ?? inProject(project, "operations");
  return {
    operations,
    // The folder of the first operation does not exist yet.
    documents: [operations, ...documents].filter((path) => isExclusion(path) || hasFiles(path)),
    reads: readsNew(operations),
  };
}

/** Returns a hint if codegen does not read the new files. Its path is written as in the config. */
function describeUnread({ operations, reads }: Folders, project: Project): string | undefined {
  const { configFile, folder } = project;
  if (configFile === undefined || reads === "all") return undefined;
  const path = pathFrom(folder, operations) || ".";
  if (reads === "excluded") return `Change "documents" in ${configFile}, which excludes "${path}".`;
  return `Add "${path}" to "documents" in ${configFile}.`;
}

function checkArguments(names: readonly string[], { name }: AddOptions, { redaction }: Terminal): void {
  if (names.length === 0) throw new Problem("missing field", 'Run "platform-graphql add <field>".');
  if (name === undefined) return;
  if (names.length !== 1)
    throw new Problem("--name requires exactly one field", 'Run "platform-graphql add --help".');
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw new Problem("--name: not a GraphQL name", "Use letters, digits and underscores.");
  // The name of the file has other letters, which the redaction of the output does not know.
  if (redaction.redact(name) !== name)
    throw new Problem("--name contains a credential", "Choose another name.");
}
