/** Generates schemas with everything that makes types of results hard to write. */

import * as fc from "fast-check";
import { createDice, type Dice } from "./schema-values.ts";

/** Names that a dictionary, a module or the generated code uses with another meaning. */
const NAMES = [
  "constructor",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "Exact",
  "ReadonlyArray",
  "Record",
  "string",
  "other",
  "default",
  "infer",
  "Query_a",
  "Item",
  "Shop",
  "Zone",
];

export interface RandomSchema {
  readonly sdl: string;
  /** The same schema with more types, members and values. The new ones come first. */
  readonly grown: string;
  readonly seed: number;
}

/** Names that code can use for anything. */
const PLAIN_NAMES = ["Item", "Shop", "Zone", "Part", "Team", "Unit", "Page", "Link"];

function createSchemas(names: readonly string[]): fc.Arbitrary<RandomSchema> {
  return fc
    .record({
      names: fc.shuffledSubarray([...names], { minLength: 8, maxLength: 8 }),
      seed: fc.integer({ min: 1, max: 1e9 }),
    })
    .map(({ names, seed }) => ({
      sdl: writeSchema(names, createDice(seed), false),
      grown: writeSchema(names, createDice(seed), true),
      seed,
    }));
}

export const randomSchema = createSchemas(NAMES);

/** The code of the oracles cannot use names such as `Record`. */
export const plainSchema = createSchemas(PLAIN_NAMES);

interface Field {
  readonly name: string;
  readonly type: string;
}

function writeSchema(names: readonly string[], dice: Dice, isGrown: boolean): string {
  const [
    first = "",
    second = "",
    third = "",
    fourth = "",
    wide = "",
    narrow = "",
    oneInput = "",
    manyInput = "",
  ] = names;
  const objects = [first, second, third, fourth];
  const union = "Result";
  const subtypes = new Map([
    [wide, [narrow, ...objects]],
    [narrow, [first, second]],
    [union, [first, second, third]],
  ]);
  const chooseType = (): string => {
    const named = dice.pick(["ID", "String", "Int", "Level", "Any", wide, narrow, union, ...objects]);
    return dice.pick(["N", "N!", "N", "N!", "[N!]!", "[N]", "[[N!]]"]).replace("N", named);
  };
  const choose = (fields: readonly string[]): Field[] => fields.map((name) => ({ name, type: chooseType() }));
  /** The fields of an implementation, some of which are narrower. */
  const narrowAll = (fields: readonly Field[]): Field[] =>
    fields.map(({ name, type }) => {
      const other = type.replace(/\w+/, (named) => dice.pick([named, named, ...(subtypes.get(named) ?? [])]));
      return { name, type: !other.endsWith("!") && dice.below(3) === 0 ? `${other}!` : other };
    });
  const write = (kind: string, fields: readonly Field[]): string =>
    `${kind} { ${fields.map(({ name, type }) => `${name}: ${type}`).join(" ")} }\n`;

  const wideFields = [{ name: "id", type: "ID" }, ...choose(["a", "owner"])];
  const narrowFields = [...narrowAll(wideFields), ...choose(["c", "b"])];
  const lonelyFields = choose(["note"]);
  const parts = [
    write(`interface ${wide}`, wideFields),
    write(`interface ${narrow} implements ${wide}`, narrowFields),
    write("interface Noted", lonelyFields),
    ...[first, second].map((name, index) => {
      const interfaces = index === 0 ? `${narrow} & ${wide}` : `${narrow} & ${wide} & Noted`;
      const own = index === 0 ? choose(["only"]) : narrowAll(lonelyFields);
      return write(`type ${name} implements ${interfaces}`, [...narrowAll(narrowFields), ...own]);
    }),
    write(`type ${third} implements ${wide} & Noted`, [
      ...narrowAll(wideFields),
      ...narrowAll(lonelyFields),
      ...choose(["a_b"]),
    ]),
    write(`type ${fourth} implements ${wide}`, [...narrowAll(wideFields), ...choose(["b", "d"])]),
    `input ${oneInput} @oneOf { text: String level: Level many: [${manyInput}!] }\n`,
    `input ${manyInput} { one: ${oneInput} more: [${manyInput}] level: Level! = LOW count: Int! toString: Any }\n`,
    "scalar Any\n",
  ];
  const added = isGrown
    ? [
        write(`type AAA implements ${narrow} & ${wide} & Noted`, [
          ...narrowAll(narrowFields),
          ...narrowAll(lonelyFields),
        ]),
        write(`type ZZZ implements ${wide}`, [...narrowAll(wideFields), { name: "b", type: "String" }]),
      ]
    : [];
  const members = [...(isGrown ? ["AAA"] : []), first, second, third];
  const roots = [
    ...objects.map((type, index) => ({ name: `o${index}`, type })),
    { name: "wide", type: `[${wide}!]!` },
    { name: "narrow", type: narrow },
    { name: "noted", type: "[Noted]" },
    { name: "result", type: `[${union}!]!` },
    { name: `find(one: ${oneInput}, many: [${manyInput}!])`, type: wide },
  ];
  return [
    ...added,
    `enum Level { ${isGrown ? "NONE " : ""}LOW HIGH }\n`,
    `union ${union} = ${members.join(" | ")}\n`,
    ...parts,
    write("type Query", roots),
  ].join("");
}
