/** Compares a sample through the commands: codegen, the compiler, and the check of a project with a configuration. */

import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { type DocumentNode, type GraphQLSchema, isScalarType, Kind, print, printSchema } from "graphql";
import { computeVerdicts, type Report } from "../../packages/compiler/src/index.ts";
import { findFragments } from "../../packages/compiler/src/model/selections.ts";
import { writeConsumers } from "../../packages/compiler/test/support/schema-consumers.ts";
import type { OracleBase } from "../../packages/compiler/test/support/schema-oracle.ts";
import { CLI, createFolder, finish, ROOT } from "../commands.ts";

const TSC = join(ROOT, "node_modules/.bin/tsc");
const STRICT = ["--strict", "--noEmit", "--skipLibCheck", "--module", "nodenext", "--types", "", "--pretty", "false"];

/** Returns what the commands do differently from the functions. Empty if they agree. */
export async function compareCommands(base: OracleBase): Promise<string[]> {
  const { before, openTypes, scalars } = base;
  const [{ after } = { after: before }] = base.changes;
  const document = withoutSubscriptions(base.document);
  await using temp = await createFolder("oracle-command-");
  const folder = temp.path;
  const command = (...args: readonly string[]) => finish(folder, [process.execPath, CLI, ...args]);
  /** Lines of the consumers that do not compile. */
  const compile = async (): Promise<Set<number>> => {
    const { stdout } = await finish(folder, [TSC, "consumers.ts", ...STRICT]);
    return new Set([...stdout.matchAll(/^consumers\.ts\((\d+),/gm)].map(([, line]) => Number(line)));
  };
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  await mkdir(join(folder, "schema"));
  await mkdir(join(folder, "operations"));
  await writeFile(join(folder, "package.json"), `{ "type": "module" }`);
  await writeProject(folder, before, base);
  await writeFile(join(folder, "now.graphql"), printSchema(after));
  for (const [index, node] of document.definitions.entries())
    await writeFile(join(folder, `operations/${index}.graphql`), print(node));

  const generated = await command("codegen");
  if (generated.code !== 0) return [`codegen: ${generated.stderr}`];
  const types = await readFile(join(folder, "generated/types.ts"), "utf8");
  const names = [...types.matchAll(/^export type (\w+)/gm)].map(([, name]) => name);
  const fragments = findFragments(document);
  const lines = document.definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION || node.kind === Kind.FRAGMENT_DEFINITION
      ? writeConsumers({ schema: before, fragments, openTypes, scalars }, node, [])
      : [],
  );
  const importLine = `import type { ${names.join(", ")} } from "./generated/types.ts";`;
  const text = (kept: readonly string[]) =>
    [importLine, ...kept.map((line, index) => `export const c${index} = ${line}`)].join("\n");
  await writeFile(join(folder, "consumers.ts"), text(lines));
  const invalid = await compile();
  await writeFile(join(folder, "consumers.ts"), text(lines.filter((_, index) => !invalid.has(index + 2))));

  const expected = computeVerdicts({ before, after, operations: document, openTypes, scalars });
  const breaks = expected.some(({ report }) => report.verdict === "breaks");
  const checked = await command("schema", "check", "--against", "now.graphql", "--format", "json");
  if (checked.code !== (breaks ? 1 : 0)) return [`schema check exits with ${checked.code}: ${checked.stderr}`];
  const { operations }: Report = JSON.parse(checked.stdout);
  const wanted = new Map(expected.map(({ report }) => [report.name, report.verdict]));
  const different = operations.filter(({ name, verdict }) => wanted.get(name) !== verdict);
  if (different.length > 0) return different.map(({ name, verdict }) => `${name} is "${verdict}" in the command`);
  if (breaks) return [];

  await writeProject(folder, after, base);
  const again = await command("codegen");
  if (again.code !== 0) return [`codegen after the change: ${again.stderr}`];
  return [...(await compile())].map((line) => `line ${line} of the consumers no longer compiles`);
}

/** Writes the snapshot and the configuration, which cannot name scalars that the schema does not have. */
async function writeProject(folder: string, schema: GraphQLSchema, base: OracleBase): Promise<void> {
  const scalars = Object.fromEntries(
    Object.entries(base.scalars).filter(([name]) => isScalarType(schema.getType(name))),
  );
  const own = { documents: "operations", output: "generated", schema: "schema/schema.graphql" };
  const options = JSON.stringify({ ...own, openTypes: base.openTypes, scalars });
  const config = `import { typedOperations } from "@integration-platform/graphql-cli/codegen";
export default typedOperations(${options});
`;
  await writeFile(join(folder, "schema/schema.graphql"), printSchema(schema));
  await writeFile(join(folder, "codegen.ts"), config);
}

function withoutSubscriptions(document: DocumentNode): DocumentNode {
  const definitions = document.definitions.filter(
    (node) => node.kind !== Kind.OPERATION_DEFINITION || node.operation !== "subscription",
  );
  return { ...document, definitions };
}
