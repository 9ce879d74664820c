/** The schema file of a project, or of the package if the project has none. */

import { fileURLToPath } from "node:url";
import type { GraphQLSchema } from "graphql";
import { exists, readText } from "./failure.ts";
import { Problem } from "./problem.ts";
import { parseSchema } from "./schema/schema-text.ts";
import type { SchemaFile } from "./target.ts";

const SNAPSHOT = "schema/schema.graphql";

/** @param file - Value of `--schema`. @throws Problem */
export async function readProjectSchema(file: string | undefined): Promise<SchemaFile> {
  const name = file ?? (exists(SNAPSHOT) ? SNAPSHOT : undefined);
  if (name !== undefined) return { text: await readText(name, "Name a schema file with --schema <file>."), name };
  const shipped = fileURLToPath(import.meta.resolve("@integration-platform/graphql/schema.graphql"));
  return { text: await readText(shipped, "Install the package again."), name: "the schema of the package" };
}

/** @throws Problem */
export function parseProjectSchema({ text, name }: SchemaFile): GraphQLSchema {
  try {
    return parseSchema(text, name).schema;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { message, details } = error;
    throw new Problem(message, "Fix the schema, or name another one with --schema <file>.", { details });
  }
}
