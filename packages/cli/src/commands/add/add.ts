/** Writes new operations. Existing files stay as they are. */

import { existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProblems, nameType } from "@integration-platform/graphql-compiler/codegen";
import { buildSchema, SourceError } from "@integration-platform/graphql-compiler/model";
import { type DocumentNode, type GraphQLSchema, Kind, type OperationDefinitionNode, parse } from "graphql";
import { SNAPSHOT } from "../../codegen/config.ts";
import { createSearch, isExclusion, listFiles } from "../../codegen/find-files.ts";
import { attempt, readOperations, readSource, renderPath } from "../../codegen/sources.ts";
import { describeUnknown, findNearest } from "../../names.ts";
import { EXIT, Problem } from "../problem.ts";
import { describeMissingSchema, loadProject } from "../project.ts";
import { paint, printable, type Terminal } from "../terminal.ts";
import { listRootFields, nameOperation, type RootField, renderOperation } from "./operation.ts";

export interface AddOptions {
  readonly config?: string;
  readonly all?: boolean;
  readonly name?: string;
  readonly depth?: number;
  readonly schema?: string;
  readonly operations?: string;
}

interface NewOperation {
  readonly name: string;
  readonly file: string;
  readonly text: string;
}

export async function add(names: readonly string[], options: AddOptions, { stdout }: Terminal): Promise<number> {
  const { all = false, name, depth = 1 } = options;
  checkArguments(names, options);
  const { schemaFile, operations, documents } = await findPaths(options);
  try {
    const schema = buildSchema(readSource(schemaFile));
    const { document: existing } = await readOperations(documents);
    const context: Context = { schema, folder: operations, depth, uses: new Map(), roots: new Set() };
    recordAll(context, existing);
    const added: NewOperation[] = [];
    const skipped: string[] = [];
    for (const root of all ? findUnused(context) : names.map((field) => findRoot(schema, field))) {
      const created = create(context, root, name ?? nameOperation(root));
      if (created instanceof Problem) {
        if (!all) throw created;
        skipped.push(`${root.field.name}: ${created.message}`);
      } else added.push(created);
    }
    writeAll(operations, added);
    for (const { name, file } of added) {
      stdout.write(`${paint(stdout, "green", "✓")} ${printable(`${name}  ${renderPath(file)}`)}\n`);
    }
    for (const reason of skipped) stdout.write(`- skipped ${printable(reason)}\n`);
    if (added.length === 0) stdout.write("No operation to add.\n");
    return EXIT.success;
  } catch (error) {
    if (!(error instanceof SourceError)) throw error;
    const [first = "", ...others] = error.problems;
    const hint = "Fix the file, or pass another one with --schema or --operations.";
    throw new Problem(first, hint, { details: others });
  }
}

interface Paths {
  readonly schemaFile: string;
  /** Folder for the new files. */
  readonly operations: string;
  /** Folders, files and globs with existing operations. */
  readonly documents: readonly string[];
}

async function findPaths({ config, schema, ...options }: AddOptions): Promise<Paths> {
  const project = await loadProject({ ...(config && { config }), ...(schema && { schema }) });
  const schemaFile = project.schema ?? SNAPSHOT;
  if (!existsSync(schemaFile)) throw describeMissingSchema(schemaFile);
  const documents = project.settings?.documents ?? [];
  const searches = documents.filter((path) => !isExclusion(path)).map((path) => createSearch(path));
  const own = searches.find(({ root, accepts }) => accepts(join(root, "new.graphql"), true));
  const operations = options.operations ?? own?.root ?? "operations";
  return {
    schemaFile,
    operations,
    documents: [operations, ...documents].filter(hasFiles),
  };
}

/** The folder of the first operation does not exist yet. */
function hasFiles(path: string): boolean {
  const search = createSearch(path);
  return isExclusion(path) || (search.isGlob ? listFiles(search).length > 0 : existsSync(path));
}

function checkArguments(names: readonly string[], { all, name }: AddOptions): void {
  const help = `Run "platform-graphql add --help".`;
  if (names.length === 0 && !all)
    throw new Problem("missing field", 'Run "platform-graphql add <field>", or use --all.');
  if (names.length > 0 && all) throw new Problem("--all adds every field, and accepts no field names", help);
  if (name === undefined) return;
  if (names.length !== 1) throw new Problem("--name requires exactly one field", help);
  if (!/^[A-Za-z_]\w*$/.test(name))
    throw new Problem("--name: not a GraphQL name", "Use letters, digits and underscores.");
}

interface Context {
  readonly schema: GraphQLSchema;
  readonly folder: string;
  readonly depth: number;
  /** Location of the definition that uses a name or the name of its type. */
  readonly uses: Map<string, string>;
  /** Root fields that operations select, such as "query customers". */
  readonly roots: Set<string>;
}

function recordAll(context: Context, { definitions }: DocumentNode): void {
  for (const node of definitions) {
    if (node.kind !== Kind.OPERATION_DEFINITION && node.kind !== Kind.FRAGMENT_DEFINITION) continue;
    const place = node.loc ? `${node.loc.source.name}:${node.loc.startToken.line}` : "";
    // A fragment and an operation can have one name, but not one type name.
    if (node.kind === Kind.OPERATION_DEFINITION) recordOperation(context, node, place);
    context.uses.set(nameType(node), place);
  }
}

function recordOperation({ uses, roots }: Context, node: OperationDefinitionNode, place: string): void {
  if (node.name) uses.set(node.name.value, place);
  for (const selection of node.selectionSet.selections) {
    if (selection.kind === Kind.FIELD) roots.add(`${node.operation} ${selection.name.value}`);
  }
}

function findUnused({ schema, roots }: Context): RootField[] {
  return listRootFields(schema).filter(
    ({ kind, field }) => field.deprecationReason == null && !roots.has(`${kind} ${field.name}`),
  );
}

function findRoot(schema: GraphQLSchema, name: string): RootField {
  const roots = listRootFields(schema);
  const root = roots.find(({ field }) => field.name === name);
  if (root) return root;
  const names = roots.map(({ field }) => field.name);
  const near = findNearest(name, names);
  throw new Problem(
    describeUnknown("field", name),
    near ? `Did you mean "${near}"?` : `Use a field of the query type or the mutation type, such as "${names[0]}".`,
  );
}

function create(context: Context, root: RootField, name: string): NewOperation | Problem {
  const { schema, folder, depth, uses } = context;
  const file = join(folder, `${toKebabCase(name)}.graphql`);
  const text = renderOperation(schema, root, name, depth);
  if (text === undefined) {
    const type = String(root.field.type).replaceAll(/[[\]!]/g, "");
    return new Problem(`the type ${type} has no scalar fields`, `Select its objects with --depth ${depth + 1}.`);
  }
  const document = parse(text);
  const [node] = document.definitions;
  const typeName = node?.kind === Kind.OPERATION_DEFINITION ? nameType(node) : name;
  const place = uses.get(name) ?? uses.get(typeName);
  if (place !== undefined)
    return new Problem(`the name "${name}" is in use at ${place}`, "Choose another one with --name.");
  if (existsSync(file)) return new Problem(`the file ${renderPath(file)} exists`, "Choose another name with --name.");
  const [problem] = findProblems(schema, document);
  if (problem)
    return new Problem(`the schema does not allow this operation: ${problem.message}`, "Write the operation by hand.");
  recordAll(context, document);
  uses.set(name, renderPath(file));
  uses.set(typeName, renderPath(file));
  return { name, file, text };
}

function toKebabCase(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])|([A-Z])(?=[A-Z][a-z])/g, "$1$3-$2")
    .replaceAll(/[_-]+/g, "-")
    .replace(/^-/, "")
    .toLowerCase();
}

/** Writes all files, or none. @throws FileError */
function writeAll(folder: string, added: readonly NewOperation[]): void {
  const written: string[] = [];
  try {
    if (added.length > 0) attempt("create", folder, () => mkdirSync(folder, { recursive: true }));
    for (const { file, text } of added) {
      attempt("write", file, () => writeFileSync(file, text, { flag: "wx" }));
      written.push(file);
    }
  } catch (error) {
    for (const file of written) rmSync(file, { force: true });
    throw error;
  }
}
