/** Reads and writes files of a user. Each problem names the file and the reason. */

import { lstatSync } from "node:fs";
import { appendFile, readFile } from "node:fs/promises";
import { describeFileError } from "../../files/file-error.ts";
import { decodeText, parseJson } from "../../text/decode-text.ts";
import { quotePath } from "../../text/quote.ts";
import { rethrowOthers } from "../../text/rethrow-others.ts";
import { Problem } from "../errors/problem.ts";

/**
 * Whether there is a file or folder. A broken link, and a path through a file, count: reading them fails,
 * instead of using a default without notice.
 */
export function exists(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true;
  }
}

/**
 * Reads a text file.
 *
 * @param option - Option that named it.
 * @throws Problem that names the file and the reason.
 */
export async function readText(file: string, hint: string, option?: string): Promise<string> {
  const subject = option === undefined ? "" : `${option}: `;
  const bytes = await readFile(file).catch((error: unknown) => {
    throw new Problem(`${subject}cannot read ${quotePath(file)}: ${describeFileError(error)}`, hint);
  });
  const decoded = decodeText(bytes);
  if ("text" in decoded) return decoded.text;
  throw new Problem(
    `${subject}${quotePath(file)} at ${decoded.place}: ${decoded.problem}`,
    "Save the file as UTF-8.",
  );
}

/** `undefined` if there is no file. @throws Problem as of {@link readText} */
export const readIfPresent = async (file: string): Promise<string | undefined> =>
  exists(file) ? readText(file, "Check the file.") : undefined;

/** Reads a file with JSON. @throws Problem that names the file and the place. */
export async function readJson(file: string, hint: string, option?: string): Promise<unknown> {
  const parsed = parseJson(await readText(file, hint, option));
  if ("value" in parsed) return parsed.value;
  const name = quotePath(file).replace(/^"(.*)"$/, "$1");
  throw new Problem(`${name}${parsed.place && `:${parsed.place}`}: the file is not JSON`, hint);
}

/**
 * Writes all files, or none.
 *
 * @param subject - Option or command that names them.
 * @throws Problem that names the file and the reason.
 */
export async function writeTexts(texts: Readonly<Record<string, string>>, subject: string): Promise<void> {
  // Not loaded for the help.
  const [{ writeFiles }, { ProjectError }] = await Promise.all([
    import("../../files/write-files.ts"),
    import("../../files/sources.ts"),
  ]);
  try {
    writeFiles(Object.entries(texts).map(([path, content]) => ({ path, content })));
  } catch (error) {
    rethrowOthers(error, ProjectError);
    const [first = "", ...details] = error.problems;
    throw new Problem(`${subject}: ${first}`, "Check the path.", { details });
  }
}

/** @throws Problem that names the option, the file and the reason. */
export async function appendText(file: string, text: string, option: string): Promise<void> {
  await appendFile(file, text).catch((error: unknown) => {
    throw new Problem(
      `${option}: cannot write ${quotePath(file)}: ${describeFileError(error)}`,
      "Check the path.",
    );
  });
}
