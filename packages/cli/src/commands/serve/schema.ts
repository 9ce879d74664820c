/** The schema that `serve` answers from, read from a file. */

import { readFile } from "node:fs/promises";
import type { SchemaError } from "@integration-platform/graphql-testing";
import { Problem } from "../problem.ts";

/** @throws Problem where the file is not there or cannot be read. */
export async function readSchema(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new Problem(`--schema ${file}: ${reason}`, "leave --schema out for the package's snapshot");
  }
}

/** `file:line:column: message`, as editors and terminals make a link of it. */
export function refuseSchema(error: unknown, file: string): unknown {
  const { problem, line, column } = error as Partial<SchemaError>;
  if (problem === undefined) return error;
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  return new Problem(`${place}: ${problem}`, "--schema takes a schema in GraphQL's schema language (SDL)");
}
