/** Options of several commands, and parsers of option values. Their messages never quote the value. */

import { formatsByExtension } from "@integration-platform/graphql-compiler/internal/reports/formats";
import { InvalidArgumentError, Option } from "commander";
import { FAIL_ON } from "../schema/fail-on.ts";

/**
 * Loads the function of a command, which happens only if the command runs. The function receives the
 * arguments, the options and the terminal, and returns the exit code.
 */
export type LoadCommand = () => Promise<(...args: never[]) => Promise<number>>;

/** Creates the action of a command, as commander calls it. */
export type CreateAction = (load: LoadCommand) => (...values: unknown[]) => Promise<void>;

/** Returns a parser for whole numbers in a range. */
export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** Parses a timeout in milliseconds. The maximum is that of timers. */
export const parseMilliseconds: (text: string) => number = integer(1, 2_147_483_647);

/** Parses the prefix of the environment variables. */
export function parseEnvPrefix(text: string): string {
  const prefix = text.replace(/_$/, "");
  if (/^[A-Za-z_]\w{0,39}$/.test(prefix)) return prefix;
  throw new InvalidArgumentError("It must be the prefix of variable names, such as PLATFORM.");
}

/** Collects request headers, `Name: value`. */
function collectHeader(text: string, headers: Readonly<Record<string, string>>): Record<string, string> {
  const [, name = "", value = ""] = /^([^:\s]+):\s*(.*)$/s.exec(text) ?? [];
  try {
    new Headers([[name, value]]);
  } catch {
    throw new InvalidArgumentError('It must be a name and a value, such as "X-Feature: on".');
  }
  return { ...headers, [name]: value };
}

/** Collects the values of a repeatable option. */
export function collect(value: string, values: readonly string[] = []): string[] {
  return [...values, value];
}

/** `--operations`. */
export const OPERATIONS: readonly [string, string] = [
  "--operations <path...>",
  "Folders, files or globs (default: from codegen.ts)",
];

/** `--output`, for reports. */
export const OUTPUT: readonly [string, string, typeof collect] = [
  "--output <file>",
  `Write ${[...formatsByExtension.keys()].join(" ")} (repeatable)`,
  collect,
];

export function failOnOption(): Option {
  return new Option("--fail-on <what...>", `Exit with 2: ${FAIL_ON.join(", ")}`).choices(FAIL_ON);
}

/** `--local`. */
export const LOCAL: readonly [string, string] = [
  "--local",
  "Use a local platform, and ignore the environment",
];

/** `--format`, with `first` as its default. */
export function formatOption(first: "text" | "table", description: string = `${first} or json`): Option {
  return new Option("--format <format>", description).choices([first, "json"]).default(first);
}

export function headerOption(): Option {
  return new Option("--header <header>", 'For schema URLs, as "Name: value" (repeatable)')
    .argParser(collectHeader)
    .default({});
}
