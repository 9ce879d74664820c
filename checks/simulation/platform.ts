/** A simulated platform for an application, and the rules that the command proposes for it. */

import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PlatformData } from "@integration-platform/graphql-testing/local";
import type { Rules } from "@integration-platform/graphql-testing/rules";
import { runProgram } from "../../packages/cli/src/commands/program.ts";
import { openPlatform as openSender } from "../platform.ts";
import type { Execute } from "./applications/application.ts";

/** Rules, and the text of their file. */
export interface RulesFile {
  readonly rules: Rules;
  readonly text: string;
}

interface Response<Data> {
  readonly data: Data;
  readonly errors?: readonly { readonly message: string }[];
}

/** @returns a function that executes an operation. It throws if the response has errors. */
export async function openPlatform(schema: string, data: PlatformData, rules: Rules): Promise<Execute> {
  // Most runs lack rules on purpose.
  const send = await openSender({ schema, data, rules, onRulesError: () => {} });
  return async <Data>(query: string, variables: object) => {
    const { data, errors = [] } = JSON.parse(await send(query, variables)) as Response<Data>;
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
    return data;
  };
}

/** The file as the command writes it. @param operations - Text of a script, or of a GraphQL file */
export async function proposeRules(schema: string, operations: string): Promise<RulesFile> {
  // In this folder, so that the file finds the packages.
  const folder = await mkdtemp(join(import.meta.dirname, ".proposed-"));
  const before = process.cwd();
  process.chdir(folder);
  try {
    const isScript = operations.includes("gql`");
    const documents = isScript ? "operations.ts" : "operations.graphql";
    const entry = new URL("../../packages/cli/src/codegen/index.ts", import.meta.url);
    const options = JSON.stringify({ schema: "schema.graphql", documents, output: "generated" });
    await writeFile(
      "codegen.ts",
      `import { typedOperations } from "${entry}";\nexport default typedOperations(${options});\n`,
    );
    await writeFile("schema.graphql", schema);
    await writeFile(documents, operations);
    const silent = Object.assign(Object.create(process.stdout), { write: () => true });
    const streams = { env: {}, stdout: silent, stderr: process.stderr, interruption: new AbortController().signal };
    await runProgram(["rules"], streams);
    return await readRules(join(folder, "platform.rules.ts"));
  } finally {
    process.chdir(before);
    await rm(folder, { recursive: true });
  }
}

export async function readRules(file: string): Promise<RulesFile> {
  const { default: rules } = await import(file);
  return { rules, text: await readFile(file, "utf8") };
}
