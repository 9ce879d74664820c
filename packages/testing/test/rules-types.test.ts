/**
 * The types of rules that codegen writes are current. `npm run check -- rule-types` compiles mistakes with
 * them.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import {
  findReach,
  renderPlatformTypes,
} from "@integration-platform/graphql-compiler/internal/codegen/index";
import { scalars } from "@integration-platform/graphql-compiler/internal/model/scalars";
import { buildSchema, parse } from "graphql";
import { expect, test } from "vitest";
import { createLargeSchema } from "../../../checks/rule-types/large-schema.ts";
import { runTypeScript } from "../../compiler/test/support/typescript.ts";

const ROOT = join(import.meta.dirname, "../../..");
const TICKETS = join(import.meta.dirname, "fixtures/tickets");
const MODULE = "@integration-platform/graphql-testing/rules";
/** Scalars of the schemas below, beside the known ones. */
const OWN = { timestamptz: "string", uuid: "string", Cursor: "string", Datetime: "string", Money: "string" };

test.for([TICKETS, ...["test/fixtures/foreign", "examples/customers"].map((folder) => join(ROOT, folder))])(
  "platform.types.ts of %s is what codegen writes for its schema",
  async (folder) => {
    const schema = buildSchema(readFileSync(join(folder, "schema.graphql"), "utf8"));
    const text = renderPlatformTypes(schema, { ...scalars, ...OWN }, MODULE);
    await expect(text).toMatchFileSnapshot(join(folder, "platform.types.ts"));
  },
);

const ROOTS = buildSchema(`
  interface Node { nodeId: ID! }
  type Query implements Node { query: Query! nodeId: ID! node(nodeId: ID!): Node flow: Flow }
  type Flow implements Node { nodeId: ID! name: String! }
  type Subscription { flowRenamed(nodeId: ID!): Flow }
`);

/** Types with names in lower case, as some servers derive them from tables. */
const TABLES = buildSchema(`
  type Query { class(id: ID!, case: case): class symbols: symbols! any: any me: class }
  type class { id: ID! any: any string: string! of: [class!]! }
  type symbol { id: ID! }
  type symbols { nodes: [symbol!]! pageInfo: info! }
  type info { hasNextPage: Boolean! endCursor: String }
  union any = class | symbol
  enum string { ON }
  input case { case: case string: [string!] }
`);

test("resolvers of a type that nothing uses have types, if all fields of the other types are used", () => {
  const schema = buildSchema("type Query { item: Item } type Item { id: ID! } type Unused { id: ID! }");
  const text = renderPlatformTypes(
    schema,
    {},
    MODULE,
    findReach(schema, parse("{ item { id } }"), new Set()),
  );
  expect(text.match(/^(?:type|export interface) (?:\$Other|Rules)\w*/gm)).toEqual([
    "type $OtherType",
    "export interface Rules",
    "type $Other",
    "type $OtherRules",
  ]);
});

test("a root has no rows, although it implements an interface or is a subscription", () => {
  const text = renderPlatformTypes(ROOTS, {}, MODULE);
  expect(text.match(/type Node = .*/g)).toEqual(Array(3).fill("type Node = Flow;"));
  expect([...new Set(text.match(/Row\.\w+/g))]).toEqual(["Row.Flow", "Row.Node"]);
});

test("a type whose name is a word of TypeScript has an underscore in namespaces, and its name elsewhere", () => {
  const text = renderPlatformTypes(TABLES, {}, MODULE);
  expect(text.match(/^ {2}(?:interface|type) \w+/gm)).toEqual([
    "  interface class_",
    "  interface symbol_",
    "  interface symbols",
    "  interface info",
    "  type any_",
    "  type class_",
    "  type symbol_",
    "  type symbols",
    "  type info",
    "  type any_",
    "  interface case_",
    "  type string_",
    "  type class_",
    "  type symbol_",
    "  type symbols",
    "  type info",
    "  type any_",
  ]);
  expect(text.match(/__typename\??: "class"/g)).toHaveLength(3);
  expect(text).toContain("readonly class: Platform.Table<Row.class_, Input.class_>;");
});

/** Types with the names and parameters of those that the module exports. */
const STUBS = `
  export type Page<Row> = { readonly row: Row };
  export type Table<Row, Input> = { readonly row: Row; readonly input: Input };
  export type Context<Db, User> = { readonly db: Db; readonly user: User };
  export type TypedResolver<Parent, Args, Context, Result> = (parent: Parent, args: Args, context: Context) => Result;`;

test("the types compile, with a root that implements an interface, with subscriptions, and with words as names", {
  tags: ["slow"],
}, async () => {
  const texts = [ROOTS, TABLES].map((schema) => renderPlatformTypes(schema, {}, "./2.js"));
  expect(await runTypeScript([...texts, STUBS])).toBe("");
});

test("describes the types and fields that operations select and rules name, and none of 1,600 others", () => {
  const schema = buildSchema(createLargeSchema());
  const document = parse("query GetThing { thing7(id: 1) { name other { id } } }");
  const text = renderPlatformTypes(
    schema,
    {},
    MODULE,
    findReach(schema, document, new Set(["createThing9"])),
  );
  expect((text.match(/^ {2}interface \w+/gm) ?? []).map((line) => line.slice("  interface ".length))).toEqual(
    [...["Thing7", "Thing9Payload", "Thing50", "Thing9Input"]],
  );
  expect(text).toContain(
    'thing7?: $Resolver<object, { readonly id: $Out["ID"] }, Returned.Thing7 | null, More>;',
  );
  expect(text).toContain("createThing9?: $Resolver<");
  // The names of other tables and fields, so that a misspelt one is an error.
  expect(text.length).toBeLessThan(60_000);
  expect(renderPlatformTypes(schema, {}, MODULE).length).toBeGreaterThan(600_000);
});

test("describes the types of each argument of a used field, and names the fields that are not used", () => {
  const schema = buildSchema(`
    type Query { items(first: Int, kind: Kind, by: By): Odd others(other: Other): Int }
    scalar Odd enum Kind { A } input By { order: Order } enum Order { UP } input Other { a: Int }`);
  const text = renderPlatformTypes(schema, {}, MODULE, findReach(schema, parse("{ items }"), new Set()));
  expect(text).toMatchInlineSnapshot(`
    "import type * as Platform from "@integration-platform/graphql-testing/rules";

    interface $Out {
      Int: number;
      Odd: unknown;
      Kind: "A";
      Order: "UP";
    }

    interface $In {
      Kind: "A";
      Order: "UP";
    }

    /** Rows of the simulated platform, as resolvers read them. */
    export declare namespace Row {
    }

    declare namespace Returned {
    }

    type $Values<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null | undefined };

    /** Input objects and enums, and by the names of types the values of \`create\` and \`update\`. */
    export declare namespace Input {
      interface By {
        readonly order?: $Out["Order"] | null | undefined;
      }
      type Kind = $In["Kind"];
      type Order = $In["Order"];
    }

    /** The tables of types with a key. */
    export interface Db {
    }

    /** What resolvers receive, with the members that the program adds. */
    export type Context<More = unknown> = Platform.Context<Db, { readonly id: string; readonly name: string; readonly email?: string; readonly tenantId: string }> & More;

    type $Resolver<Parent, Args, Result, More> = Platform.TypedResolver<Parent, Args, Context<More>, Result>;

    /** Resolvers by type and field: \`export const rules = { … } satisfies Rules\`. */
    export interface Rules<More = unknown> {
      readonly Query?: {
        items?: $Resolver<object, { readonly first?: $Out["Int"] | null | undefined; readonly kind?: $Out["Kind"] | null | undefined; readonly by?: Input.By | null | undefined }, $Out["Odd"] | null, More>;
      } & { [Field in "others"]?: $Other<More> };
    }

    /** A resolver of a field that neither operations nor rules use. */
    type $Other<More> = $Resolver<Platform.Row, Platform.Row, unknown, More>;
    "
  `);
});
