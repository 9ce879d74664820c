/** The pages match the code: their generated parts, commands, options, defaults and lists of names. */

import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import {
  formatsByExtension,
  reportFormats,
} from "@integration-platform/graphql-compiler/internal/reports/index";
import { scenarios } from "@integration-platform/graphql-testing";
import { parse } from "graphql";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { findWrongDefaults } from "../checks/docs/defaults.ts";
import { renderPages } from "../checks/docs/pages.ts";
import { contractChecks } from "../packages/cli/src/contract/index.ts";
import { EXIT } from "../packages/cli/src/host/errors/problem.ts";
import { command } from "../packages/cli/test/support/command.ts";
import { HOOK_OPTIONS } from "../src/shared/hooks.ts";
import { readPages } from "./support/blocks.ts";

const ROOT = join(import.meta.dirname, "..");
const all = await readPages();
/** Without the quick start, which `walk.test.ts` runs. */
const blocks = all.filter(({ place }) => !place.startsWith("docs/quick-start.md"));

test("the generated parts of the pages are current: otherwise run `npm run docs`", async () => {
  const written = await renderPages();
  const stale = [...written].filter(([page, text]) => readFileSync(join(ROOT, page), "utf8") !== text);
  expect(stale.map(([page]) => page)).toEqual([]);
});

test.each([".", "packages/testing", "packages/cli", "packages/compiler"])(
  "the doc comments of %s name the defaults of the code",
  (folder) => {
    expect(findWrongDefaults(folder)).toEqual([]);
  },
);

test.each(blocks.filter(({ language }) => ["graphql", "json", "yaml"].includes(language)))(
  "$place is valid $language",
  ({ language, code }) => {
    const parsers: Record<string, (text: string) => unknown> = {
      graphql: parse,
      json: JSON.parse,
      yaml: parseYaml,
    };
    expect(parsers[language]?.(code)).toBeTypeOf("object");
  },
);

/**
 * Commands in shell and YAML blocks: the words before the first option or argument, and the names of the
 * options.
 */
const commands = all
  .filter(({ language }) => language === "sh" || language === "yaml")
  .flatMap(({ code, place }) =>
    [...code.replaceAll("\\\n", " ").matchAll(/\bplatform-graphql ([^\n|&;)#"]*)/g)].map(([, line = ""]) => {
      const options = [...line.matchAll(/(?<=\s|^)--[a-z-]+/g)].map(([option]) => option);
      return { place, words: /^(?:schema )?[a-z]+/.exec(line)?.[0].split(" ") ?? [], options };
    }),
  );

test("all commands and options in shell blocks exist", async () => {
  expect(commands.length).toBeGreaterThan(0);
  for (const { place, words, options } of commands) {
    const { code, stdout } = await command([...words, "--help"], { columns: 80 });
    expect({ place, code, usage: stdout.split("\n")[0] }).toMatchObject({
      place,
      code: 0,
      usage: expect.stringContaining(["platform-graphql", ...words].join(" ")),
    });
    expect({ place, unknown: options.filter((option) => !stdout.includes(option)) }).toEqual({
      place,
      unknown: [],
    });
  }
});

test.each([
  ["docs/ci.md", "## Exit codes", /^\| (\d+) \|/gm, () => Object.values(EXIT).map(String)],
  ["docs/errors.md", "## Error codes", /^\| `([A-Z_]+)` \|/gm, readErrorCodes],
  ["docs/errors.md", "## Properties", /^\| ((?:`\w+`(?:, )?)+) \|/gm, readErrorProperties],
  ["docs/hooks.md", "## Events", /^\| `(\w+)` \|/gm, () => Object.keys(HOOK_OPTIONS)],
  ["docs/testing.md", "## Scenarios", /^\| `([\w-]+)` \|/gm, () => Object.keys(scenarios)],
  ["docs/schema-check.md", "## Report", /^\| `([a-z]+)` \|/gm, () => [...reportFormats]],
  ["docs/schema-check.md", "## Report", /`(\.[a-z]+)`/g, () => [...formatsByExtension.keys()]],
  ["docs/contract.md", "", /^\| (A?\d[\d.]*) \|/gm, () => contractChecks.map(({ id }) => id)],
] as const)("%s has a row for each name of the code in its section %s", async (page, heading, row, read) => {
  const text = await readFile(join(ROOT, page), "utf8");
  const start = text.indexOf(`\n${heading}\n`);
  const end = heading.startsWith("##") ? text.indexOf("\n## ", start + 1) : text.length;
  const rows = [...text.slice(start, end).matchAll(row)].flatMap(([, names = ""]) =>
    names.replaceAll("`", "").split(", "),
  );
  expect([...new Set(rows)].toSorted()).toEqual((await read()).toSorted());
});

async function readErrorCodes(): Promise<string[]> {
  const source = await readFile(join(ROOT, "src/shared/errors.ts"), "utf8");
  return [...source.matchAll(/^ {2}readonly ([A-Z_]+): /gm)].map(([, code = ""]) => code);
}

async function readErrorProperties(): Promise<string[]> {
  const source = await readFile(join(ROOT, "src/shared/errors.ts"), "utf8");
  const [, facts = ""] = /interface ErrorDetails \{(.*?)\n\}/s.exec(source) ?? [];
  return ["code", ...Array.from(facts.matchAll(/^ {2}readonly (\w+)/gm), ([, name = ""]) => name)];
}
