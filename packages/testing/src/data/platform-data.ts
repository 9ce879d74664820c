/** The objects of a platform, from its options. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import { type GraphQLSchema, isRequiredArgument, isScalarType } from "graphql";
import { createAccounts, type User } from "../accounts.ts";
import { isMark } from "../rules/comparisons.ts";
import { toRulesError } from "../rules/filters.ts";
import type { ReadField } from "../rules/paths.ts";
import type { Context, Db, Rules } from "../rules/types.ts";
import type { Item } from "../structure/items.ts";
import { NO_RULES, type Structure, structureOf } from "../structure/structure.ts";
import { suggest } from "../suggest.ts";
import { createDb } from "./database.ts";
import { createGenerator, type Generator } from "./generate.ts";
import { plantData } from "./plant.ts";
import { createReader, type Reader } from "./read.ts";
import { resolverOf } from "./resolvers.ts";
import { createRows, type Rows } from "./rows.ts";
import { createLeafGenerator, type ScalarGenerator } from "./scalars.ts";
import { type PlatformData, readSeedData } from "./seed-data.ts";
import { createStore, type Store } from "./store.ts";
import { rowsOfUsers } from "./users.ts";

export interface DataOptions {
  /**
   * Objects by type name, with some or all of their fields, and values of root fields. Missing leaf values are generated,
   * missing relations that can be null are null.
   *
   * @default three generated objects of each type
   */
  readonly data?: PlatformData;
  /** What arguments and mutations mean: the default export of `platform.rules.ts`. @default none */
  readonly rules?: Rules;
  /** How often generated values of nullable fields are null: `"never"`, or `"sometimes"` (about 25 %). @default "never" */
  readonly nulls?: "never" | "sometimes";
  /** Generators of custom scalars, by name. @default by the name of the scalar, or else a text */
  readonly scalars?: Readonly<Record<string, ScalarGenerator>>;
  /** Seed of all generated data except tokens and passwords. The same seed produces the same data. @default 1 */
  readonly seed?: number;
}

export interface Database {
  readonly structure: Structure;
  /** The rules, with the values that the data gives to root fields. */
  readonly rules: Rules;
  readonly seed: number;
  readonly store: Store;
  readonly generator: Generator;
  readonly reader: Reader;
  readonly rows: Rows;
  readonly db: Db;
  /** Reads a field of an object as rules see it: with its resolver, if it has one. */
  readonly read: ReadField;
  /** Runs the resolver of a field. While it runs, the object shows the stored value of the field. */
  guard<Result>(item: Item | undefined, name: string, run: () => Result): Result;
}

/**
 * @param context - The context of rules outside of a request.
 * @throws TypeError if the data or a scalar does not match the schema.
 */
export function createPlatformData(
  schema: GraphQLSchema,
  options: DataOptions & { readonly accounts?: readonly User[] },
  context: () => Context,
): Database {
  const { seed = 1, data = {}, nulls = "never", scalars = {}, rules: given = NO_RULES } = options;
  checkScalars(schema, scalars);
  const structure = structureOf(schema, given);
  const generator = createGenerator({ structure, seed, generateLeaf: createLeafGenerator(scalars), nulls });
  const { objects, roots } = readSeedData(structure, data);
  const rules = Object.keys(roots).length === 0 ? given : addRoots(given, roots);
  const users = options.accounts ?? createAccounts([{ name: "demo" }], seed).users;
  const planted = plantData(structure, seed, objects, generator);
  const store = createStore(
    structure,
    planted,
    (type) => rowsOfUsers(structure, seed, type, users) ?? generator.rows(type),
  );
  const reader = createReader(structure, store, generator);
  const active = new WeakMap<Item, Set<string>>();
  const rows = createRows(structure, read, (item) =>
    item.id === undefined ? item : (store.find(item.type, item.id) ?? item),
  );
  const db = createDb({ structure, rules, seed, store, reader, read, generator, rows, context });
  return { structure, rules, seed, store, generator, reader, rows, db, read, guard };

  function read(item: Item, field: Field): unknown {
    const { name } = field;
    const resolver = resolverOf(rules, item.type.name, name);
    const isReadable = resolver && !active.get(item)?.has(name) && !field.args.some(isRequiredArgument);
    if (!isReadable || isMark(resolver, "todo")) return reader.read(item, field);
    if (isMark(resolver, "generated")) return reader.read(item, field, { isLenient: true });
    try {
      return toItems(guard(item, name, () => resolver(rows.of(item), {}, context(), undefined as never)));
    } catch (error) {
      throw toRulesError(`resolvers.${item.type.name}.${name}`, error);
    }
  }

  function toItems(value: unknown): unknown {
    return Array.isArray(value) ? value.map(toItems) : (rows.itemOf(value) ?? value ?? null);
  }

  function guard<Result>(item: Item | undefined, name: string, run: () => Result): Result {
    if (!item) return run();
    const names = active.get(item) ?? new Set();
    active.set(item, names);
    const isFirst = !names.has(name);
    names.add(name);
    try {
      return run();
    } finally {
      if (isFirst) names.delete(name);
    }
  }
}

/** Rules with resolvers for the root fields to which the data gives values. */
function addRoots(rules: Rules, roots: NonNullable<Rules["resolvers"]>): Rules {
  const entries = Object.entries(roots).map(([name, fields]) => [name, { ...rules.resolvers?.[name], ...fields }]);
  return { ...rules, resolvers: { ...rules.resolvers, ...Object.fromEntries(entries) } };
}

function checkScalars(schema: GraphQLSchema, scalars: Readonly<Record<string, ScalarGenerator>>): void {
  for (const [name, generator] of Object.entries(scalars)) {
    if (!isScalarType(schema.getType(name))) {
      const names = Object.values(schema.getTypeMap()).flatMap((type) => (isScalarType(type) ? [type.name] : []));
      throw new TypeError(`scalars.${name}: the schema has no scalar "${name}".${suggest(name, names)}`);
    }
    if (typeof generator !== "function") throw new TypeError(`scalars.${name} must be a function.`);
  }
}
