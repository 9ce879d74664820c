/**
 * How user CPU grows with each part of a project: a comparison with a report in all formats, and codegen. An
 * exponent of 1 is linear, and n log n is at most 1.15 at these sizes.
 */

import {
  check,
  compile,
  type Report,
  renderDeclaration,
  renderReport,
  uses,
} from "@integration-platform/graphql-compiler";
import { findProblems } from "@integration-platform/graphql-compiler/internal/codegen/index";
import { buildSchema, parseAll } from "@integration-platform/graphql-compiler/internal/model/index";
import { Source } from "graphql";
import type { Measurement } from "./bench/measurement.ts";

interface Project {
  readonly before: string;
  readonly after: string;
  /** Texts of files. */
  readonly operations: readonly string[];
  readonly consumers?: number;
}

type Axis = (size: number) => Project;

const list = <Value>(size: number, create: (index: number) => Value): Value[] =>
  Array.from({ length: size }, (_, index) => create(index));
const join = (size: number, create: (index: number) => string): string => list(size, create).join(" ");

/** Types of items, each with a field that a query selects and that becomes nullable. */
const ROOT = "type Query { item: Item } type Item { id: ID! name: String! }";
const NULLABLE = ROOT.replace("name: String!", "name: String");
const becomesNull =
  (write: (size: number) => Project["operations"]): Axis =>
  (size) => ({ before: ROOT, after: NULLABLE, operations: write(size) });

/** The sizes of the smaller project. The larger one is four times as large. */
const AXES: Readonly<Record<string, readonly [size: number, axis: Axis]>> = {
  types: [
    1000,
    (size) => {
      const types = (mark: string) =>
        `type Query { ${join(size, (index) => `t${index}: T${index}`)} } ${join(size, (index) => `type T${index} { a: String${mark} }`)}`;
      return {
        before: types("!"),
        after: types(""),
        operations: [`query A { ${join(size, (index) => `t${index} { a }`)} }`],
      };
    },
  ],
  fields: [
    2000,
    (size) => {
      const type = (mark: string) =>
        `type Query { item: Item } type Item { ${join(size, (index) => `f${index}: String${mark}`)} }`;
      return {
        before: type("!"),
        after: type(""),
        operations: [`query A { item { ${join(size, (index) => `f${index}`)} } }`],
      };
    },
  ],
  "removed fields": [
    2000,
    (size) => ({
      before: `type Query { item: Item } type Item { id: ID! ${join(size, (index) => `f${index}: String`)} }`,
      after: "type Query { item: Item } type Item { id: ID! }",
      operations: [`query A { item { id ${join(size, (index) => `f${index}`)} } }`],
    }),
  ],
  operations: [
    1000,
    becomesNull((size) => [list(size, (index) => `query Q${index} { item { id name } }`).join("\n")]),
  ],
  files: [1000, becomesNull((size) => list(size, (index) => `query Q${index} { item { id name } }`))],
  // Codegen accepts 500 levels.
  "fragments in a chain": [
    100,
    becomesNull((size) => [
      `query A { item { ...F0 } } ${join(size, (index) => `fragment F${index} on Item { id name ...F${index + 1} }`)} fragment F${size} on Item { id }`,
    ]),
  ],
  "fragments in a tree": [
    250,
    becomesNull((size) => [
      `query A { item { ...F1 } } ${join(size, (index) => {
        const children = [2 * index + 2, 2 * index + 3].filter((child) => child <= size);
        return `fragment F${index + 1} on Item { id name ${children.map((child) => `...F${child}`).join(" ")} }`;
      })}`,
    ]),
  ],
  "two spreads each": [
    5,
    becomesNull((size) => [
      `query A { item { ...F0 } } ${join(size, (index) => `fragment F${index} on Item { id ...F${index + 1} ...F${index + 1} }`)} fragment F${size} on Item { id name }`,
    ]),
  ],
  aliases: [
    2000,
    becomesNull((size) => [`query A { ${join(size, (index) => `a${index}: item { name }`)} }`]),
  ],
  "enum values": [
    2000,
    (size) => {
      const values = join(size, (index) => `V${index}`);
      return {
        before: `type Query { role(is: Role): Role } enum Role { ${values} }`,
        after: `type Query { role(is: Role): Role } enum Role { ${values} ${join(size, (index) => `W${index}`)} }`,
        operations: ["query A($is: Role) { role(is: $is) }"],
      };
    },
  ],
  arguments: [
    1000,
    (size) => {
      const field = (mark: string) =>
        `type Query { item(${join(size, (index) => `a${index}: Int${mark}`)}): Int }`;
      const variables = join(size, (index) => `$a${index}: Int`);
      return {
        before: field(""),
        after: field("!"),
        operations: [`query A(${variables}) { item(${join(size, (index) => `a${index}: $a${index}`)}) }`],
      };
    },
  ],
  "union members": [
    300,
    (size) => {
      const members = list(size, (index) => `M${index}`);
      const types = (mark: string) =>
        `type Query { any: Any } union Any = ${members.join(" | ")} ${join(size, (index) => `type M${index} { f${index}: Int${mark} }`)}`;
      return {
        before: types("!"),
        after: types(""),
        operations: [
          `query A { any { __typename ${join(size, (index) => `... on M${index} { f${index} }`)} } }`,
        ],
      };
    },
  ],
  consumers: [
    1000,
    (size) => ({
      ...becomesNull(() => ["query A { item { name } } query B { item { id } }"])(size),
      consumers: size,
    }),
  ],
  "description length": [
    200_000,
    (size) => {
      const describe = (text: string) =>
        `type Query { item: Item } type Item { "${text.repeat(size / 10)}" name: String! }`;
      return {
        before: describe("some text "),
        after: describe("more text ").replace("String!", "String"),
        operations: ["query A { item { name } }"],
      };
    },
  ],
};

/** Runs of each size. */
const RUNS = 3;
/** The least time of a step over the larger project that counts for the largest exponent: shorter ones are noise. */
const MIN_MS = 100;

/** User CPU in ms, the least of some runs: garbage collection and other programs only add to it. */
async function measure(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < RUNS; run++) {
    const start = process.cpuUsage();
    await work();
    times.push(process.cpuUsage(start).user / 1000);
  }
  return Math.min(...times);
}

const STEPS: Readonly<Record<string, (project: Project) => unknown>> = {
  check: async ({ before, after, operations, consumers }) => {
    const files = operations.map((text, index) => new Source(text, `${index}.graphql`));
    const report: Report = check({
      before: buildSchema(new Source(before, "before")),
      after: buildSchema(new Source(after, "after")),
      operations: parseAll(files),
      consumers: consumers
        ? list(consumers, (index) => ({ name: `c${index}`, names: new Set(["ADocument"]) }))
        : undefined,
    });
    const sources = new Map(files.map(({ name, body }) => [name, body]));
    for (const format of ["text", "markdown", "html", "json"] as const)
      await renderReport(format, report, { sources, verbose: true });
  },
  codegen: ({ before, operations }) => {
    const schema = buildSchema(new Source(before, "before"));
    const document = parseAll(operations.map((text, index) => new Source(text, `${index}.graphql`)));
    findProblems(schema, document);
    return compile(schema, document).definitions.map(({ declarations }) =>
      declarations.map(renderDeclaration),
    );
  },
  uses: ({ before, operations }) => {
    const schema = buildSchema(new Source(before, "before"));
    return uses(
      schema,
      parseAll(operations.map((text, index) => new Source(text, `${index}.graphql`))),
      "Item",
    );
  },
};

export const growth: Measurement = async ({ quick, report }) => {
  const factor = quick ? 2 : 4;
  const rows: [string, Record<string, number>][] = [];
  for (const [name, [size, axis]] of Object.entries(AXES)) {
    const row: Record<string, number> = {};
    for (const [step, run] of Object.entries(STEPS)) {
      report(`growth: ${name}, ${step}`);
      const small = await measure(() => run(axis(size)));
      const large = await measure(() => run(axis(size * factor)));
      row[`${step}, ms`] = large;
      if (large >= MIN_MS) row[step] = Math.log(large / small) / Math.log(factor);
    }
    rows.push([name, row]);
  }
  const exponents = rows.flatMap(([, row]) => Object.keys(STEPS).flatMap((step) => row[step] ?? []));
  return Object.fromEntries([...rows, ["all axes", { exponent: Math.max(...exponents) }]]);
};
