/** A simulated platform for an application, and its rules. */

import { readFile } from "node:fs/promises";
import type { PlatformData } from "@integration-platform/graphql-testing/local";
import type { RulesOptions } from "@integration-platform/graphql-testing/rules";
import { openPlatform as openSender } from "../platform.ts";
import type { Execute } from "./applications/application.ts";
import { countLines } from "./lines.ts";

/** What a rules file exports, and its number of lines. */
export interface RulesFile {
  readonly exports: RulesOptions;
  readonly lines: number;
}

interface Response<Data> {
  readonly data: Data;
  readonly errors?: readonly { readonly message: string }[];
}

/** @returns a function that executes an operation. It throws if the response has errors. */
export async function openPlatform(
  schema: string,
  data: PlatformData,
  rules: RulesOptions,
): Promise<Execute> {
  // Most runs lack rules on purpose.
  const send = await openSender({ schema, data, ...rules, onRulesError: () => {} });
  return async <Data>(query: string, variables: object) => {
    const { data, errors = [] } = JSON.parse(await send(query, variables)) as Response<Data>;
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
    return data;
  };
}

export async function readRules(file: string): Promise<RulesFile> {
  const text = await readFile(file, "utf8");
  return { exports: await import(file), lines: countLines(text) };
}
