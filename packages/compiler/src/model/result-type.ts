/**
 * The TypeScript types of results and variables, as trees. In an open style (`type-style.ts`), types of
 * results also have a place for the enum values and object types that a later schema adds.
 */

import type { FieldNode } from "graphql";
import { type UNKNOWN_TYPE, UNKNOWN_VALUE } from "./open-types.ts";

/** The type of a value in a result or in variables. */
export type ResultType = Leaf | List | Nullable | Objects;

/** A scalar or an enum: a union of types without parts, such as `string`, `"ACTIVE"` or `unknown`. */
export interface Leaf {
  readonly kind: "leaf";
  /** Name of the scalar or enum, or `__typename`. */
  readonly name: string;
  /** Exported name of an enum. Scalars have none. */
  readonly exported?: ExportedName | undefined;
  /**
   * The types of the union. Literals have double quotes. Of `__typename`, there is one: the name of an object
   * type, or {@link UNKNOWN_TYPE}. In an open style, an enum of a result has {@link UNKNOWN_ATOM} too.
   */
  readonly atoms: ReadonlySet<string>;
}

/** The atom of an enum for values that a later schema adds. */
export const UNKNOWN_ATOM: string = JSON.stringify(UNKNOWN_VALUE);

export interface List {
  readonly kind: "list";
  readonly of: ResultType;
}

/** Can be `null`; in variables also `undefined`. */
interface Nullable {
  readonly kind: "nullable";
  readonly of: ResultType;
}

/**
 * An object, or a union of objects.
 *
 * An object type or an input type has one member. An input type with `@oneOf` has one for each field: this
 * field is required in it, and all others are optional and `never`. An interface or union has up to three
 * kinds of members:
 *
 * - one for each type that the document distinguishes: by a fragment on it, or by `__typename`, which
 *   distinguishes all. In the style `graphql-codegen` also one for each type with a field whose type is
 *   narrower than the interface declares;
 * - one for each group of other types to which the same fragments on interfaces or unions apply;
 * - the rest, for all types in none of these members. It exists if there are any, or if the style is open.
 */
export interface Objects {
  readonly kind: "objects";
  /** Name of the object type, interface, union or input type in the schema. */
  readonly name: string;
  /** Name of the exported TypeScript type. */
  readonly exported: ExportedName;
  /** In the order of the schema; the rest is the last. Empty: `never`. */
  readonly members: readonly Member[];
  /**
   * Whether the type is written as a union of its members. `false` for an object type, for an input type
   * without `@oneOf`, and for an interface or union of which all types are the rest: the only member is then
   * the whole type.
   */
  readonly isUnion: boolean;
}

/** Object types with the same fields, or an input type. */
export interface Member {
  /**
   * In a union of object types, a name of its own. Otherwise, the same object as `Objects.exported`. Absent
   * if nothing is selected on these types.
   */
  readonly exported: ExportedName | undefined;
  /**
   * Names of the object types in the schema, in its order. Empty if they are all of a later schema. In an
   * input type: the name of the input type.
   */
  readonly types: readonly string[];
  /** Whether it is the rest of an interface or union. */
  readonly isRest: boolean;
  /** Whether it is the rest in an open style: it also covers types that a later schema adds. */
  readonly isOpen: boolean;
  /** By response name, in the order of the document. Empty if nothing is selected on these types. */
  readonly properties: ReadonlyMap<string, Property>;
}

export interface Property {
  readonly type: ResultType;
  /** Whether it can be absent. It then has a question mark. */
  readonly optional: boolean;
  /**
   * Coordinate of the field: on the object type if the document distinguishes it, otherwise on the interface
   * in whose selection set the field is. In variables, on the input type.
   */
  readonly coordinate: string;
  readonly description?: string | undefined;
  readonly deprecationReason?: string | undefined;
  /** The first occurrence of the field in the document. Absent in variables. */
  readonly node?: FieldNode | undefined;
}

/**
 * A name that is unique in the generated file. `names.ts` sets it after the types that refer to it are built,
 * so all references share the object. For all other code, it is constant.
 */
export interface ExportedName {
  readonly name: string;
}

/** Removes the nullability of the outermost type. */
export function unwrap(type: ResultType): Exclude<ResultType, Nullable> {
  return type.kind === "nullable" ? unwrap(type.of) : type;
}

/** Whether every value is assignable to a type, also `null`: it is `unknown` or `any`. */
export function acceptsAnything(type: ResultType): boolean {
  return type.kind === "leaf" && (type.atoms.has("unknown") || type.atoms.has("any"));
}
