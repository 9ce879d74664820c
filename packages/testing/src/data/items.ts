/** Objects of the platform, and objects while they are resolved. */

import { type Args, idFieldOf } from "@integration-platform/graphql-compiler/conventions";
import type { GraphQLObjectType } from "graphql";
import type { PayloadError } from "./payload-errors.ts";

/** An object whose fields can be read: one of the store, or a part of one. */
export interface Item {
  readonly type: GraphQLObjectType;
  /** Determines the generated values. The same for all versions of an object. */
  readonly key: string;
  /** Known values, by field name. Objects of the store are references. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Absent for an object that is not in the store. */
  readonly origin?: Origin | undefined;
}

/** How an object came into the store. */
export interface Origin {
  /**
   * `initial`: at the start. `created`: by a mutation. `found`: by a look-up of an ID that no list contains, because a type
   * without data has an object for every ID.
   */
  readonly kind: "initial" | "created" | "found";
  /** Position among the initial objects of its type. 0 for others. */
  readonly index: number;
}

const REFERENCE: unique symbol = Symbol("reference");

/** Refers to an object of the store. */
export interface Reference {
  readonly [REFERENCE]: true;
  readonly type: GraphQLObjectType;
  readonly key: string;
  /** Value of the ID field. */
  readonly id: unknown;
}

export function referTo(item: Item): Reference {
  return { [REFERENCE]: true, type: item.type, key: item.key, id: idOf(item) };
}

/** The ID of an object of the store. */
export function idOf({ type, fields }: Item): unknown {
  return fields[idFieldOf(type)?.name ?? ""];
}

export function isReference(value: unknown): value is Reference {
  return typeof value === "object" && value !== null && REFERENCE in value;
}

const SOURCE: unique symbol = Symbol("source");

/** An object while it is resolved. */
export interface Source extends Item {
  readonly [SOURCE]: true;
  /** Number of lists that contain the object. */
  readonly lists: number;
  /** Mock data of the operation, by response name. */
  readonly responses?: Readonly<Record<string, unknown>> | undefined;
  /** For the payload of a mutation. */
  readonly mutation?: Mutation | undefined;
  /** Whether this is the root of the operation. */
  readonly isRoot?: boolean;
}

/** A mutation that was executed or rejected. */
export interface Mutation {
  /** Arguments and the fields of input objects, by name. */
  readonly input: Args;
  readonly rejection: readonly PayloadError[] | undefined;
  /** Objects that the mutation created, changed or deleted. */
  readonly affected: readonly Item[];
}

/** A position in the response. */
export interface Place {
  readonly key: string;
  readonly lists: number;
  /** `key` without the arguments of the field, so that all pages of a connection have the same items. */
  readonly listKey?: string;
}

export function createSource(
  type: GraphQLObjectType,
  { key, lists }: Place,
  fields: Item["fields"] = {},
  more: Pick<Source, "responses" | "mutation" | "isRoot" | "origin"> = {},
): Source {
  return { [SOURCE]: true, type, key, lists, fields, ...more };
}

export function toSource(item: Item, lists: number): Source {
  return createSource(item.type, { key: item.key, lists }, item.fields, { origin: item.origin });
}

export function isSource(value: unknown): value is Source {
  return typeof value === "object" && value !== null && SOURCE in value;
}

/** The position of an entry of a list. */
export function enter({ key, lists }: Place, index: number): Place {
  return { key: `${key}[${index}]`, lists: lists + 1 };
}
