/** One example for each row of the table of rules in docs/schema-checks.md. */

import type { FindingRule, Verdict } from "../../src/index.ts";

export interface RuleExample {
  readonly rule: FindingRule;
  readonly verdict: Verdict;
  readonly before: string;
  /** Part of the schema before and after. The documentation shows it. */
  readonly change: readonly [from: string, to: string];
  readonly operation: string;
  /** @default true */
  readonly openTypes?: boolean;
}

const ITEM = "type Query { item: Item items(filter: Filter, first: Int = 10): [Item] find: Found }";
const SCHEMA = `${ITEM}
type Item { id: ID! name: String! note: String state: State! size: Size }
type Box { id: ID! }
union Found = Item | Box
enum State { ON OFF }
enum Mode { ON OFF }
input Filter { name: String state: State limit: Int = 5 not: Filter }
scalar Size`;

const ITEMS = "query A { item { id name note state size } }";
const FIND = "query A { find { __typename ... on Item { id } } }";
const LIST = "query A($filter: Filter) { items(filter: $filter) { id } }";

const row = (
  rule: FindingRule,
  verdict: Verdict,
  change: RuleExample["change"],
  operation: string,
  openTypes?: boolean,
): RuleExample => ({ rule, verdict, before: SCHEMA, change, operation, ...(openTypes === false && { openTypes }) });

export const RULE_EXAMPLES: readonly RuleExample[] = [
  row("invalid", "breaks", ["note: String", "notes: String"], ITEMS),
  row("nullability", "breaks", ["name: String!", "name: String"], ITEMS),
  row("nullability", "changes types", ["note: String", "note: String!"], ITEMS),
  row("type", "breaks", ["note: String", "note: State"], ITEMS),
  row(
    "type",
    "changes types",
    ["filter: Filter, first", "filter: [Filter], first"],
    "query A { items(filter: {}) { id } }",
  ),
  row("required", "breaks", ["filter: Filter,", "filter: Filter!,"], "query A { items { id } }"),
  row("enum-grew", "changes types", ["ON OFF", "ON OFF IDLE"], ITEMS),
  row("enum-grew", "breaks", ["ON OFF", "ON OFF IDLE"], ITEMS, false),
  row("enum-shrank", "breaks", ["ON OFF", "ON"], ITEMS),
  row("union-grew", "changes types", ["Item | Box", "Item | Box | Query"], FIND),
  row("union-grew", "breaks", ["Item | Box", "Item | Box | Query"], FIND, false),
  row("union-shrank", "breaks", ["Item | Box", "Item"], FIND),
  row("input-field", "changes types", ["not: Filter", "not: Filter, size: Size"], LIST),
  row("input-field", "breaks", ["{ name: String state: State", "{ state: State"], LIST),
  row("default", "breaks", ["first: Int = 10", "first: Int = 20"], "query A { items { id } }"),
  row("default", "changes types", ["name: String state", 'name: String = "a" state'], LIST),
  row("name", "breaks", ["state: State!", "state: Mode!"], ITEMS),
];
