/** Checks the options of `typedOperations()`. Messages name the option, and suggest a similar one. */

import { CODE_KINDS } from "@integration-platform/graphql-compiler/internal/check/compare/reasons";
import { TYPE_STYLES } from "@integration-platform/graphql-compiler/internal/model/type-style";
import { isRecord } from "../text/decode-text.ts";
import { suggestNearest } from "../text/suggest.ts";
import type { TypedOperationsOptions } from "./settings.ts";

/** What the value of an option must be. */
interface Rule {
  readonly isValid: (value: unknown) => boolean;
  /** Completes "must be". */
  readonly expected: string;
  /** Texts that are valid, to suggest one. */
  readonly choices?: readonly string[];
}

const isText = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";

const oneOf = (choices: readonly string[]): Rule => ({
  isValid: (value) => choices.includes(value as string),
  expected: choices.map((choice) => `"${choice}"`).join(" or "),
  choices,
});

const TEXT: Rule = { isValid: isText, expected: "a text that is not empty" };
const BOOLEAN: Rule = { isValid: (value) => typeof value === "boolean", expected: "true or false" };
const PATHS: Rule = {
  isValid: (value) => [value].flat().length > 0 && [value].flat().every(isText),
  expected: "a path, or a list of paths",
};
const NAMES: Rule = {
  isValid: (value) => Array.isArray(value) && value.length > 0 && value.every(isText),
  expected: "a list of names",
};
const PLUGINS: Rule = {
  isValid: (value) => Array.isArray(value) && value.every(isPlugin),
  expected: 'a list of names, such as ["typed-document-node"]',
};
const CODES: Rule = {
  isValid: (value) => Array.isArray(value) && value.every((item) => CODE_KINDS.includes(item)),
  expected: `a list of ${CODE_KINDS.map((code) => `"${code}"`).join(", ")}`,
};
const HEADERS: Rule = {
  isValid: (value) => isRecord(value) && Object.entries(value).every(isHeader),
  expected: 'an object with a value for each header, such as { "X-Api-Key": "$PLATFORM_API_KEY" }',
};
const SCALARS: Rule = {
  isValid: (value) => isRecord(value) && Object.values(value).every(isScalar),
  expected: 'an object with a TypeScript type for each scalar, such as { Money: "string" }',
};

function isPlugin(value: unknown): boolean {
  return isText(value) || (isRecord(value) && Object.values(value).every(isRecord));
}

function isHeader([name, text]: readonly [string, unknown]): boolean {
  return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && isText(text);
}

function isScalar(type: unknown): boolean {
  if (!isRecord(type)) return isText(type);
  const { input, output, ...rest } = type;
  return isText(input) && isText(output) && Object.keys(rest).length === 0;
}

const RULES: Readonly<Record<keyof TypedOperationsOptions, Rule>> = {
  documents: PATHS,
  output: TEXT,
  schema: PATHS,
  headers: HEADERS,
  scalars: SCALARS,
  importExtension: oneOf([".js", ".ts", ""]),
  command: TEXT,
  documentImport: TEXT,
  types: oneOf(TYPE_STYLES),
  breaks: CODES,
  consumers: NAMES,
  shapes: BOOLEAN,
  plugins: PLUGINS,
  filePerOperation: BOOLEAN,
  schemaModule: BOOLEAN,
  rules: TEXT,
  platformTypes: BOOLEAN,
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

/**
 * @param required - Options that must be set.
 * @throws TypeError for an unknown option, a value of another type, or a missing one: the error and what to
 * do.
 */
export function checkPresetOptions(
  options: object,
  required: readonly ("documents" | "output")[] = [],
): void {
  const values = (options ?? {}) as Readonly<Record<string, unknown>>;
  const names = Object.keys(RULES);
  for (const name of Object.keys(values)) {
    if (Object.hasOwn(RULES, name)) continue;
    const action = suggestNearest(name, names, `Options: ${names.join(", ")}.`);
    throw new OptionError(`unknown option "${name}"`, action);
  }
  for (const [name, { isValid, expected, choices = [] }] of Object.entries(RULES)) {
    const isRequired = (required as readonly string[]).includes(name);
    if (values[name] === undefined && !isRequired) continue;
    if (values[name] === undefined) {
      const line = name === "documents" ? 'documents: "operations",' : 'output: "src/generated",';
      throw new OptionError(`"${name}" is missing`, `Add the line: ${line}`);
    }
    const value = values[name];
    if (isValid(value)) continue;
    const otherwise = "Set it to another value.";
    const action = isText(value) ? suggestNearest(value, choices, otherwise) : otherwise;
    throw new OptionError(`"${name}" must be ${expected}`, action);
  }
}
