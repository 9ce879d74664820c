/** Generated types of random operations under random schemas. `SEED` starts another series. */

import { join } from "node:path";
import * as fc from "fast-check";
import {
  buildSchema,
  type DocumentNode,
  execute,
  type GraphQLSchema,
  isNonNullType,
  Kind,
  parse,
  print,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { expect, test } from "vitest";
import { SAMPLES } from "../../../test/support/random.ts";
import { findProblems, findReach, nameType, renderPlatformTypes } from "../src/codegen/index.ts";
import { renderTypes } from "../src/codegen/render-types.ts";
import { type Compilation, compile } from "../src/index.ts";
import { TYPE_STYLES } from "../src/model/index.ts";
import { nameVariables } from "../src/model/names.ts";
import { UNKNOWN_TYPE, UNKNOWN_VALUE } from "../src/model/open-types.ts";
import { randomSchema } from "./support/random-schema.ts";
import { createOperations } from "./support/schema-bases.ts";
import { createDice, createValue, type Dice, sampleVariables } from "./support/schema-values.ts";
import { runTypeScript } from "./support/typescript.ts";

const SCHEMAS = 3 * SAMPLES;
const SEED = Number(process.env.SEED ?? 7);
const OPERATIONS = 8;
const EXECUTIONS = 6;
const MAX_CONDITIONS = 4;
const VALUES = { Int: [0, 7], Any: ["a", 1, { key: [] }] };

interface Case {
  readonly schema: GraphQLSchema;
  readonly grown: GraphQLSchema;
  readonly document: DocumentNode;
  readonly dice: Dice;
}

const CASES: readonly Case[] = fc
  .sample(randomSchema, { seed: SEED, numRuns: SCHEMAS })
  .map(({ sdl, grown, seed }) => {
    const schema = buildSchema(sdl);
    const dice = createDice(seed);
    return {
      schema,
      grown: buildSchema(grown),
      document: createOperations(schema, dice, OPERATIONS).document,
      dice,
    };
  });

// The tests below confirm these types.
test.runIf(process.env.SEED === undefined)(
  "the types of the first random operations are those of the file",
  async () => {
    const texts = CASES.slice(0, 3).flatMap(({ schema, document }, index) => [
      print(document),
      renderTypes(compile(schema, document, { types: index % 2 === 0 ? "open" : "closed" })),
    ]);
    await expect(texts.join("\n\n")).toMatchFileSnapshot(
      join(import.meta.dirname, "fixtures/random-types.txt"),
    );
  },
);

test("each response and each value of variables is assignable to the generated types, and no incomplete response is", async () => {
  const counts = { responses: 0, conditional: 0, variables: 0, later: 0, rejected: 0 };
  const texts = CASES.flatMap(({ schema, grown, document, dice }) =>
    TYPE_STYLES.map((types) => {
      const compilation = compile(schema, document, { types });
      let count = 0;
      const next = () => `value${count++}`;
      const lines = compilation.definitions.flatMap(({ node, fragments }) => {
        if (node.kind === Kind.FRAGMENT_DEFINITION) return [];
        const own: DocumentNode = {
          kind: Kind.DOCUMENT,
          definitions: [node, ...fragments.map((fragment) => fragment.node)],
        };
        const neverNull = findNeverNull(schema, own);
        const samples = sampleVariables(schema, own).filter((values) =>
          Object.entries(values).every(([name, value]) => value !== null || !neverNull.has(name)),
        );
        const variables = samples.map(
          (values) => `export const ${next()}: ${nameVariables(node)} = ${JSON.stringify(values)};`,
        );
        const { responses, required, isConditional } = executeAll(schema, own, dice);
        counts.responses += responses.length;
        if (isConditional) counts.conditional += responses.length;
        counts.variables += variables.length;
        counts.rejected += required.length;
        // A response of the later schema, with the literals that stand for what is new.
        const later =
          types === "open" && findProblems(grown, own).length === 0
            ? executeAll(grown, own, dice).responses
            : [];
        counts.later += later.length;
        const typed = (data: object) => `: ${nameType(node)} = ${JSON.stringify(data)};`;
        return [
          ...variables,
          ...responses.map((data) => `export const ${next()}${typed(data)}`),
          ...required.map((data) => `// @ts-expect-error\nexport const ${next()}${typed(data)}`),
          ...later.map((data) => {
            // A new type can have fields that the types do not mention: those of a fragment on an interface.
            const name = next();
            return `const ${name} = ${renderUnknown(data)} as const;\nexport const ${next()}: ${nameType(node)} = ${name};`;
          }),
        ];
      });
      return `${openWeakTypes(renderTypes(compilation))}\n${lines.join("\n")}\n`;
    }),
  );

  expect(await runTypeScript(texts, ["--lib", "es5"])).toBe("");
  expect(counts.responses).toBeGreaterThan(SCHEMAS * OPERATIONS);
  expect(counts.conditional).toBeGreaterThan(SCHEMAS);
  expect(counts.later).toBeGreaterThan(SCHEMAS);
  expect(counts.variables).toBeGreaterThan(SCHEMAS * OPERATIONS);
  expect(counts.rejected).toBeGreaterThan(SCHEMAS);
});

test("names are unique, and an addition to the schema renames no type", () => {
  let compared = 0;
  for (const { schema, grown, document } of CASES) {
    for (const types of TYPE_STYLES) {
      const names = listNames(compile(schema, document, { types }));
      expect(new Set(names).size).toBe(names.length);
      if (findProblems(grown, document).length > 0) continue;
      compared++;
      const later = new Set(listNames(compile(grown, document, { types })));
      expect(names.filter((name) => !later.has(name))).toEqual([]);
    }
  }
  expect(compared).toBeGreaterThan(SCHEMAS);
});

test("a compilation of the same definitions gives the same types, in any order", () => {
  for (const { schema, document } of CASES) {
    const reversed = { ...document, definitions: document.definitions.toReversed() };
    const text = renderTypes(compile(schema, document));
    expect(renderTypes(compile(schema, reversed))).toBe(text);
  }
});

function listNames({ inputs, definitions }: Compilation): string[] {
  return [...inputs, ...definitions.flatMap(({ declarations }) => declarations)].map(({ name }) => name);
}

/**
 * Executes an operation with all combinations of its conditions.
 *
 * @returns The responses, and responses without a field that is in all of them.
 */
function executeAll(
  schema: GraphQLSchema,
  document: DocumentNode,
  dice: Dice,
): { responses: object[]; required: object[]; isConditional: boolean } {
  const conditions = new Set<string>();
  visit(document, {
    Directive({ name, arguments: [argument] = [] }) {
      const isCondition = name.value === "include" || name.value === "skip";
      if (isCondition && argument?.value.kind === Kind.VARIABLE) conditions.add(argument.value.name.value);
    },
  });
  if (conditions.size > MAX_CONDITIONS) return { responses: [], required: [], isConditional: true };
  const [variables = {}] = sampleVariables(schema, document);
  const responses: object[] = [];
  for (let index = 0; index < Math.max(EXECUTIONS, 2 ** conditions.size); index++) {
    const flags = [...conditions].map((name, bit) => [name, ((index >> bit) & 1) === 1]);
    const { data } = execute({
      schema,
      document,
      variableValues: { ...variables, ...Object.fromEntries(flags) },
      fieldResolver: (_source, _args, _context, { returnType }) => createValue(returnType, dice, VALUES),
      typeResolver: (_value, _context, _info, type) => dice.pick(schema.getPossibleTypes(type)).name,
    }) as { data?: object | null };
    if (data) responses.push(data);
  }
  const [first = {}, ...others] = responses;
  const required = Object.keys(first).filter(
    (key) => key !== "__typename" && others.every((data) => key in data),
  );
  const omit = (omitted: string) =>
    Object.fromEntries(Object.entries(first).filter(([key]) => key !== omitted));
  return { responses, required: required.slice(0, 2).map(omit), isConditional: conditions.size > 0 };
}

/** Variables with a nullable type and a default whose `null` a place rejects: the type of the place is non-null. */
function findNeverNull(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<string> {
  const names = new Set<string>();
  const typeInfo = new TypeInfo(schema);
  visit(
    document,
    visitWithTypeInfo(typeInfo, {
      Variable({ name }) {
        if (isNonNullType(typeInfo.getInputType())) names.add(name.value);
      },
    }),
  );
  return names;
}

/**
 * Lets the type of what is new have other fields. Otherwise TypeScript rejects a value that has none of its own
 * (error 2559), as a new type that has only fields of a fragment on an interface.
 */
function openWeakTypes(types: string): string {
  return types.replaceAll(
    /\{ (readonly __typename\?: ('%other'|never)) \}/g,
    "{ $1; readonly [field: string]: unknown }",
  );
}

function renderUnknown(data: object): string {
  return JSON.stringify(data)
    .replaceAll(/"(AAA|ZZZ)"/g, `"${UNKNOWN_TYPE}"`)
    .replaceAll('"NONE"', `"${UNKNOWN_VALUE}"`);
}

test("a renamed enum does not get the name of another type", () => {
  const schema = buildSchema(
    "enum Array { A } input Array_ { value: Array } input Array__ { a: Array_ } type Query { f(input: Array__): Array }",
  );
  const compilation = compile(schema, parse("query All($input: Array__) { f(input: $input) }"));
  expect(compilation.inputs.map(({ name }) => name)).toEqual(["Array___", "Array_", "Array__"]);
});

test("the types of rules have the input types that an argument of a used field contains, and no others", () => {
  const schema = buildSchema(`type Query { a(i: I): Int b(z: Z): Int }
    input I { list: [J!] } input J { k: K } input K { i: I } input Z { x: Int }`);
  const text = renderPlatformTypes(schema, {}, "rules", findReach(schema, parse("{ a }"), new Set()));
  expect(Array.from(text.matchAll(/^ {2}interface (\w+)/gm), ([, name]) => name)).toEqual(["I", "J", "K"]);
});
