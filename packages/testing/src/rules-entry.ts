/** Entry `./rules`: dialects, rejections and types of `platform.rules.ts`, and what is missing there. */

export { findMissingRules, type MissingRules } from "./data/missing-rules.ts";
export type { Comparison, Dialect, Direction, Operator, PageRole } from "./rules/dialect.ts";
export { contentful, hasura, postgraphile, strapi } from "./rules/dialects.ts";
export { type Rejection, type RejectionOptions, reject } from "./rules/reject.ts";
export type {
  Context,
  Db,
  Orders,
  Page,
  Resolver,
  Row,
  RowId,
  Rules,
  RulesOptions,
  SortPath,
  Table,
  Tests,
  TypedResolver,
} from "./rules/rule-types.ts";
