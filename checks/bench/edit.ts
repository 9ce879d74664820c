/**
 * One edited operation of a large package: codegen and `tsc --build`, with one file for all operations and a
 * file for each.
 */

import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { CLI, ROOT } from "../commands.ts";
import { generateOperations } from "../operations.ts";
import { createProject, pullSnapshot, SCHEMAS } from "./fixtures.ts";
import {
  compareCosts,
  type Measurement,
  summarizeCosts,
  summarizeRatios,
  type Table,
} from "./measurement.ts";
import { type Cost, run, runNode } from "./processes.ts";

/** Rows of the table, with the option. */
const FORMS = { "one file": false, "a file per operation": true } as const;
type Form = keyof typeof FORMS;

export const edit: Measurement = async ({ quick, report }) => {
  const snapshot = await pullSnapshot(await readFile(SCHEMAS.GitHub, "utf8"));
  const table: Table = {};
  for (const count of quick ? [100] : [1000, 10_000]) {
    await using project = await createProject(ROOT, {
      ...snapshot,
      operations: generateOperations(SCHEMAS.GitHub, count),
    });
    const costs: Record<Form, Cost[]> = { "one file": [], "a file per operation": [] };
    for (const form of Object.keys(FORMS) as Form[]) {
      report(`edit, ${count} operations: first build with ${form}`);
      await writeForm(project.folder, form);
      await build(project.folder, form);
    }
    for (let round = 0; round < (quick ? 1 : 3); round++) {
      await editOperation(project.folder, round);
      for (const form of Object.keys(FORMS) as Form[]) {
        report(`edit, ${count} operations, round ${round + 1}: ${form}`);
        costs[form].push(await build(project.folder, form));
      }
    }
    const wallOf = (form: Form) => costs[form].map(({ wallMs }) => wallMs);
    for (const form of Object.keys(FORMS) as Form[]) {
      table[`${count.toLocaleString("en")} operations: ${form}`] = {
        ...summarizeCosts(costs[form]),
        "wall ÷ one file": summarizeRatios(wallOf(form), wallOf("one file")),
        "CPU ÷ one file": compareCosts(costs[form], costs["one file"]),
      };
    }
  }
  return table;
};

/** A folder with a config and a TypeScript project, both with the default options. */
async function writeForm(folder: string, form: Form): Promise<void> {
  const options = `documents: "operations", schema: "schema.graphql", output: "${nameFolder(form)}/src"`;
  const config = `import { typedOperations } from "@integration-platform/graphql-cli/codegen";
export default typedOperations({ ${options}, filePerOperation: ${FORMS[form]} });
`;
  await writeFile(join(folder, `${nameFolder(form)}.mjs`), config);
  const compilerOptions = {
    target: "es2023",
    module: "nodenext",
    strict: true,
    skipLibCheck: true,
    types: [],
  };
  await writeFile(
    join(folder, `${nameFolder(form)}.json`),
    JSON.stringify({
      compilerOptions: {
        ...compilerOptions,
        composite: true,
        rootDir: ".",
        outDir: `lib/${nameFolder(form)}`,
      },
      include: [`${nameFolder(form)}/src`],
    }),
  );
}

function nameFolder(form: Form): string {
  return FORMS[form] ? "many" : "one";
}

/** Runs codegen, and measures `tsc --build`. */
async function build(folder: string, form: Form): Promise<Cost> {
  await runNode([CLI, "codegen", "--config", `${nameFolder(form)}.mjs`], { cwd: folder });
  return run([join(ROOT, "node_modules/.bin/tsc"), "--build", `${nameFolder(form)}.json`], { cwd: folder });
}

async function editOperation(folder: string, round: number): Promise<void> {
  const file = join(folder, "operations/operation-7.graphql");
  const text = await readFile(file, "utf8");
  await writeFile(file, text.replace("{", `{ edited${round}: __typename`));
}
