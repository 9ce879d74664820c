/** Reads the fields of objects: given values, relations in both directions, and generated values. */

import { type Field, toSnake } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLCompositeType,
  type GraphQLList,
  type GraphQLObjectType,
  type GraphQLOutputType,
  getNamedType,
  getNullableType,
  isCompositeType,
  isListType,
  isNonNullType,
} from "graphql";
import { remember } from "../maps.ts";
import { missingRule, RULES_FILE, RulesError } from "../rules/errors.ts";
import { type Item, isItem } from "../structure/items.ts";
import type { Structure } from "../structure/structure.ts";
import type { Generator } from "./generate.ts";
import { createRelations } from "./relations.ts";
import type { Store } from "./store.ts";

export interface ReadOptions {
  /** Number of lists that contain the object. @default 0 */
  readonly lists?: number;
  /** Arguments as text, if they change a generated value. */
  readonly variant?: string;
  /** Whether a value is generated even if it needs a rule. */
  readonly isLenient?: boolean;
}

export interface Reader {
  /**
   * The value of a field: a leaf value, an item, or a list of them. The value of a page is the list of all its items.
   *
   * @throws RulesError if no rule and no value decides it.
   */
  read(item: Item, field: Field, options?: ReadOptions): unknown;
}

export function createReader(structure: Structure, store: Store, generator: Generator): Reader {
  const listRelated = createRelations(structure, store, {
    one: (item, field) => readOne(item, field, {}),
    stored: (item, field) => readList(item, field, {}, true),
  });
  const required = new Map<Field, boolean>();
  const open = new Map<Field, readonly Item[]>();
  return { read };

  function read(item: Item, field: Field, options: ReadOptions = {}): unknown {
    if (structure.itemTypeOf(field.type)) return readList(item, field, options);
    const type = getNullableType(field.type);
    if (isCompositeType(type)) return readOne(item, field, options);
    if (isListType(type) && isCompositeType(getNamedType(type))) return readNested(item, field, type, options);
    const relation = structure.relationOf(item.type, field.name);
    if (relation) return readOne(item, relation, options)?.id ?? null;
    const value = stored(item, field);
    if (value !== undefined) return value;
    if (isCount(field) && !options.isLenient) throw missingCount(item.type, field);
    return generator.isNull(item, field) ? null : generator.leaf(item, field, options.variant);
  }

  /** The given value, or the value of a created object. */
  function stored(item: Item, field: Field): unknown {
    const value = item.values[field.name];
    if (value !== undefined || item.origin !== "created") return value;
    if (!isNonNullType(field.type)) return null;
    if (isListType(getNullableType(field.type))) return [];
    throw createdWithout(item, field);
  }

  function readOne(item: Item, field: Field, options: ReadOptions): Item | null {
    const value = stored(item, field);
    if (value === null) return null;
    const isNullable = !isRequired(item.type, field);
    const type = getNamedType(field.type) as GraphQLCompositeType;
    if (!isItem(value)) {
      if (!structure.isEntity(type)) return generator.isNull(item, field) ? null : generator.part(item, field, type);
      if (isNullable && (item.origin === "data" || generator.isNull(item, field))) return null;
    }
    const target = isItem(value) ? value : generator.target(item, field, listOpen(field, type));
    if (target && !(target.isDeleted && isNullable)) return target;
    if (isNullable) return null;
    if (options.isLenient) return generator.part(item, field, type);
    throw new RulesError(`${item.type.name}.${field.name} is ${field.type}, but the data has no ${type.name}.`);
  }

  /** Whether the field, or the one with its ID, cannot be null. */
  function isRequired(type: GraphQLObjectType, field: Field): boolean {
    return remember(required, field, () => {
      const aliases = Object.values(type.getFields()).filter((each) => structure.relationOf(type, each.name) === field);
      return [field, ...aliases].some((each) => isNonNullType(each.type));
    });
  }

  function readList(item: Item, field: Field, options: ReadOptions, isStored = false): readonly (Item | null)[] {
    const { lists = 0 } = options;
    const related = isStored ? undefined : listRelated(item, field);
    if (related) return related;
    const value = item.values[field.name];
    if (Array.isArray(value)) return value.filter((each) => !(isItem(each) && each.isDeleted));
    if (value === null || item.origin === "created" || generator.isNull(item, field)) return [];
    const type = structure.itemTypeOf(field.type) as GraphQLCompositeType;
    if (!structure.isEntity(type)) return generator.parts(item, field, type, lists) as readonly Item[];
    if (item.origin === "data") return [];
    const known = store.initial(type);
    return generator.some(item, field, known, lists).filter(({ isDeleted }) => !isDeleted);
  }

  /** Lists in lists. */
  function readNested(
    item: Item,
    field: Field,
    { ofType }: GraphQLList<GraphQLOutputType>,
    { lists = 0 }: ReadOptions,
  ): unknown {
    const value = stored(item, field);
    if (value !== undefined) return value;
    if (generator.isNull(item, field)) return null;
    return structure.isEntity(getNamedType(ofType)) ? [] : generator.parts(item, field, ofType, lists);
  }

  /** Rows to which a relation can refer: not those whose lists the data gives, because these are complete. */
  function listOpen(field: Field, type: GraphQLCompositeType): readonly Item[] {
    const isComplete = (candidate: Item, name: string): boolean => {
      const list = Array.isArray(candidate.values[name]) ? candidate.type.getFields()[name] : undefined;
      return list !== undefined && structure.inverseOf(candidate.type, list)?.field === field;
    };
    return remember(open, field, () =>
      store.initial(type).filter((each) => !Object.keys(each.values).some((name) => isComplete(each, name))),
    );
  }
}

/** Whether a field is a number of other objects, which the platform cannot know. */
export function isCount(field: Pick<Field, "name" | "type">): boolean {
  return String(getNullableType(field.type)) === "Int" && /(?:^|_)count$|^number_of_|^num_/.test(toSnake(field.name));
}

function missingCount({ name }: GraphQLObjectType, field: Field): RulesError {
  const line = `${field.name}: ({ id }, _, { db }) => db.….filter(…).length, // or generated`;
  return missingRule(`the number ${name}.${field.name}`, `resolvers.${name}`, line);
}

function createdWithout({ type, id }: Item, { name, type: fieldType }: Field): RulesError {
  if (id === undefined) {
    const what = `This ${type.name} has no "${name}", which is ${fieldType}.`;
    return new RulesError(`${what} Set it in the resolver in ${RULES_FILE} that creates or returns it.`);
  }
  const what = `A mutation created this ${type.name} (${id}) without "${name}", which is ${fieldType}.`;
  const line = `  db.${type.name}.create({ ...input, ${name}: … })`;
  return new RulesError(`${what} Set it in the mutation's resolver in ${RULES_FILE}, as in\n\n${line}`);
}
