/** The rules that `platform-graphql rules` proposes for schemas in the styles of nine products, and what queries answer with them. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { PlatformData } from "@integration-platform/graphql-testing/local";
import type { Rules } from "@integration-platform/graphql-testing/rules";
import { expect, test } from "vitest";
import { openPlatform } from "../../../checks/platform.ts";
import { styles } from "../../../checks/simulation/styles/probes.ts";
import { renderConfig, useProject } from "./support/project.ts";

const ROOT = join(import.meta.dirname, "../../..");
const CHECKS = join(ROOT, "checks/simulation");
const read = (...path: readonly string[]): string => readFileSync(join(CHECKS, ...path), "utf8");

/** Runs the command, and compares the file with the one of the folder `fixtures/rules`. */
async function propose(name: string, schema: string, files: Readonly<Record<string, string>>): Promise<Rules> {
  const project = useProject({
    "package.json": '{ "type": "module" }',
    "codegen.ts": renderConfig('documents: "operations/*", output: "generated"'),
    "schema/schema.graphql": schema,
    ...files,
  });
  project.link("node_modules", join(ROOT, "node_modules"));
  expect(await project.run("rules")).toMatchObject({ code: 0, stderr: "" });
  await expect(project.read("platform.rules.ts")).toMatchFileSnapshot(`fixtures/rules/${name}.txt`);
  const { default: rules } = await import(join(project.folder, "platform.rules.ts"));
  return rules;
}

test.each(["newsroom", "storefront", "tracker"])("proposes rules for the application %s", async (name) => {
  const script = read("applications", name, `${name}.ts`);
  await propose(name, read("applications", name, "schema.graphql"), { "operations/all.ts": script });
});

test.each(["words", "shapes"])("proposes rules for each of the %s that it knows, and none for others", async (name) => {
  const file = (name: string) => readFileSync(join(import.meta.dirname, `fixtures/rules/${name}.graphql`), "utf8");
  await propose(name, file(name), { "operations/all.graphql": file(`${name}-operations`) });
});

/** How many operations have the right answer, and how many have an error. None is wrong. */
const ANSWERS: Readonly<Record<string, readonly [right: number, failed: number]>> = {
  contentful: [9, 1],
  github: [2, 8],
  postgraphile: [6, 3],
  saleor: [6, 3],
  strapi: [8, 2],
  wpgraphql: [3, 6],
};

test.each(Object.entries(styles))("with the rules proposed for %s, no answer is wrong", async (name, style) => {
  const { data, probes } = style;
  const schema = read("styles", `${name}.graphql`);
  const operations = probes.map(([text], index) => text.replace(/^(query|mutation)?/, `$& Probe${index} `));
  const named = operations.map((text) => text.replace(/^ Probe/, "query Probe"));
  const rules = await propose(name, schema, { "operations/all.graphql": named.join("\n") });
  const results = await Promise.all(
    probes.map(async ([query, answer]) => {
      // Rows without a key are an error of the platform itself.
      const send = await openPlatform({ schema, data: data as PlatformData, rules, onRulesError: () => {} }).catch(
        () => undefined,
      );
      const { data: found, errors } = JSON.parse((await send?.(query)) ?? '{ "errors": [] }');
      if (!errors) expect(found, query).toEqual(answer);
      return errors ? "failed" : "right";
    }),
  );
  const right = results.filter((one) => one === "right").length;
  expect([right, results.length - right]).toEqual(ANSWERS[name]);
});
