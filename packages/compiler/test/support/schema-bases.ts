/** Builds the operations and the schema changes that the oracles compare. */

import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLInputType,
  type GraphQLSchema,
  getNamedType,
  isAbstractType,
  isInputObjectType,
  isScalarType,
  isSpecifiedScalarType,
  isTypeDefinitionNode,
  Kind,
  parse,
  print,
  TypeInfo,
  validateSchema,
  visit,
  visitWithTypeInfo,
} from "graphql";
import { TYPE_STYLES, type TypeStyle } from "../../src/model/index.ts";
import { type ScalarType, scalars } from "../../src/model/scalars.ts";
import { mutate } from "./schema-mutations.ts";
import { BUILT_IN, generateFragment, generateOperation, type SharedFragment } from "./schema-operations.ts";
import type { OracleBase } from "./schema-oracle.ts";
import { createDice, type Dice, type Scalars } from "./schema-values.ts";

export interface BaseOptions {
  readonly name: string;
  readonly sdl: DocumentNode;
  readonly seed: number;
  readonly types: TypeStyle;
  /** Types of custom scalars. @default chosen at random */
  readonly scalars?: Scalars;
  readonly operations: number;
  readonly changes: number;
}

/** The styles of types, in turn. */
export function styleOf(index: number): TypeStyle {
  return TYPE_STYLES[index % TYPE_STYLES.length] ?? "open";
}

/**
 * Creates operations and random changes. Each change affects at least one of the operations, and is compared
 * for those.
 */
export function createBase({ sdl: plainSdl, seed, operations, changes, ...rest }: BaseOptions): OracleBase {
  const dice = createDice(seed);
  const sdl = addDirective(plainSdl);
  const before = buildASTSchema(sdl);
  const { document, used } = createOperations(before, dice, operations);
  const coordinates = [...new Set([...used.values()].flatMap((names) => [...names]))];
  // Fields of types outnumber enums, unions, input types and directives.
  const [fields, types] = [true, false].map((isField) =>
    coordinates.filter((coordinate) => coordinate.includes(".") === isField),
  );
  const pick = () => dice.pick((dice.below(2) === 0 && types?.length ? types : fields) ?? []);
  const affecting: OracleBase["changes"][number][] = [];
  for (
    let attempt = 0;
    coordinates.length > 0 && affecting.length < changes && attempt < changes * 10;
    attempt++
  ) {
    const changed = new Set(Array.from({ length: dice.pick([1, 1, 2]) }, pick));
    const after = change(sdl, before, dice, changed);
    const affected = [...used].flatMap(([name, usedNames]) =>
      [...changed].some((coordinate) => usedNames.has(coordinate)) ? [name] : [],
    );
    if (after) affecting.push({ after, names: new Set(affected) });
  }
  const scalars = rest.scalars ?? mapScalars(before, dice);
  return { ...rest, scalars, name: `${rest.name}, seed ${seed}`, before, document, changes: affecting };
}

const MAPPED: readonly ScalarType[] = [
  "string",
  "string | number",
  "number",
  "unknown",
  "any",
  "Readonly<Record<string, unknown>>",
  { input: "string | number", output: "string" },
];

/** Maps half of the custom scalars. The others have the defaults. */
export function mapScalars(schema: GraphQLSchema, dice: Dice): Scalars {
  const names = Object.values(schema.getTypeMap()).filter(
    (type) => isScalarType(type) && !isSpecifiedScalarType(type),
  );
  const mapped = names.flatMap(({ name }) =>
    dice.below(2) === 0 ? [[name, dice.pick(MAPPED)] as const] : [],
  );
  return { ...scalars, ...Object.fromEntries(mapped) };
}

const INPUTS: ReadonlySet<string> = new Set([Kind.INPUT_OBJECT_TYPE_DEFINITION, Kind.ENUM_TYPE_DEFINITION]);

/** Most schemas have no directive for operations. */
function addDirective(sdl: DocumentNode): DocumentNode {
  const inputs = sdl.definitions.filter(isTypeDefinitionNode).filter(({ kind }) => INPUTS.has(kind));
  const input = inputs[0]?.name.value ?? "ID";
  const directive = `directive @note(text: String = "a", level: Int, input: ${input})
    repeatable on QUERY | MUTATION | FIELD | INLINE_FRAGMENT | VARIABLE_DEFINITION`;
  return { ...sdl, definitions: [...sdl.definitions, ...parse(directive, { noLocation: true }).definitions] };
}

/**
 * Creates operations, and fragments that no operation spreads.
 *
 * @returns Also the elements that each of them uses.
 */
export function createOperations(
  schema: GraphQLSchema,
  dice: Dice,
  count: number,
): { readonly document: DocumentNode; readonly used: ReadonlyMap<string, ReadonlySet<string>> } {
  const documents = new Map<string, DocumentNode>();
  const shared = new Map<string, SharedFragment>();
  for (let attempt = 0; documents.size < count && attempt < count * 10; attempt++) {
    const name = `Operation${documents.size}`;
    const document =
      dice.below(10) === 0
        ? generateFragment(schema, dice, name)
        : generateOperation(schema, dice, name, shared);
    if (document) documents.set(name, document);
  }
  const used = new Map(
    [...documents].map(([name, definition]) => [name, findCoordinates(schema, definition)]),
  );
  const unique = new Map(
    [...documents.values()].flatMap(({ definitions }) => definitions.map((node) => [print(node), node])),
  );
  return { document: { kind: Kind.DOCUMENT, definitions: [...unique.values()] }, used };
}

/** Returns `undefined` if the result is invalid. */
function change(
  sdl: DocumentNode,
  before: GraphQLSchema,
  dice: Dice,
  coordinates: Iterable<string>,
): GraphQLSchema | undefined {
  let document = sdl;
  let schema = before;
  try {
    for (const coordinate of coordinates) {
      document = mutate(document, schema, dice, coordinate);
      schema = buildASTSchema(document);
      if (validateSchema(schema).length > 0) return undefined;
    }
  } catch {
    return undefined;
  }
  return schema === before ? undefined : schema;
}

/**
 * Coordinates of the used elements: `Type`, `Type.field` and `@directive`. Includes all types that implement
 * an interface.
 */
function findCoordinates(schema: GraphQLSchema, document: DocumentNode): ReadonlySet<string> {
  const coordinates = new Set<string>();
  const addInput = (type: GraphQLInputType): void => {
    const named = getNamedType(type);
    if (coordinates.has(named.name)) return;
    coordinates.add(named.name);
    if (isInputObjectType(named)) for (const field of Object.values(named.getFields())) addInput(field.type);
  };
  const info = new TypeInfo(schema);
  const visitor = visitWithTypeInfo(info, {
    Field() {
      const parent = info.getParentType();
      const field = info.getFieldDef();
      if (!parent || !field || field.name.startsWith("__")) return;
      const owners = isAbstractType(parent) ? [parent, ...schema.getPossibleTypes(parent)] : [parent];
      for (const { name } of owners) coordinates.add(`${name}.${field.name}`);
      coordinates.add(getNamedType(field.type).name);
      for (const { type } of field.args) addInput(type);
    },
    Directive() {
      const directive = info.getDirective();
      if (!directive || BUILT_IN.has(directive.name)) return;
      coordinates.add(`@${directive.name}`);
      for (const { type } of directive.args) addInput(type);
    },
    VariableDefinition() {
      const type = info.getInputType();
      if (type) addInput(type);
    },
  });
  visit(document, visitor);
  return new Set(
    [...coordinates].filter((name) => !["ID", "String", "Int", "Float", "Boolean"].includes(name)),
  );
}
