/** Runs operations in the styles of six products: by structure alone, and with the dialect of the product. */

import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { PlatformData } from "@integration-platform/graphql-testing/local";
import {
  contentful,
  postgraphile,
  type RulesOptions,
  strapi,
} from "@integration-platform/graphql-testing/rules";
import { openPlatform } from "../platform.ts";
import { styles } from "./probes.ts";

/** The dialects that are shipped, with the keys that their platforms have. */
const DIALECTS: Readonly<Record<string, RulesOptions>> = {
  contentful: { dialect: contentful, keys: { Author: "sys.id", BlogPost: "sys.id" } },
  postgraphile: { dialect: postgraphile },
  strapi: { dialect: strapi },
};

export interface StyleMeasurement {
  readonly style: string;
  readonly rules: "none" | "dialect";
  readonly right: number;
  /** Operations whose answer is an error. */
  readonly loud: number;
  /** Operations whose answer is wrong, without an error. */
  readonly wrong: readonly string[];
}

export async function measureStyles(): Promise<StyleMeasurement[]> {
  const found: StyleMeasurement[] = [];
  for (const [style, { data, probes }] of Object.entries(styles)) {
    const schema = await readFile(new URL(`${style}.graphql`, import.meta.url), "utf8");
    const own = DIALECTS[style];
    const choices: Readonly<Record<string, RulesOptions>> = { none: {}, ...(own && { dialect: own }) };
    for (const [kind, rules] of Object.entries(choices)) {
      const wrong: string[] = [];
      let loud = 0;
      for (const [operation, answer] of probes) {
        // Data of a type without a key is an error, too.
        const result = await openPlatform(schema, data as PlatformData, rules)
          .then((execute) => execute(operation, {}))
          .catch(() => undefined);
        if (result === undefined) loud += 1;
        else if (!isDeepStrictEqual(result, answer)) wrong.push(operation);
      }
      const right = probes.length - loud - wrong.length;
      found.push({ style, rules: kind as StyleMeasurement["rules"], right, loud, wrong });
    }
  }
  return found;
}
