/** The world of a platform: its tables, values, rules and time. Plain functions take it. */

import type { GraphQLCompositeType, GraphQLObjectType } from "graphql";
import type { Limits, PageSizes } from "../requests/limits.ts";
import type { Rules, RulesOptions } from "../rules/rule-types.ts";
import type { Structure } from "../schema/structure.ts";
import type { LeafSampler, ScalarGenerator } from "../values/leaf-values.ts";
import type { Item } from "./items.ts";

/** The rows of a type. */
export interface TypeTable {
  /** The initial rows: those of the option `data`, or else generated ones. */
  readonly initial: readonly Item[];
  /** The initial rows and the created ones, even if they are deleted. */
  readonly items: Item[];
  /** The last row with each ID. It can be deleted. */
  readonly byId: Map<string, Item>;
}

/** A row that a mutation added, changed or removed. */
export interface Change {
  readonly kind: "added" | "changed" | "removed";
  readonly item: Item;
  /** Values before the change. Empty for an added row. */
  readonly before: Item["values"];
  /** Values after the change. Empty for a removed row. */
  readonly after: Item["values"];
  undo(): void;
}

/** State of the tables. */
export interface Tables {
  /** The rows of the option `data`, by type name. */
  dataRows: ReadonlyMap<string, readonly Item[]>;
  /** Creates the initial rows of a type without data. */
  readonly generate: (type: GraphQLObjectType) => readonly Item[];
  readonly byType: Map<GraphQLObjectType, TypeTable>;
  /** The lists that were read since the last change, so that each is collected once. */
  readonly lists: Map<GraphQLCompositeType, readonly Item[]>;
  /** The first values of the rows that were changed. */
  readonly initialValues: Map<Item, Item["values"]>;
  /** The changes of the running mutation. `undefined` if none runs. */
  changes: Change[] | undefined;
  /** The end of the running mutation. `undefined` unless its resolver is async. */
  running: Promise<void> | undefined;
  /** Called with the changes of each mutation that was not undone. */
  readonly listeners: Set<(changes: readonly Change[]) => void>;
  /** Number of rows that mutations created, even if they were undone. It orders created rows. */
  created: number;
}

/**
 * Rows of the simulated platform by type name, each with some or all of its fields. A relation is an ID, an
 * object with an ID, or a whole object. `[]` means that there are none.
 */
export type PlatformData = Readonly<Record<string, readonly object[]>>;

export interface DataOptions extends RulesOptions {
  /**
   * Rows by type name. A value that no row has is an error when it is selected; `fill(rows)` generates such
   * values. `[]` means that there are none.
   *
   * @default three generated rows of each type
   */
  readonly data?: PlatformData;
  /**
   * How often generated values of nullable fields are null: `"never"`, `"sometimes"` (about 25 %), or
   * `"always"`, except objects.
   *
   * @default "never"
   */
  readonly nulls?: "never" | "sometimes" | "always";
  /** Generators of custom scalars, by name. @default by the name of the scalar, or else a text */
  readonly scalars?: Readonly<Record<string, ScalarGenerator>>;
  /**
   * Seed of all generated data except tokens. The same seed produces the same data.
   *
   * @default 1
   */
  readonly seed?: number;
  /** Page sizes, and the rate of API requests. @default pages of up to 1000 items, any rate */
  readonly limits?: Limits;
  /** Clock of the platform, in milliseconds since the epoch. @default Date.now */
  readonly now?: () => number;
}

export interface World {
  readonly structure: Structure;
  readonly rules: Rules;
  /** Adds members to the context of resolvers. */
  readonly extendContext: RulesOptions["context"];
  readonly seed: number;
  readonly nulls: NonNullable<DataOptions["nulls"]>;
  readonly sampleLeaf: LeafSampler;
  readonly sizes: PageSizes;
  readonly now: () => number;
  readonly tables: Tables;
}
