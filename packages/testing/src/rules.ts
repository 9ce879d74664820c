/** Entry `./rules`: the words and types of `platform.rules.ts`. */

export * from "./rules/comparisons.ts";
export type {
  Context,
  Coordinate,
  Db,
  Default,
  Filter,
  Match,
  PageRole,
  Resolver,
  Row,
  Rules,
  Table,
} from "./rules/types.ts";
