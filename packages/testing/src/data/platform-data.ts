/** The objects of a platform and their fields, from its options. */

import { type GraphQLSchema, isScalarType } from "graphql";
import { suggest } from "../suggest.ts";
import { createReader, type Reader } from "./reader.ts";
import { createLeafGenerator, type ScalarGenerator } from "./scalars.ts";
import { type PlatformData, readSeedData, type SeedData } from "./seed-data.ts";
import { createStore, type Store } from "./store.ts";

export interface DataOptions {
  /**
   * Objects by type name, with some or all of their fields, and values of root fields. Missing fields are generated.
   *
   * @default three generated objects of each type
   */
  readonly data?: PlatformData;
  /** How often generated values of nullable fields are null: `"never"`, or `"sometimes"` (about 25 %). @default "never" */
  readonly nulls?: "never" | "sometimes";
  /** Generators of custom scalars, by name. @default by the name of the scalar, or else a text */
  readonly scalars?: Readonly<Record<string, ScalarGenerator>>;
  /** Seed of all generated data except tokens and passwords. The same seed produces the same data. @default 1 */
  readonly seed?: number;
}

/** The objects of a platform. */
export interface Objects {
  readonly schema: GraphQLSchema;
  readonly seed: number;
  readonly seedData: SeedData;
  readonly store: Store;
  readonly reader: Reader;
}

/** @throws TypeError if the data or a scalar does not match the schema. */
export function createPlatformData(schema: GraphQLSchema, options: DataOptions): Objects {
  const { seed = 1, data = {}, nulls = "never", scalars = {} } = options;
  checkScalars(schema, scalars);
  const generateLeaf = createLeafGenerator(scalars);
  const seedData = readSeedData(schema, data);
  const store = createStore(schema, seed, seedData.objects, generateLeaf);
  return { schema, seed, seedData, store, reader: createReader({ schema, store, seedData, generateLeaf, nulls }) };
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
