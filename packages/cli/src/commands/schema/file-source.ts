/** A schema from a file. */

import { readFile } from "node:fs/promises";
import { relative, sep } from "node:path";
import { Problem } from "../problem.ts";
import { parseProvenance, provenancePath } from "./provenance.ts";
import { parseSchema } from "./schema-text.ts";
import type { LoadedSchema } from "./source.ts";

/** @throws Problem */
export async function readFileSchema(file: string): Promise<LoadedSchema> {
  const label = relative(process.cwd(), file).replaceAll(sep, "/");
  const text = await readText(file, label);
  const { schema, how } = parseSchema(text, label);
  const provenance = parseProvenance(await readFile(provenancePath(file), "utf8").catch(() => undefined), text);
  return { schema, kind: "file", label, way: provenance ?? { how } };
}

async function readText(file: string, label: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Problem(code === "ENOENT" ? `there is no file ${label}` : `${label} cannot be read (${code})`);
  }
}
