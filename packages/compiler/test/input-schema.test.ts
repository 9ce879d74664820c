/** The JSON Schema of variables: it accepts what graphql-js accepts, and describes each kind of input. */

import { Ajv2020 } from "ajv/dist/2020.js";
import * as fc from "fast-check";
import {
  buildClientSchema,
  buildSchema,
  getVariableValues,
  introspectionFromSchema,
  type OperationDefinitionNode,
  parse,
} from "graphql";
import { expect, test } from "vitest";
import { SAMPLES } from "../../../test/support/random.ts";
import { type InputSchemaOptions, inputSchema, type JsonSchema } from "../src/index.ts";

const schema = buildSchema(`
  scalar DateTime
  scalar JSON
  "A color."
  enum Color { RED "As grass." GREEN null_ }
  enum Plain { A }
  enum Half { "One." A B }
  "Any text."
  scalar Note
  "Exactly one."
  input By @oneOf { id: ID, name: String, ids: [ID!], nested: By }
  "Selects."
  input Filter {
    "Name of it."
    name: String!
    count: Int = 3
    ratio: Float! = 0.5
    color: Color
    old: Boolean @deprecated(reason: "Use color.")
    and: [Filter!]
    matrix: [[Int!]]
    by: By
    at: DateTime
    any: JSON
    anys: [JSON!]
  }
  type Query { a: Int }
`);
const operationOf = (text: string) => parse(text).definitions[0] as OperationDefinitionNode;
const describeText = (text: string, options?: InputSchemaOptions) =>
  inputSchema(schema, operationOf(text), options);
/** One for all schemas, because each one compiles the schema of schemas. */
const ajv = new Ajv2020({ strictTypes: false });
const compile = (operation: OperationDefinitionNode) => ajv.compile(inputSchema(schema, operation));

/** Whether graphql-js accepts variables. */
function accepts(operation: OperationDefinitionNode, variables: Record<string, unknown>): boolean {
  const result = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  return !("errors" in result && result.errors);
}

const TYPES = [
  "Int",
  "Float!",
  "String",
  "Boolean!",
  "ID",
  "ID!",
  "Color",
  "Color!",
  "DateTime",
  "JSON!",
  "Filter",
  "Filter!",
  "By!",
  "By",
  "[Int]",
  "[Int!]!",
  "[[Int]]",
  "[[Int]!]!",
  "[[[ID!]!]]",
  "[Color!]",
  "[Filter!]!",
  "[By]",
  "[JSON]",
  "[JSON!]!",
  "[[JSON!]!]",
  "Int! = 3",
  "Color = RED",
  "[Int!] = 3",
  'Filter! = { name: "a" }',
  "[[Int]!]! = [[1]]",
];

/** Values that are often, but not always, those of some type above. */
const value = fc.letrec((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom(
      null,
      true,
      "",
      "RED",
      "GREEN",
      "PURPLE",
      "1",
      0,
      -1,
      1.5,
      1e3,
      2 ** 31,
      2 ** 31 - 1,
      -(2 ** 31),
      2 ** 53,
    ),
    fc.constantFrom("2026-01-01T00:00:00Z", "null_", -0.5, 1e21),
  ),
  list: fc.array(tie("any"), { maxLength: 3 }),
  by: fc.dictionary(fc.constantFrom("id", "name", "ids", "nested", "other"), tie("any"), { maxKeys: 2 }),
  filter: fc.record(
    {
      name: fc.oneof({ weight: 4, arbitrary: fc.constant("a") }, tie("any")),
      count: tie("leaf"),
      ratio: tie("leaf"),
      color: tie("leaf"),
      old: tie("leaf"),
      and: tie("any"),
      matrix: tie("any"),
      by: tie("by"),
      at: tie("any"),
      any: tie("any"),
      anys: tie("any"),
      unknown: tie("leaf"),
    },
    { requiredKeys: [] },
  ),
  any: fc.oneof({ depthSize: "small" }, tie("leaf"), tie("list"), tie("by"), tie("filter")),
})).any;

test("a validator accepts the variables that graphql-js accepts, and no others", () => {
  let valid = 0;
  let invalid = 0;
  for (const type of TYPES) {
    const operation = operationOf(`query ($value: ${type}) { a }`);
    const validate = compile(operation);
    fc.assert(
      fc.property(
        fc.oneof({ weight: 9, arbitrary: value.map((content) => ({ value: content })) }, fc.constant({})),
        (variables) => {
          const isAccepted = accepts(operation, variables as Record<string, unknown>);
          if (isAccepted) valid++;
          else invalid++;
          expect([variables, validate(variables)]).toEqual([variables, isAccepted]);
        },
      ),
      { numRuns: 10 * SAMPLES },
    );
  }
  // The values are not all of one kind.
  expect(Math.min(valid, invalid)).toBeGreaterThan(30);
});

test("variables that the operation does not declare are rejected", () => {
  const validate = compile(operationOf("query ($a: Int) { a }"));
  expect([validate({ a: 1 }), validate({ b: 1 })]).toEqual([true, false]);
});

test("an Int has 32 bits", () => {
  const validate = compile(operationOf("query ($value: Int) { a }"));
  const values = [2 ** 31 - 1, 2 ** 31, -(2 ** 31), -(2 ** 31) - 1, 0.5];
  expect(values.map((number) => validate({ value: number }))).toEqual([true, false, true, false, false]);
});

test("an operation without variables accepts an empty object only", () => {
  expect(describeText("query { a }")).toEqual({
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    properties: {},
    additionalProperties: false,
  });
});

test("the schema has descriptions, defaults, deprecations, and each named type once", () => {
  const { $defs, ...rest } = describeText(
    '"Lists." query ($a: Color = RED, "Which." $filter: Filter!, $b: [Color!], $plain: Plain!, $half: Half, $note: Note) { a }',
  );
  expect(rest).toMatchInlineSnapshot(`
    {
      "$schema": "https://json-schema.org/draft/2020-12/schema",
      "additionalProperties": false,
      "description": "Lists.",
      "properties": {
        "a": {
          "anyOf": [
            {
              "$ref": "#/$defs/Color",
            },
            {
              "type": "null",
            },
          ],
          "default": "RED",
        },
        "b": {
          "anyOf": [
            {
              "items": {
                "$ref": "#/$defs/Color",
              },
              "type": "array",
            },
            {
              "$ref": "#/$defs/Color",
            },
            {
              "type": "null",
            },
          ],
        },
        "filter": {
          "$ref": "#/$defs/Filter",
          "description": "Which.",
        },
        "half": {
          "anyOf": [
            {
              "$ref": "#/$defs/Half",
            },
            {
              "type": "null",
            },
          ],
        },
        "note": {
          "description": "Any text.",
        },
        "plain": {
          "$ref": "#/$defs/Plain",
        },
      },
      "required": [
        "filter",
        "plain",
      ],
      "type": "object",
    }
  `);
  expect($defs).toMatchInlineSnapshot(`
    {
      "By": {
        "additionalProperties": false,
        "description": "Exactly one.",
        "maxProperties": 1,
        "minProperties": 1,
        "properties": {
          "id": {
            "type": [
              "string",
              "integer",
            ],
          },
          "ids": {
            "anyOf": [
              {
                "items": {
                  "type": [
                    "string",
                    "integer",
                  ],
                },
                "type": "array",
              },
              {
                "type": [
                  "string",
                  "integer",
                ],
              },
            ],
          },
          "name": {
            "type": "string",
          },
          "nested": {
            "$ref": "#/$defs/By",
          },
        },
        "type": "object",
      },
      "Color": {
        "description": "A color.

    GREEN: As grass.",
        "enum": [
          "RED",
          "GREEN",
          "null_",
        ],
        "type": "string",
      },
      "Filter": {
        "additionalProperties": false,
        "description": "Selects.",
        "properties": {
          "and": {
            "anyOf": [
              {
                "items": {
                  "$ref": "#/$defs/Filter",
                },
                "type": "array",
              },
              {
                "$ref": "#/$defs/Filter",
              },
              {
                "type": "null",
              },
            ],
          },
          "any": {},
          "anys": {
            "anyOf": [
              {
                "items": {
                  "not": {
                    "type": [
                      "null",
                    ],
                  },
                },
                "type": "array",
              },
              {
                "not": {
                  "type": [
                    "null",
                    "array",
                  ],
                },
              },
              {
                "type": "null",
              },
            ],
          },
          "at": {},
          "by": {
            "anyOf": [
              {
                "$ref": "#/$defs/By",
              },
              {
                "type": "null",
              },
            ],
          },
          "color": {
            "anyOf": [
              {
                "$ref": "#/$defs/Color",
              },
              {
                "type": "null",
              },
            ],
          },
          "count": {
            "default": 3,
            "maximum": 2147483647,
            "minimum": -2147483648,
            "type": [
              "integer",
              "null",
            ],
          },
          "matrix": {
            "anyOf": [
              {
                "items": {
                  "anyOf": [
                    {
                      "items": {
                        "maximum": 2147483647,
                        "minimum": -2147483648,
                        "type": "integer",
                      },
                      "type": "array",
                    },
                    {
                      "maximum": 2147483647,
                      "minimum": -2147483648,
                      "type": "integer",
                    },
                    {
                      "type": "null",
                    },
                  ],
                },
                "type": "array",
              },
              {
                "maximum": 2147483647,
                "minimum": -2147483648,
                "type": "integer",
              },
              {
                "type": "null",
              },
            ],
          },
          "name": {
            "description": "Name of it.",
            "type": "string",
          },
          "old": {
            "deprecated": true,
            "description": "Deprecated: Use color.",
            "type": [
              "boolean",
              "null",
            ],
          },
          "ratio": {
            "default": 0.5,
            "type": "number",
          },
        },
        "required": [
          "name",
        ],
        "type": "object",
      },
      "Half": {
        "description": "A: One.",
        "enum": [
          "A",
          "B",
        ],
        "type": "string",
      },
      "Plain": {
        "enum": [
          "A",
        ],
        "type": "string",
      },
    }
  `);
});

test("custom scalars have the schemas of the option, or accept any value", () => {
  const text = "query ($at: DateTime!, $maybe: DateTime, $any: JSON!) { a }";
  const date = { type: "string", format: "date-time" };
  const properties = (scalars: InputSchemaOptions["scalars"]) => describeText(text, { scalars }).properties;
  expect(properties({ DateTime: date })).toEqual({
    at: date,
    maybe: { type: ["string", "null"], format: "date-time" },
    any: { not: { type: ["null"] } },
  });
  expect(properties({ DateTime: { enum: [1] } })).toMatchObject({
    at: { allOf: [{ enum: [1] }], not: { type: ["null"] } },
    maybe: { anyOf: [{ enum: [1] }, { type: "null" }] },
  });
});

test.each<[JsonSchema, unknown[], unknown[]]>([
  [{ type: "string", const: "a" }, ["a"], ["b", 1]],
  [{ type: "string", anyOf: [{ minLength: 3 }, { pattern: "^a" }] }, ["a", "bcd"], ["b", 1]],
  [{ type: ["string", "null"] }, ["a"], [1]],
  [{ anyOf: [{ type: "string" }, { type: "number" }], not: { const: "b" } }, ["a", 1], ["b", true]],
  [{ minLength: 2 }, ["aa", 1], ["a"]],
  [{ enum: ["a", 1] }, ["a", 1], ["b"]],
  [{ allOf: [{ type: "string" }, { minLength: 2 }] }, ["aa"], ["a", 1]],
  [{ oneOf: [{ type: "string" }, { type: "boolean" }] }, ["a", true], [1]],
  [{ not: { type: ["null", "number"] } }, ["a"], [1]],
  [{ if: { type: "string" }, else: false }, ["a"], [1]],
  [{ $ref: "https://json-schema.org/draft/2020-12/schema" }, [{}, true], [1]],
  [{ type: "array", items: { type: "number" } }, [[1]], [["a"], "a"]],
])("a custom scalar %j accepts null only if it is nullable", (scalar, valid, invalid) => {
  const validates = (type: string, values: readonly unknown[]) => {
    const operation = operationOf(`query ($value: ${type}) { a }`);
    const validate = ajv.compile(inputSchema(schema, operation, { scalars: { DateTime: scalar } }));
    return values.map((entry) => validate({ value: entry }));
  };
  const all = [...valid, ...invalid];
  const expected = all.map((entry) => valid.includes(entry));
  expect(validates("DateTime", [...all, null])).toEqual([...expected, true]);
  expect(validates("DateTime!", [...all, null])).toEqual([...expected, false]);
  // A list of one item, and no list of a list.
  const lists = all.map((entry) => [entry]);
  expect(validates("[DateTime!]!", [...lists, null, [null]])).toEqual([...expected, false, false]);
});

test("an introspected schema has the same defaults, and a scalar can have any name", () => {
  const used = buildSchema(`
    scalar constructor
    enum Color { RED }
    input Filter { size: Int = 3 ratio: Float = 1e21 color: [Color!] = [RED] by: By = { name: "a" } }
    input By { name: String }
    type Query { a(filter: Filter, own: constructor): Int }
  `);
  const operation = operationOf(
    "query ($filter: Filter, $own: constructor) { a(filter: $filter, own: $own) }",
  );
  const described = inputSchema(buildClientSchema(introspectionFromSchema(used)), operation);
  expect(described).toEqual(inputSchema(used, operation));
  const { properties } = (described.$defs as { readonly Filter: JsonSchema }).Filter;
  const defaults = Object.values(properties as Record<string, JsonSchema>).map((field) => field.default);
  expect(defaults).toEqual([3, 1e21, ["RED"], { name: "a" }]);
  expect((described.properties as Record<string, JsonSchema>).own).toEqual({});
});

test.each([
  ["an unknown scalar", "query { a }", { scalars: { Nope: {} } }],
  ["a built-in scalar", "query { a }", { scalars: { Int: {} } }],
  ["an unknown type", "query ($a: Nope) { a }", {}],
])("%s is a TypeError", (_, text, options) => {
  expect(() => describeText(text, options as InputSchemaOptions)).toThrow(TypeError);
});
