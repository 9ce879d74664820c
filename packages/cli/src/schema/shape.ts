/** TypeScript types as the generated code has them, reduced to what assignability asks. */

import type { FieldNode } from "graphql";

/** A type of a result or of variables. */
export type Shape = Atoms | List | Nullable | Objects;

/** A scalar or an enum: a union of types that have no parts, such as `string`, `"ACTIVE"` or `unknown`. */
export interface Atoms {
  readonly kind: "atoms";
  /** Of the scalar or enum. */
  readonly name: string;
  readonly isEnum: boolean;
  readonly atoms: ReadonlySet<string>;
}

export interface List {
  readonly kind: "list";
  readonly of: Shape;
}

/** May be `null`; in variables `undefined` too. */
export interface Nullable {
  readonly kind: "nullable";
  readonly of: Shape;
}

/** A union of object types, one for each type that is possible; `never` if none is. */
export interface Objects {
  readonly kind: "objects";
  /** Of the object type, interface, union or input type. */
  readonly name: string;
  readonly members: readonly Member[];
  /** Types that are possible too, but of which nothing is selected: a member without properties stands for them. */
  readonly unselected?: readonly string[];
}

export interface Member {
  /** Of the object type. */
  readonly name: string;
  /** None at all where nothing is selected of the type: codegen then writes `Record<PropertyKey, never>`. */
  readonly properties: ReadonlyMap<string, Property>;
}

export interface Property {
  readonly shape: Shape;
  /** Written with a question mark. */
  readonly optional: boolean;
  /** Of the field on the object type itself, even where an interface is selected. */
  readonly coordinate: string;
  /** The field in the document; variables' types have none. */
  readonly node?: FieldNode;
}

/** The atoms of a mapped type's text. What has brackets is one atom: only the very same text is equal to it. */
export function splitAtoms(text: string): ReadonlySet<string> {
  return new Set(/[<>(){}[\]]/.test(text) ? [text.trim()] : text.split("|").map((part) => part.trim()));
}

/** Whether a type holds every value: then a change of it goes unseen by the compiler. */
export function holdsAnything(shape: Shape): boolean {
  return shape.kind === "atoms" && (shape.atoms.has("unknown") || shape.atoms.has("any"));
}
