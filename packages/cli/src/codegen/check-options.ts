/** Checks the options of `typedOperations()`. Messages name the option, and suggest a similar one. */

import { CODE_KINDS } from "@integration-platform/graphql-compiler/internal/check/compare/reasons";
import { TYPE_STYLES } from "@integration-platform/graphql-compiler/internal/model/type-style";
import { isRecord } from "../text/decode-text.ts";
import { suggestNearest } from "../text/suggest.ts";
import type { TypedOperationsOptions } from "./settings.ts";

type Kind =
  | "string"
  | "boolean"
  | "paths"
  | "scalars"
  | "codes"
  | "names"
  | "plugins"
  | "headers"
  | readonly string[];

const RULES: Readonly<Record<keyof TypedOperationsOptions, Kind>> = {
  documents: "paths",
  output: "string",
  schema: "paths",
  headers: "headers",
  scalars: "scalars",
  importExtension: [".js", ".ts", ""],
  command: "string",
  documentImport: "string",
  types: TYPE_STYLES,
  breaks: "codes",
  consumers: "names",
  shapes: "boolean",
  plugins: "plugins",
  filePerOperation: "boolean",
  schemaModule: "boolean",
  rules: "string",
  platformTypes: "boolean",
};

/** An invalid option. Commands print the parts, whichever copy of this module throws it. */
export class OptionError extends TypeError {
  readonly option: string;
  readonly action: string;

  constructor(option: string, action: string) {
    super(`typedOperations: ${option}. ${action}`);
    this.option = option;
    this.action = action;
  }
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

/**
 * @param required - Options that must be set.
 * @throws TypeError for an unknown option, a value of another type, or a missing one: the error and what to
 * do.
 */
export function checkOptions(options: object, required: readonly ("documents" | "output")[] = []): void {
  const values = (options ?? {}) as Readonly<Record<string, unknown>>;
  const names = Object.keys(RULES);
  for (const name of Object.keys(values)) {
    if (Object.hasOwn(RULES, name)) continue;
    const action = suggestNearest(name, names, `Options: ${names.join(", ")}.`);
    throw new OptionError(`unknown option "${name}"`, action);
  }
  for (const [name, kind] of Object.entries(RULES)) {
    const isRequired = (required as readonly string[]).includes(name);
    if (values[name] === undefined && !isRequired) continue;
    if (values[name] === undefined) {
      const line = name === "documents" ? 'documents: "operations",' : 'output: "src/generated",';
      throw new OptionError(`"${name}" is missing`, `Add the line: ${line}`);
    }
    const expected = findExpected(values[name], kind);
    if (expected !== undefined)
      throw new OptionError(`"${name}" must be ${expected}`, suggestValue(values[name], kind));
  }
}

function suggestValue(value: unknown, kind: Kind): string {
  const otherwise = "Set it to another value.";
  return isText(value) && typeof kind !== "string" ? suggestNearest(value, kind, otherwise) : otherwise;
}

/** Returns what the value must be, or `undefined` if it is valid. */
function findExpected(value: unknown, kind: Kind): string | undefined {
  switch (kind) {
    case "string":
      return isText(value) ? undefined : "a text that is not empty";
    case "boolean":
      return typeof value === "boolean" ? undefined : "true or false";
    case "paths": {
      const paths = [value].flat();
      return paths.length > 0 && paths.every(isText) ? undefined : "a path, or a list of paths";
    }
    case "names":
      return Array.isArray(value) && value.length > 0 && value.every(isText) ? undefined : "a list of names";
    case "plugins":
      return Array.isArray(value) && value.every(isPlugin)
        ? undefined
        : 'a list of names, such as ["typed-document-node"]';
    case "codes": {
      const isKnown = Array.isArray(value) && value.every((item) => CODE_KINDS.includes(item));
      return isKnown ? undefined : `a list of ${CODE_KINDS.map((code) => `"${code}"`).join(", ")}`;
    }
    case "headers":
      return isRecord(value) &&
        Object.entries(value).every(([name, text]) => /^[\w!#$%&'*+.^`|~-]+$/.test(name) && isText(text))
        ? undefined
        : 'an object with a value for each header, such as { "X-Api-Key": "$PLATFORM_API_KEY" }';
    case "scalars":
      return isScalars(value)
        ? undefined
        : 'an object with a TypeScript type for each scalar, such as { Money: "string" }';
    default:
      return kind.includes(value as string) ? undefined : kind.map((choice) => `"${choice}"`).join(" or ");
  }
}

function isPlugin(value: unknown): boolean {
  return isText(value) || (isRecord(value) && Object.values(value).every(isRecord));
}

function isScalars(value: unknown): boolean {
  if (!isRecord(value)) return false;
  return Object.values(value).every((type) => {
    if (!isRecord(type)) return isText(type);
    const { input, output, ...rest } = type;
    return isText(input) && isText(output) && Object.keys(rest).length === 0;
  });
}
