/** The objects of a platform and their fields, from its options. */

import { type GraphQLSchema, isScalarType } from "graphql";
import { suggest } from "../suggest.ts";
import { createReader, type Reader } from "./reader.ts";
import { createLeafGenerator, type ScalarGenerator } from "./scalars.ts";
import { type PlatformData, readSeedData, type SeedData } from "./seed-data.ts";
import { createStore, type Store } from "./store.ts";

export interface DataOptions {
  readonly seed: number;
  readonly data?: PlatformData | undefined;
  readonly nulls?: "never" | "sometimes" | undefined;
  readonly scalars?: Readonly<Record<string, ScalarGenerator>> | undefined;
}

interface Data {
  readonly seedData: SeedData;
  readonly store: Store;
  readonly reader: Reader;
}

/** @throws TypeError if the data or a scalar does not match the schema. */
export function createPlatformData(schema: GraphQLSchema, options: DataOptions): Data {
  const { seed, data = {}, nulls = "never", scalars = {} } = options;
  checkScalars(schema, scalars);
  const generateLeaf = createLeafGenerator(scalars);
  const seedData = readSeedData(schema, data);
  const store = createStore(schema, seed, seedData.objects, generateLeaf);
  return { seedData, store, reader: createReader({ schema, store, seedData, generateLeaf, nulls }) };
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
