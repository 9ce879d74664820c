import { PassThrough } from "node:stream";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "vitest";
import { renderResult } from "../src/commands/run/result.ts";
import { arrange, renderTable } from "../src/commands/run/table.ts";

/** A pipe, or a terminal of some width. */
const stream = (columns?: number) =>
  Object.assign(new PassThrough(), { isTTY: columns !== undefined, columns }) as unknown as NodeJS.WriteStream;

/** Renders a result for a pipe. */
const render = (data: object) => {
  const platform = { baseUrl: "https://platform.example.com", local: false };
  const facts = { operation: "Show", requests: 2, refreshes: 0, durationMs: 5, platform };
  return renderResult({ data, payloadErrors: [] }, facts, stream());
};

test("finds the list that is nearest to the root, and keeps the other values", () => {
  const pageInfo = { hasNextPage: true };
  expect(arrange({ me: { runs: { nodes: [{ id: 1 }], pageInfo, tags: ["a"] } } })).toEqual({
    listing: { noun: "runs", columns: ["id"], rows: [[1]] },
    fields: [
      ["me.runs.pageInfo.hasNextPage", true],
      ["me.runs.tags", ["a"]],
    ],
  });
});

test("merges the edges and nodes of Relay, and the columns of different objects", () => {
  const edges = [
    { cursor: "c1", node: { id: 1, owner: { name: "Ada" } } },
    { cursor: "c2", node: { id: 2, size: 3 } },
    null,
  ];
  expect(arrange({ users: { edges } }).listing).toEqual({
    noun: "users",
    columns: ["id", "owner.name", "cursor", "size"],
    rows: [
      [1, "Ada", "c1", undefined],
      [2, undefined, "c2", 3],
      [undefined, undefined, undefined, undefined],
    ],
  });
});

test("aligns numbers to the right, and renders null as a dash and lists as JSON", () => {
  const companies = [
    { name: "Ada & Co", staff: 7, tags: ["a", "b"], active: true },
    { name: "日本", staff: 1200, tags: [], active: null },
  ];
  expect(render({ companies })).toMatchInlineSnapshot(`
    "Show

    ╭──────────┬───────┬───────────┬────────╮
    │ name     │ staff │ tags      │ active │
    ├──────────┼───────┼───────────┼────────┤
    │ Ada & Co │     7 │ ["a","b"] │ true   │
    │ 日本     │  1200 │ []        │ —      │
    ╰──────────┴───────┴───────────┴────────╯

    2 companies · 2 requests · 0 refreshes · 5 ms · https://platform.example.com
    "
  `);
});

test("renders one object as fields", () => {
  expect(render({ integration: { id: "i-1", name: "CRM", owner: { name: "Ada" }, tags: [1] } })).toMatchInlineSnapshot(`
    "Show

    integration.id          i-1
    integration.name        CRM
    integration.owner.name  Ada
    integration.tags        [1]

    2 requests · 0 refreshes · 5 ms · https://platform.example.com
    "
  `);
});

test("cuts the widest columns to the width of the terminal, and keeps one letter", () => {
  const rows = [["abcdefghijklmnopqrstuvwxyz", "short"]];
  const lines = (columns: number) =>
    stripVTControlCharacters(renderTable({ columns: ["long", "name"], rows }, stream(columns))).split("\n");
  expect(lines(24)).toMatchInlineSnapshot(`
    [
      "╭──────────────┬───────╮",
      "│ long         │ name  │",
      "├──────────────┼───────┤",
      "│ abcdefghijk… │ short │",
      "╰──────────────┴───────╯",
    ]
  `);
  expect(lines(24).every((line) => line.length === 24)).toBe(true);
  expect(lines(1)[3]).toBe("│ a… │ s… │");
  expect(lines(0)[3]).toBe("│ abcdefghijklmnopqrstuvwxyz │ short │");
});
