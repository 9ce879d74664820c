/** The TypeScript types of results and variables, as trees. */

import type { FieldNode } from "graphql";
import { UNKNOWN_VALUE } from "./open-types.ts";

/** The type of a value in a result or in variables. */
export type ResultType = Leaf | List | Nullable | Objects;

/** A scalar or an enum: a union of types without parts, such as `string`, `"ACTIVE"` or `unknown`. */
export interface Leaf {
  readonly kind: "leaf";
  /** Name of the scalar or enum in the schema; `__typename` for the name of an object type, or `"%other"`. */
  readonly name: string;
  /** Exported name of an enum. Scalars have none. */
  readonly exported?: ExportedName | undefined;
  /** Literals have double quotes. An enum of an open result contains {@link UNKNOWN_ATOM}. */
  readonly atoms: ReadonlySet<string>;
}

/** The atom of an open enum for values that a later schema adds. */
export const UNKNOWN_ATOM: string = JSON.stringify(UNKNOWN_VALUE);

export interface List {
  readonly kind: "list";
  readonly of: ResultType;
}

/** Can be `null`; in variables also `undefined`. */
export interface Nullable {
  readonly kind: "nullable";
  readonly of: ResultType;
}

/**
 * An object, or a union of objects. Its members are:
 *
 * - of an object type, and of an interface or union whose types the document does not distinguish: one;
 * - of an interface or union whose types it distinguishes: one for each type that it names, or for the types that meet the same
 *   conditions; and one for all others, if there are any or if the style is open;
 * - of an input type: one. With `@oneOf`: one for each field, in which only this field is set.
 *
 * If `isUnion` is false, the member has the exported name of the whole, and so do the members of `@oneOf`. Each of the others has
 * its own, unless it is empty.
 */
export interface Objects {
  readonly kind: "objects";
  /** Name of the object type, interface, union or input type in the schema. */
  readonly name: string;
  /** Name of the exported TypeScript type. */
  readonly exported: ExportedName;
  /** In the order of the schema; the member for all other types is the last. Empty: `never`. */
  readonly members: readonly Member[];
  /** Whether the document (or `@oneOf`) distinguishes the members, so that each has a type of its own. */
  readonly isUnion: boolean;
}

/** The object types for which the document selects the same fields. */
export interface Member {
  /** The same object as `Objects.exported` if the member shares its name. Absent if nothing is selected: the member is not exported. */
  readonly exported: ExportedName | undefined;
  /** Names of the object types in the schema, in its order. In an input type: the name of the input type. */
  readonly types: readonly string[];
  /** Whether it covers those types of an interface or union that the document does not distinguish. */
  readonly isRest: boolean;
  /** Whether it also covers types that a later schema adds. */
  readonly isOpen: boolean;
  /** By response name, in the order of the document. Empty if nothing is selected on these types. */
  readonly properties: ReadonlyMap<string, Property>;
}

export interface Property {
  readonly type: ResultType;
  /** Whether it can be absent. It then has a question mark. */
  readonly optional: boolean;
  /**
   * Coordinate of the field: on the object type if the member is for one type by its name, otherwise on the interface that the
   * document selects. In variables, on the input type.
   */
  readonly coordinate: string;
  readonly description?: string | undefined;
  readonly deprecationReason?: string | undefined;
  /** The first occurrence of the field in the document. Absent in variables. */
  readonly node?: FieldNode | undefined;
}

/**
 * A name that is unique in the generated file. All references to a type share the object, because the names of nested types are
 * chosen after the types that refer to them are built.
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
