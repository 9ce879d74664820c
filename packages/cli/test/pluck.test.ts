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

const IN_TAG = "q`query A { a }`;";

test.each([
  ["a tag before the end of a line", "a.ts", "const a = gql\n`query A { a }`;", ["A 2:2"]],
  ["a tag before spaces", "a.ts", "const a = graphql \t`query A { a }`;", ["A 1:21"]],
  ["a type argument", "a.ts", "graphql<X>(`query A { a }`);", ["A 1:13"]],
  ["an import with another name", "a.ts", `import { gql as q } from "client"; ${IN_TAG}`, ["A 1:38"]],
  ["a comment", "a.ts", "const a = /* GraphQL */ `query A { a }`;", ["A 1:26"]],
  ["a comment in a template", "a.js", "const a = `# GraphQL\nquery A { a }`;", ["A 2:1"]],
  ["graphql-tag", "a.js", `import q from "graphql-tag"; ${IN_TAG}`, ["A 1:32"]],
  ["graphql.macro", "a.js", `import q from "graphql.macro"; ${IN_TAG}`, ["A 1:34"]],
  ["graphql-tag.macro", "a.js", `import q from "graphql-tag.macro"; ${IN_TAG}`, ["A 1:38"]],
  ["an export of a global", "A.TS", "export { missing }; const a: X = gql`query A { a }`;", ["A 1:38"]],
  ["a name with two extensions", "a.ts.js", "const a = <p>{gql`query A { a }`}</p>;", ["A 1:19"]],
  ["JSX in upper case", "A.TSX", "const a: X = <p>{gql`query A { a }`}</p>;", ["A 1:22"]],
  ["a name like that of JSX", "a.tsx.ts", "const a = <X>gql`query A { a }`;", ["A 1:18"]],
  ["an import assertion", "a.js", 'import x from "x" assert { type: "y" }; gql`query A { a }`;', ["A 1:45"]],
  ["the default of another module", "a.js", `import q from "x"; gql; ${IN_TAG} call(gql\n);`, []],
  ["a module with a longer name", "a.js", `import q from "graphql-tags"; ${IN_TAG}`, []],
  ["a package of that name in a scope", "a.js", `import q from "@x/graphql-tag"; ${IN_TAG}`, []],
  ["a call that is no import", "a.js", `const q = load("graphql-tag"); ${IN_TAG}`, []],
])("finds the operation of a script with only %s", async (_, name, body, found) => {
  expect(await listFound(new Source(body, name))).toEqual(found);
});

test.each([
  ["over several lines", "gql`$\u007b\n  part\n} query A { a }`", ["A 3:3"]],
  ["after a block string with a brace", 'gql`"""\n{ "one"\n"""\nquery A { a }\n$\u007bpart}`', ["A 4:1"]],
  ["after strings", 'gql`query A { a(b: "", c: "{\\\\"") }\n$\u007bpart}`', ["A 1:5"]],
  ["after a comment with a brace", "gql`query A { a } # {\n$\u007bpart}`", ["A 1:5"]],
])("reads a template with an expression %s", async (_, body, found) => {
  expect(await listFound(new Source(body, "a.ts"))).toEqual(found);
});

test("skips a template with an expression in its second definition, and names the place", async () => {
  const { blocks, skipped } = await pluck(new Source("gql`query A { a }\nquery $\u007bname} { b }`", "a.ts"));
  expect(blocks).toEqual([]);
  expect(skipped.map(({ message, locations }) => ({ message, locations }))).toEqual([
    {
      message: "an expression inside of a definition is not supported. Use a variable or a named fragment.",
      locations: [{ line: 2, column: 9 }],
    },
  ]);
});

test("the corpus has 124 definitions in 125 templates", async () => {
  const sources = readdirSync(CORPUS).map(read);
  expect(sources.flatMap(listExpected)).toHaveLength(124);
  const plucked = await Promise.all(sources.map(pluck));
  expect(plucked.flatMap(({ blocks }) => blocks)).toHaveLength(125);
});
