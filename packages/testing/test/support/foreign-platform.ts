/** Platforms for the schema of another platform, `foreign`, or for the schema of a test. */

import { createPlatform, type Platform, type PlatformOptions } from "../../src/index.ts";
import { type Data, foreign, foreignRules, queryData, sendQuery } from "./requests.ts";

/** Creates a platform. Without a schema of the options, it has the schema `foreign` and its rules. */
export function openForeign(options: PlatformOptions = {}): Platform {
  const rules = options.schema === undefined ? foreignRules : {};
  return createPlatform({ schema: foreign, ...rules, ...options });
}

/** Sends a query to a new platform, and returns the data of the response. */
export function queryForeign<Result = Data>(text: string, options: PlatformOptions = {}): Promise<Result> {
  return queryData<Result>(openForeign(options), text);
}

/** Sends a query to a new platform, and returns the first error of the response. */
export async function findForeignError(
  text: string,
  options: PlatformOptions = {},
): Promise<Record<string, unknown> | undefined> {
  return (await sendQuery(openForeign(options), text)).result.errors?.[0];
}
