/** Builds the operations and the schema changes that the oracles compare. */

import {
  buildASTSchema,
  type DocumentNode,
  type GraphQLSchema,
  isTypeDefinitionNode,
  Kind,
  parse,
  print,
  validateSchema,
} from "graphql";
import { createDice, type Dice, mutate } from "./schema-mutations.ts";
import { findCoordinates, generateFragment, generateOperation, type SharedFragment } from "./schema-operations.ts";
import type { OracleBase } from "./schema-oracle.ts";

export interface BaseOptions {
  readonly name: string;
  readonly sdl: DocumentNode;
  readonly seed: number;
  readonly openTypes: boolean;
  readonly operations: number;
  readonly changes: number;
}

/** Creates operations and random changes. Each change affects at least one of the operations, and is compared for those. */
export function createBase({ sdl: given, seed, operations, changes, ...rest }: BaseOptions): OracleBase {
  const dice = createDice(seed);
  const sdl = addDirective(given);
  const before = buildASTSchema(sdl);
  const { document, used } = createOperations(before, dice, operations);
  const coordinates = [...new Set([...used.values()].flatMap((one) => [...one]))];
  const found: OracleBase["changes"][number][] = [];
  for (let attempt = 0; coordinates.length > 0 && found.length < changes && attempt < changes * 10; attempt++) {
    const changed = new Set(Array.from({ length: dice.pick([1, 1, 2]) }, () => dice.pick(coordinates)));
    const after = change(sdl, before, dice, changed);
    const affected = [...used].flatMap(([name, one]) =>
      [...changed].some((coordinate) => one.has(coordinate)) ? [name] : [],
    );
    if (after) found.push({ after, names: new Set(affected) });
  }
  return { ...rest, name: `${rest.name}, seed ${seed}`, before, document, changes: found };
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

/** Creates operations, and fragments that no operation spreads. @returns Also the elements that each of them uses. */
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
      dice.below(10) === 0 ? generateFragment(schema, dice, name) : generateOperation(schema, dice, name, shared);
    if (document) documents.set(name, document);
  }
  const used = new Map([...documents].map(([name, one]) => [name, findCoordinates(schema, one)]));
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
  let [document, schema] = [sdl, before];
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
