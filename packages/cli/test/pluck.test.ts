/**
 * A corpus of scripts in the styles of Apollo, urql, graphql-request and others. All names in it are unique.
 * A definition is found at its place, unless its name starts with "Not".
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { getLocation, isExecutableDefinitionNode, parse, Source } from "graphql";
import { expect, test } from "vitest";
import { pluck } from "../src/codegen/pluck.ts";

const CORPUS = join(import.meta.dirname, "fixtures/pluck");

function read(file: string): Source {
  return new Source(readFileSync(join(CORPUS, file), "utf8"), file.replace(/\.txt$/, ""));
}

// The test of spreads holds the same promise.
test("finds an operation in a script with a list of any length", { tags: ["slow"] }, async () => {
  const numbers = Array.from({ length: 130_000 }, () => "1").join();
  const body = `// used with gql(\nexport const all = [${numbers}];\nexport const A = gql\`query A { a }\`;`;
  expect(await listFound(new Source(body, "long.ts"))).toEqual(["A 3:22"]);
});

/** Names with line and column, sorted by place. */
function listExpected({ body }: Source): string[] {
  return [...body.matchAll(/\b(?:query|mutation|subscription|fragment) (?!Not[A-Z])(_?[A-Z]\w*)/g)].map(
    ({ 1: name, index }) => {
      const before = body.slice(0, index).split("\n");
      return `${name} ${before.length}:${(before.at(-1)?.length ?? 0) + 1}`;
    },
  );
}

async function listFound(source: Source): Promise<string[]> {
  const { blocks, skipped, failure } = await pluck(source);
  expect({ skipped, failure }).toEqual({ skipped: [], failure: undefined });
  return blocks.flatMap((block) =>
    parse(block).definitions.flatMap((node) => {
      if (!isExecutableDefinitionNode(node) || !node.name?.loc) return [];
      // A definition with a description starts at the description.
      const { line, column } = getLocation(block, node.name.loc.startToken.prev?.start ?? 0);
      return [`${node.name.value} ${line}:${column}`];
    }),
  );
}

test.each(readdirSync(CORPUS))("finds the definitions of %s at their places", async (file) => {
  const source = read(file);
  expect(await listFound(source)).toEqual(listExpected(source));
});

test("the corpus has 124 definitions in 125 templates", async () => {
  const sources = readdirSync(CORPUS).map(read);
  expect(sources.flatMap(listExpected)).toHaveLength(124);
  const plucked = await Promise.all(sources.map(pluck));
  expect(plucked.flatMap(({ blocks }) => blocks)).toHaveLength(125);
});
