/** Creates the world of a platform from its options. */

import { type GraphQLSchema, isScalarType } from "graphql";
import type { User } from "../requests/accounts.ts";
import { readPageSizes } from "../requests/limits.ts";
import { checkRules } from "../rules/check-rules.ts";
import { structureOf } from "../schema/structure.ts";
import { suggest } from "../shared/suggest.ts";
import { createLeafSampler, type ScalarGenerator } from "../values/leaf-values.ts";
import { generateRows } from "./generators.ts";
import { readInitialData } from "./initial-data.ts";
import { insertData } from "./insert-data.ts";
import { createTables } from "./tables.ts";
import { rowsOfUsers } from "./user-access.ts";
import type { DataOptions, World } from "./world.ts";

/** @throws TypeError if the rules, the data or a scalar does not match the schema. */
export function createWorld(schema: GraphQLSchema, options: DataOptions, users: readonly User[]): World {
  const { seed = 1, data = {}, nulls = "never", scalars = {}, rules = {}, now = Date.now } = options;
  checkScalars(schema, scalars);
  const structure = structureOf(schema, options);
  checkRules(structure, options);
  const world: World = {
    structure,
    rules,
    extendContext: options.context,
    seed,
    nulls,
    sampleLeaf: createLeafSampler(scalars),
    sizes: readPageSizes(options.limits ?? {}),
    now,
    tables: createTables((type) => rowsOfUsers(world, type, users) ?? generateRows(world, type)),
  };
  insertData(world, readInitialData(structure, data));
  return world;
}

function checkScalars(schema: GraphQLSchema, scalars: Readonly<Record<string, ScalarGenerator>>): void {
  for (const [name, generator] of Object.entries(scalars)) {
    if (!isScalarType(schema.getType(name))) {
      const names = Object.values(schema.getTypeMap()).flatMap((type) =>
        isScalarType(type) ? [type.name] : [],
      );
      throw new TypeError(`scalars.${name}: the schema has no scalar "${name}".${suggest(name, names)}`);
    }
    if (typeof generator !== "function") throw new TypeError(`scalars.${name} must be a function.`);
  }
}
