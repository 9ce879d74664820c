/** Runs the applications of this folder on the simulated platform: without rules, with the proposed ones, and reviewed. */

import { existsSync, readFileSync } from "node:fs";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createLocalPlatform, type PlatformData } from "@integration-platform/graphql-testing/local";
import type { Rules } from "@integration-platform/graphql-testing/rules";
import { runProgram } from "../../../packages/cli/src/commands/program.ts";
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
  readonly rules: "none" | "proposed" | "reviewed";
  /** Lines of the rules, and how many of them are not decided. */
  readonly lines: number;
  readonly todo: number;
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
    const reviewed = existsSync(own) ? { rules: await importRules(own), text: await readFile(own, "utf8") } : undefined;
    const choices = { none: { rules: {}, text: "" }, proposed: await propose(name), reviewed };
    for (const [kind, choice] of Object.entries(choices)) {
      if (!choice) continue;
      const application = {
        source: new URL(`${name}/${name}.ts`, import.meta.url),
        name: "create",
        cases: cases as Application<unknown, Execute>["cases"],
        bugs,
        openApi: () => openPlatform(name, data as PlatformData, choice.rules),
      };
      const caught = await findCaught(application);
      found.push({
        application: name,
        style,
        rules: kind as Measurement["rules"],
        ...countLines(choice.text),
        tests: Object.keys(cases).length,
        falseAlarms: await findFailures(application),
        bugs: bugs.length,
        missed: [...caught].flatMap(([title, failures]) => (failures.length === 0 ? [title] : [])),
      });
    }
  }
  return found;
}

async function openPlatform(name: string, data: PlatformData, rules: Rules): Promise<Execute> {
  const schema = readFileSync(join(FOLDER, name, "schema.graphql"), "utf8");
  // Most runs lack rules on purpose.
  const platform = createLocalPlatform({ schema, data, rules, onRulesError: () => {} });
  const authorization = `Bearer ${await platform.issueAccessToken()}`;
  const headers = { "content-type": "application/json", authorization };
  return async <Data>(query: string, variables: object) => {
    const init = { method: "POST", headers, body: JSON.stringify({ query, variables }) };
    const response = await platform.fetch(new Request(`${platform.baseUrl}/api`, init));
    const { data, errors = [] } = (await response.json()) as { data: Data; errors?: { message: string }[] };
    if (errors.length > 0) throw new Error(errors.map(({ message }) => message).join("\n"));
    return data;
  };
}

/** The file as the command writes it. */
async function propose(name: string): Promise<{ readonly rules: Rules; readonly text: string }> {
  // In this folder, so that the file finds the packages.
  const folder = await mkdtemp(join(FOLDER, ".proposed-"));
  const before = process.cwd();
  process.chdir(folder);
  try {
    const options = { schema: `../${name}/schema.graphql`, documents: `../${name}/${name}.ts`, output: "generated" };
    const entry = new URL("../../../packages/cli/src/codegen/index.ts", import.meta.url);
    const config = `import { typedOperations } from "${entry}";\nexport default typedOperations(${JSON.stringify(options)});\n`;
    await writeFile("codegen.ts", config);
    const silent = Object.assign(Object.create(process.stdout), { write: () => true });
    const streams = { env: {}, stdout: silent, stderr: process.stderr, interruption: new AbortController().signal };
    await runProgram(["rules"], streams);
    const file = join(folder, "platform.rules.ts");
    return { rules: await importRules(file), text: await readFile(file, "utf8") };
  } finally {
    process.chdir(before);
    await rm(folder, { recursive: true });
  }
}

async function importRules(file: string): Promise<Rules> {
  const { default: rules } = await import(file);
  return rules;
}

/** Lines between the braces of the sections. */
function countLines(text: string): { readonly lines: number; readonly todo: number } {
  const [, body = ""] = text.split(/^export default \{$/m);
  const lines = body.split("\n").filter((line) => /^\s+("[^"]+"|\w+): (?!\{$)/.test(line));
  return { lines: lines.length, todo: lines.filter((line) => line.endsWith(": todo,")).length };
}
