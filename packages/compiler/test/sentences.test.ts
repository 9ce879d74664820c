/** The sentences about each change: `fixtures/sentences.txt`. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CODE_KINDS, type CodeKind, type ElementChange } from "../src/check/compare/reasons.ts";
import {
  describeChange,
  describeDetails,
  describeFinding,
  joinTitle,
} from "../src/check/verdict/sentences.ts";

const COORDINATES = ["Item.a", "Item.b", "Item.c", "Item.d", "Item.e"];
const NAMES = ["A", "B", "C", "D", "E"];

const OTHER: ElementChange = { kind: "invalid", error: "Another change." };

/** The kinds of changes, in the order of report.schema.json. The type requires each of them. */
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

/** Every form that a change can have. */
const CHANGES: readonly ElementChange[] = [
  { kind: "invalid", error: 'Cannot query field "a" on type "Item".' },
  { kind: "invalid", error: 'Unknown argument "b". Did you mean "c"?' },
  { kind: "omitted" },
  ...[0, 1, 2].flatMap((depth): ElementChange[] => [
    { kind: "nullability", now: "nullable", depth },
    { kind: "nullability", now: "non-null", depth },
  ]),
  { kind: "type", was: "Int", now: "Float" },
  { kind: "type", was: "Float", now: "Int", rejects: "a fraction" },
  { kind: "type", was: "Role", now: "String", rejects: "" },
  { kind: "type", was: "Role", now: "String", lost: "Role" },
  { kind: "form", was: "Int", now: "[Int]" },
  ...(["required", "optional", "absent", "present"] as const).map(
    (now) => ({ kind: "presence", now }) as const,
  ),
  ...(["added", "removed"] as const).flatMap((change): ElementChange[] => [
    { kind: "value", change, value: "ADMIN" },
    { kind: "value", change, value: "ADMIN", in: "Query.role" },
    { kind: "field", change, name: "alias", types: ["Item"] },
    { kind: "field", change, name: "alias", types: ["Item", "User"] },
    { kind: "field", change, name: "alias", types: ["an unknown type"] },
    { kind: "input", change, required: true },
    { kind: "input", change, required: false },
  ]),
  { kind: "members", of: "Query.find", added: NAMES, removed: [] },
  { kind: "members", of: "Query.find", added: [], removed: ["A"] },
  { kind: "members", of: "Query.find", added: ["A"], removed: NAMES.slice(1) },
  { kind: "interfaces", of: "Query.find" },
  { kind: "one-of", now: true },
  { kind: "one-of", now: false },
  ...["operation", "calls", "$first"].flatMap((by): ElementChange[] => [
    { kind: "default", was: null, now: "1", by },
    { kind: "default", was: "1", now: null, by },
    { kind: "default", was: "1", now: "2", by },
  ]),
  { kind: "null", variable: "first" },
  { kind: "name", name: "ItemParts" },
  { kind: "operation", change: "removed" },
  { kind: "operation", change: "removed", to: "GetItems" },
  ...(["text", "options"] as const).flatMap((by) =>
    [1, 2, 3].map((differences): ElementChange => {
      const worst = {
        coordinate: "$first",
        change: { kind: "presence", now: "required" },
        code: ["writes"],
      } as const;
      return { kind: "operation", change: "changed", by, differences, worst };
    }),
  ),
  { kind: "removed" },
  { kind: "added" },
];

const CODE: readonly (readonly CodeKind[])[] = [[], ...CODE_KINDS.map((kind) => [kind]), CODE_KINDS];

test("each kind of change is among the changes of this file", () => {
  expect([...new Set(CHANGES.map(({ kind }) => kind))].toSorted()).toEqual(Object.keys(KINDS).toSorted());
});

test("each change has a title for one and for several elements, and says what to do", async () => {
  const [coordinate = ""] = COORDINATES;
  const texts = CHANGES.map((change) => {
    const titles = [1, 4, 5].map((count) => {
      const title = describeChange(COORDINATES.slice(0, count), change);
      return title.subject === "" ? `  ${joinTitle(title)}` : `  [${title.subject}] ${title.predicate}`;
    });
    // The rest of the message below a title that is the same, and below another one.
    const actions = CODE.map((code) => {
      const finding = { coordinate, change, code };
      expect(describeDetails(finding, { change: OTHER })).toBe(describeFinding(finding));
      return {
        code: code.join(),
        action: describeDetails(finding, { change }),
        message: describeFinding(finding),
      };
    });
    const lines = [...Map.groupBy(actions, ({ action }) => action)].flatMap(([action, same]) => [
      `  breaks ${same.map(({ code }) => code || "nothing").join(" | ")}: ${action}`,
      `    ${same[0]?.message}`,
    ]);
    return [JSON.stringify(change), ...titles, ...lines].join("\n");
  });
  await expect(`${texts.join("\n\n")}\n`).toMatchFileSnapshot(
    join(import.meta.dirname, "fixtures/sentences.txt"),
  );
});

test("the schema of JSON lists every kind of change", () => {
  const file = join(import.meta.dirname, "../../cli/report.schema.json");
  const { $defs } = JSON.parse(readFileSync(file, "utf8"));
  expect($defs.elementChange.properties.kind.enum).toEqual(Object.keys(KINDS));
});
