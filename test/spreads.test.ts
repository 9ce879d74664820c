/**
 * No list is spread into the arguments of a call: with more than about 120,000 entries, that is a RangeError.
 * Parameters that a function passes on are spread, and constants with their few values.
 */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync } from "vite";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "..");

/** Arguments of one call of a function of others, and children of an element. */
const FEW: ReadonlySet<string> = new Set([
  "packages/cli/src/commands/program.ts: ...([...commandArguments, options, terminal] as never[])",
  "packages/cli/src/page/browser/list.ts: ...content",
  "packages/testing/src/world/items.ts: ...all",
  "src/rotation/redis-store.ts: ...keys",
  "src/rotation/redis-store.ts: ...values",
]);

interface Node {
  readonly type: string;
  readonly start?: number;
  readonly end?: number;
  readonly name?: unknown;
  readonly params?: unknown;
  readonly arguments?: unknown;
  readonly argument?: unknown;
}

/** Names of the rest parameters of the functions around a node. */
type Rest = readonly string[];

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

function restOf(node: Node): Rest {
  const params: readonly unknown[] = Array.isArray(node.params) ? node.params : [];
  return params.flatMap((param) => {
    const name =
      isNode(param) && param.type === "RestElement" && isNode(param.argument) && param.argument.name;
    return typeof name === "string" ? [name] : [];
  });
}

/** Calls the function for each spread argument of a call. */
function findSpreads(node: Node, outer: Rest, report: (argument: Node) => void): void {
  const rest = [...outer, ...restOf(node)];
  if (node.type === "CallExpression" || node.type === "NewExpression") {
    for (const argument of Array.isArray(node.arguments) ? node.arguments : [])
      if (argument.type === "SpreadElement" && !isBounded(argument.argument, rest)) report(argument);
  }
  for (const child of Object.values(node).flat()) if (isNode(child)) findSpreads(child, rest, report);
}

function isBounded(node: Node, rest: Rest): boolean {
  const name = node.type === "Identifier" ? String(node.name) : "";
  return rest.includes(name) || /^[A-Z][A-Z_]*$/.test(name);
}

test("no list is spread into the arguments of a call", () => {
  const places: string[] = [];
  const files = globSync("{src,packages/*/src}/**/*.ts", { cwd: ROOT, exclude: ["src/generated/**"] });
  for (const file of files) {
    const text = readFileSync(join(ROOT, file), "utf8");
    // The other spreads are those of objects, lists and parameters, at the start of a line or after a brace.
    if (!/[(,]\s*\.\.\./.test(text)) continue;
    findSpreads(parseSync(file, text).program, [], ({ start, end }) => {
      places.push(`${file}: ${text.slice(start ?? 0, end ?? 0)}`);
    });
  }
  expect(places.filter((place) => !FEW.has(place))).toEqual([]);
  expect(files.length).toBeGreaterThan(300);
});
