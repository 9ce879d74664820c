/** Runs operations in the styles of six products: without rules, and with the rules that the command proposes. */

import { readFile } from "node:fs/promises";
import { isDeepStrictEqual } from "node:util";
import type { PlatformData } from "@integration-platform/graphql-testing/local";
import { openPlatform, proposeRules } from "../platform.ts";
import { styles } from "./probes.ts";

export interface StyleMeasurement {
  readonly style: string;
  readonly rules: "none" | "proposed";
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
    const operations = probes.map(([text], index) => nameOperation(text, `Probe${index}`)).join("\n");
    const choices = { none: {}, proposed: (await proposeRules(schema, operations)).rules };
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
      found.push({
        style,
        rules: kind as StyleMeasurement["rules"],
        right: probes.length - loud - wrong.length,
        loud,
        wrong,
      });
    }
  }
  return found;
}

const nameOperation = (text: string, name: string): string =>
  text.startsWith("{") ? `query ${name} ${text}` : text.replace("mutation", `mutation ${name}`);
