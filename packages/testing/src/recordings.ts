/** Recorded responses: their format, and the folder that `platform-graphql record` writes. */

import { isTooDeep, MAX_JSON_DEPTH } from "@integration-platform/graphql-compiler/internal/text/json-depth";
import { type Answers, addRecording } from "./answers/answers.ts";
import { isObject, parseJson } from "./parse-json.ts";

/** A redacted response of an operation. */
export interface Recording {
  /** Version of this format: 1. */
  readonly version: number;
  readonly operation: string;
  /** Time in ISO 8601, UTC. */
  readonly recordedAt: string;
  /** SHA-256 hash of the schema file, in hexadecimal. */
  readonly schemaHash: string;
  /** The operation with its fragments. */
  readonly text: string;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A file of a folder with recordings. */
export interface RecordingFile {
  /** Path with the folder and forward slashes. */
  readonly file: string;
  /** The recording, or why the file is not a recording. */
  readonly content: Recording | string;
}

const MEMBERS: Readonly<Record<Exclude<keyof Recording, "version">, (value: unknown) => boolean>> = {
  operation: (value) => typeof value === "string",
  recordedAt: (value) => typeof value === "string" && !Number.isNaN(Date.parse(value)),
  schemaHash: (value) => typeof value === "string",
  text: (value) => typeof value === "string",
  variables: isObject,
  data: isObject,
};

/** Returns the recording, or why the JSON value is not one. The reason contains no part of the value. */
function checkRecording(value: unknown): Recording | string {
  if (value === undefined) return "The file is not JSON.";
  if (!isObject(value)) return "The file is not a recording.";
  if (isTooDeep(value)) return `The file has more than ${MAX_JSON_DEPTH} levels of objects and lists.`;
  if (value.version !== 1) return "The format has another version. Record the response again.";
  const invalid = Object.entries(MEMBERS).flatMap(([name, isValid]) => (isValid(value[name]) ? [] : [name]));
  if (invalid.length > 0) return `Members are missing or invalid: ${invalid.join(", ")}.`;
  return value as unknown as Recording;
}

/**
 * Adds the recordings of a folder, or those that are passed, to `answers`. A request receives the recording
 * with the same variables.
 *
 * @throws TypeError if a recording is invalid, or does not match the schema.
 */
export function addRecordings(answers: Answers, recordings: string | readonly Recording[]): void {
  const files =
    typeof recordings === "string"
      ? readRecordings(recordings)
      : recordings.map((value, index) => ({ file: `[${index}]`, content: checkRecording(value) }));
  for (const { file, content } of files) {
    if (typeof content === "string") throw new TypeError(`recordings: ${file}: ${content}`);
    try {
      addRecording(answers, content);
    } catch (error) {
      throw error instanceof TypeError ? new TypeError(`recordings: ${file}: ${error.message}`) : error;
    }
  }
}

/**
 * Reads the recordings of a folder: the files `<folder>/<operation>/<name>.json`, sorted by path. Requires
 * Node.js.
 *
 * @throws TypeError if the folder or a file cannot be read.
 */
export function readRecordings(folder: string): RecordingFile[] {
  // Browsers do not have `node:fs`, so that it must not be imported.
  const fs = globalThis.process?.getBuiltinModule?.("node:fs");
  if (!fs)
    throw new TypeError("recordings: a folder needs Node.js. In a browser, pass the recordings themselves.");
  const list = (path: string) => fs.readdirSync(path, { withFileTypes: true });
  try {
    return list(folder)
      .filter((entry) => entry.isDirectory())
      .flatMap(({ name: operation }) =>
        list(`${folder}/${operation}`)
          .filter((entry) => entry.isFile() && entry.name.endsWith(".json"))
          .map(({ name }): RecordingFile => {
            const file = `${folder}/${operation}/${name}`;
            const content = checkRecording(parseJson(fs.readFileSync(file, "utf8")));
            const isOther = typeof content === "object" && content.operation !== operation;
            return {
              file,
              content: isOther ? "The recording is of another operation than its folder." : content,
            };
          }),
      )
      .sort((a, b) => (a.file < b.file ? -1 : 1));
  } catch (error) {
    const { code = "unknown error" } = error as NodeJS.ErrnoException;
    throw new TypeError(`recordings: the folder "${folder}" cannot be read (${code}).`, { cause: error });
  }
}
