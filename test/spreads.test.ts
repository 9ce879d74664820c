/**
 * No list is spread into the arguments of a call: with more than about 120,000 entries, that is a RangeError.
 * Parameters that a function passes on are spread, and constants with their few values.
 */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";
import type { Node } from "@babel/types";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Arguments of one call of a function of others, and children of an element. */
const FEW: ReadonlySet<string> = new Set([
  "packages/cli/src/commands/program.ts: ...([...commandArguments, options, terminal] as never[])",
  "packages/cli/src/page/browser/list.ts: ...content",
  "src/rotation/redis-store.ts: ...keys",
  "src/rotation/redis-store.ts: ...values",
]);

/** Names of the rest parameters of the functions around a node. */
type Rest = readonly string[];

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function restOf(node: Node): Rest {
  if (!("params" in node) || !Array.isArray(node.params)) return [];
  return node.params.flatMap((param) =>
    param.type === "RestElement" && param.argument.type === "Identifier" ? [param.argument.name] : [],
  );
}

/** Calls the function for each spread argument of a call. */
function findSpreads(node: Node, outer: Rest, report: (argument: Node) => void): void {
  const rest = [...outer, ...restOf(node)];
  if (
    node.type === "CallExpression" ||
    node.type === "OptionalCallExpression" ||
    node.type === "NewExpression"
  ) {
    for (const argument of node.arguments)
      if (argument.type === "SpreadElement" && !isBounded(argument.argument, rest)) report(argument);
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) findSpreads(child, rest, report);
}

function isBounded(node: Node, rest: Rest): boolean {
  return node.type === "Identifier" && (rest.includes(node.name) || /^[A-Z][A-Z_]*$/.test(node.name));
}

test("no list is spread into the arguments of a call", () => {
  const places: string[] = [];
  const files = globSync("{src,packages/*/src}/**/*.ts", { cwd: ROOT, exclude: ["src/generated/**"] });
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), "utf8");
    const program = parse(text, { sourceType: "module", plugins: ["typescript"] }).program;
    findSpreads(program, [], ({ start, end }) => {
      places.push(`${file}: ${text.slice(start ?? 0, end ?? 0)}`);
    });
  }
  expect(places.filter((place) => !FEW.has(place))).toEqual([]);
  expect(files.length).toBeGreaterThan(300);
});
