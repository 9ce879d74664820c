/**
 * The kinds of changes, in the order of report.schema.json. The type requires each of them, so a new kind is
 * not forgotten.
 */

import type { ElementChange } from "../../src/check/compare/reasons.ts";

const KINDS: Readonly<Record<ElementChange["kind"], true>> = {
  invalid: true,
  omitted: true,
  nullability: true,
  type: true,
  presence: true,
  value: true,
  members: true,
  interfaces: true,
  field: true,
  input: true,
  "one-of": true,
  default: true,
  null: true,
  form: true,
  name: true,
  operation: true,
  removed: true,
  added: true,
};

export const CHANGE_KINDS: readonly string[] = Object.keys(KINDS);
