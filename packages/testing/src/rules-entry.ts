/** Entry `./rules`: rejections and types of `platform.rules.ts`, and what is missing there. */

export { findMissingRules, type MissingRules } from "./resolve/missing-rules.ts";
export { reject } from "./rules/reject.ts";
export type {
  Context,
  Page,
  Resolver,
  Row,
  Rules,
  RulesOptions,
  Table,
  TypedResolver,
} from "./rules/rule-types.ts";
