/** Runs operations in the styles of six products: by structure alone, and with the rules of the API. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { PlatformData } from "@integration-platform/graphql-testing/local";
import { openPlatform, type RulesFile, readRules } from "../platform.ts";
import { styles } from "./probes.ts";

export interface StyleMeasurement {
  readonly style: string;
  readonly rules: "none" | "declared";
  /** Lines of the rules, without imports, comments and empty lines. */
  readonly lines: number;
  readonly right: number;
  /** Operations whose answer is an error. */
  readonly loud: number;
  /** Operations whose answer is wrong, without an error. */
  readonly wrong: readonly string[];
}

export async function measureStyles(): Promise<StyleMeasurement[]> {
  const measurements: StyleMeasurement[] = [];
  for (const [style, { data, probes }] of Object.entries(styles)) {
    const folder = join(import.meta.dirname, style);
    const schema = await readFile(join(folder, "schema.graphql"), "utf8");
    const choices: Readonly<Record<StyleMeasurement["rules"], RulesFile>> = {
      none: { exports: {}, lines: 0 },
      declared: await readRules(join(folder, "platform.rules.ts")),
    };
    for (const [kind, { exports, lines }] of Object.entries(choices)) {
      const wrong: string[] = [];
      let loud = 0;
      for (const [operation, answer] of probes) {
        // Data of a type without a key is an error, too.
        const result = await openPlatform(schema, data as PlatformData, exports)
          .then((execute) => execute(operation, {}))
          .catch(() => undefined);
        if (result === undefined) loud += 1;
        else if (!isDeepStrictEqual(result, answer)) wrong.push(operation);
      }
      const right = probes.length - loud - wrong.length;
      measurements.push({ style, rules: kind as StyleMeasurement["rules"], lines, right, loud, wrong });
    }
  }
  return measurements;
}
