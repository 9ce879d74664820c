/**
 * Sizes at which exponential or quadratic work takes minutes. `npm run bench -- --only growth` prints the
 * exponents of every axis.
 */

import { expect, test } from "vitest";
import { renderReport } from "../src/index.ts";
import { checkTexts } from "./support/schema-check.ts";

const repeat = (size: number, create: (index: number) => string) =>
  Array.from({ length: size }, (_, index) => create(index)).join(" ");

test("40 fragments that each spread the next one twice are entered once each", () => {
  const before = "type Query { item: Item } type Item { id: ID! name: String! }";
  const chain = repeat(40, (index) => `fragment F${index} on Item { ...F${index + 1} ...F${index + 1} }`);
  const text = `query A { item { ...F0 } } ${chain} fragment F40 on Item { id name }`;

  const { operations } = checkTexts(before, before.replace("String!", "String"), text);

  expect(operations.map(({ findings }) => findings.map(({ coordinate }) => coordinate))).toEqual([
    ["Item.name"],
  ]);
});

test("a report shows 300 changed types of one operation, each with its lines", async () => {
  const schema = (mark: string) =>
    `type Query { ${repeat(300, (index) => `t${index}: T${index}`)} } ${repeat(300, (index) => `type T${index} { f${index}: String${mark} }`)}`;
  const text = `query A { ${repeat(300, (index) => `t${index} { f${index} }`)} }`;
  const report = checkTexts(schema("!"), schema(""), text);

  const rendered = await renderReport("text", report, {
    sources: new Map([["a.graphql", text]]),
    verbose: true,
  });

  expect(rendered.match(/- │ {3}readonly f\d+: string;/g)).toHaveLength(300);
});
