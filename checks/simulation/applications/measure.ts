/** Runs the applications of this folder on the simulated platform: without rules, and with their rules. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { PlatformData } from "@integration-platform/graphql-testing/local";
import { openPlatform, readRules } from "../platform.ts";
import { type Application, findCaught, findFailures } from "../seeded-bugs.ts";
import type { Execute } from "./application.ts";
import * as newsroom from "./newsroom/cases.ts";
import * as storefront from "./storefront/cases.ts";
import * as tracker from "./tracker/cases.ts";

const FOLDER = import.meta.dirname;

const applications = {
  newsroom: { ...newsroom, style: "Hasura" },
  storefront: { ...storefront, style: "Shopify" },
  tracker: { ...tracker, style: "its own" },
};

export interface Measurement {
  readonly application: string;
  /** Products with such schemas. */
  readonly style: string;
  readonly rules: "none" | "declared";
  /** Lines of the rules, without imports, comments and empty lines. */
  readonly lines: number;
  readonly tests: number;
  /** Titles of the tests that fail without a bug. */
  readonly falseAlarms: readonly string[];
  readonly bugs: number;
  /** Titles of the bugs that no test notices. */
  readonly missed: readonly string[];
}

/** @param only - Names of applications. */
export async function measure(only: readonly string[] = Object.keys(applications)): Promise<Measurement[]> {
  const found: Measurement[] = [];
  for (const name of only) {
    const { data, cases, bugs, style } = applications[name as keyof typeof applications];
    const own = join(FOLDER, name, "platform.rules.ts");
    const schema = await readFile(join(FOLDER, name, "schema.graphql"), "utf8");
    const choices = { none: { exports: {}, lines: 0 }, declared: await readRules(own) };
    for (const [kind, choice] of Object.entries(choices)) {
      const application = {
        source: new URL(`${name}/${name}.ts`, import.meta.url),
        name: "create",
        cases: cases as Application<unknown, Execute>["cases"],
        bugs,
        openApi: () => openPlatform(schema, data as PlatformData, choice.exports),
      };
      const caught = await findCaught(application);
      found.push({
        application: name,
        style,
        rules: kind as Measurement["rules"],
        lines: choice.lines,
        tests: Object.keys(cases).length,
        falseAlarms: await findFailures(application),
        bugs: bugs.length,
        missed: [...caught].flatMap(([title, failures]) => (failures.length === 0 ? [title] : [])),
      });
    }
  }
  return found;
}
