/** Whether what a test gives fits the operation and the schema. */

import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  OperationTypeNode,
  type SelectionSetNode,
} from "graphql";
import type { Operation } from "./document.ts";
import { type Given, markGiven } from "./given.ts";
import { findLeafMisfit, show } from "./leaf.ts";
import { selectFields } from "./select.ts";

/** What is behind the gaps of an answer. */
export interface AnswerContext {
  readonly schema: GraphQLSchema;
  readonly seed: number;
  /** What the platform itself would answer from, at the root of a query. */
  readonly behind: unknown;
}

export interface Fitting extends AnswerContext {
  readonly operation: Operation;
  /** Whether what is not given is a misfit. */
  readonly exact: boolean;
}

/** A value on its way into the answer. */
interface Place {
  readonly path: string;
  readonly lists: number;
  readonly behind: unknown;
}

/**
 * A copy of the data, ready to be answered from.
 *
 * @throws TypeError Where it does not fit: all that is wrong, each with its path.
 */
export function fitData({ schema, operation, seed, exact, behind }: Fitting, data: object): Given {
  const misfits: string[] = [];
  const selecting = { schema, fragments: operation.fragments };
  const { operation: kind, selectionSet } = operation.node;
  const root = schema.getRootType(kind);
  const place = { path: "", lists: 0, behind: kind === OperationTypeNode.QUERY ? behind : undefined };
  const given = root && copyObject(root, [selectionSet], data, place);
  if (misfits.length > 0 || !given) {
    throw new TypeError([`The answer does not fit ${operation.name}:`, ...misfits].join("\n  "));
  }
  return given;

  function copy(type: GraphQLOutputType, sets: readonly SelectionSetNode[], value: unknown, place: Place): unknown {
    if (value === undefined) return reject(place, "is undefined: leave it out to have it filled in");
    if (isNonNullType(type)) {
      return value === null ? reject(place, `is null, which ${type} never is`) : copy(type.ofType, sets, value, place);
    }
    if (value === null) return null;
    if (isListType(type)) {
      if (!Array.isArray(value)) return reject(place, `is ${show(value)}, not a list: it is ${type}`);
      return Array.from(value, (entry, index) => copy(type.ofType, sets, entry, enter(place, index)));
    }
    if (isLeafType(type)) {
      const misfit = findLeafMisfit(type, value);
      return misfit === undefined ? value : reject(place, misfit);
    }
    if (typeof value !== "object" || Array.isArray(value)) {
      return reject(place, `is ${show(value)}, not an object: it is ${type}`);
    }
    if (isObjectType(type)) return copyObject(type, sets, value, place);
    const possible = schema.getPossibleTypes(type);
    const chosen = chooseType(possible, sets, value);
    if (chosen) return copyObject(chosen, sets, value, place);
    return reject(
      place,
      `does not tell which ${type} it is: give it fields that one has, or __typename ${list(possible)}`,
    );
  }

  function copyObject(type: GraphQLObjectType, sets: readonly SelectionSetNode[], value: object, place: Place): Given {
    const selected = selectFields(selecting, type, sets);
    const fields: Record<string, unknown> = { __typename: type.name };
    const members = Object.entries(value);
    for (const [name, member] of members) {
      const field = selected.get(name);
      const at = enter(place, name, field?.fieldName);
      if (name === "__typename" || field?.fieldName === "__typename") {
        if (member !== type.name) reject(at, `is ${show(member)}, not "${type.name}"`);
      } else if (field) fields[name] = copy(field.type, field.below, member, at);
      else reject(at, `is not selected from ${type.name}: the operation selects ${[...selected.keys()].join(", ")}`);
    }
    const missing = exact ? [...selected].filter(([name]) => !Object.hasOwn(value, name)) : [];
    for (const [name, { type: missed, fieldName }] of missing) {
      if (fieldName !== "__typename") reject(enter(place, name), `is missing: it is ${missed}`);
    }
    const origin = { key: `${seed}:${operation.name}:${place.path}`, lists: place.lists };
    return markGiven(fields, { origin, behind: place.behind });
  }

  /** The type that is named, or else the first that has all the fields that are given. */
  function chooseType(
    possible: readonly GraphQLObjectType[],
    sets: readonly SelectionSetNode[],
    value: object,
  ): GraphQLObjectType | undefined {
    const { __typename: named, ...fields } = { __typename: undefined, ...value };
    if (named !== undefined) return possible.find(({ name }) => name === named);
    return possible.find((type) => {
      const selected = selectFields(selecting, type, sets);
      return Object.keys(fields).every((name) => selected.has(name));
    });
  }

  function reject({ path }: Place, reason: string): undefined {
    misfits.push(`${path} ${reason}`);
  }
}

function enter({ path, lists, behind }: Place, step: string | number, fieldName: string | number = step): Place {
  const next: unknown = typeof behind === "object" && behind !== null ? Reflect.get(behind, fieldName) : undefined;
  if (typeof step === "number") return { path: `${path}[${step}]`, lists: lists + 1, behind: next };
  return { path: path === "" ? step : `${path}.${step}`, lists, behind: next };
}

/** Names shown of the types that an object may be of: an interface may have hundreds. */
const SHOWN = 10;

function list(types: readonly GraphQLObjectType[]): string {
  const names = types.slice(0, SHOWN).map(({ name }) => name);
  return [...names, ...(types.length > SHOWN ? ["…"] : [])].join(", ");
}
