/** The styles of generated types: what the types accept, and how they are written. */

/**
 * - `open`: results have a member for enum values and object types that a later schema adds.
 * - `closed`: results have only the values and object types of the schema.
 * - `graphql-codegen`: the names and shapes that `@graphql-codegen/typescript-operations` 6 writes by
 *   default. They are closed.
 */
export type TypeStyle = "open" | "closed" | "graphql-codegen";

export const TYPE_STYLES: readonly TypeStyle[] = ["open", "closed", "graphql-codegen"];

/** How the types of a style differ from those of the others. */
export interface StyleTraits {
  /** Whether results have a member for what a later schema adds. */
  readonly isOpen: boolean;
  /** Whether known custom scalars, such as `DateTime`, have a type without an option. */
  readonly mapsScalars: boolean;
  /** Whether the names of enums and input types are in Pascal case, as those of operations. */
  readonly convertsNames: boolean;
  /**
   * Whether a field has the type of the implementing object type, even if the document does not distinguish
   * that type.
   */
  readonly usesImplementations: boolean;
  /** Whether the type of a fragment lacks the types on which it selects nothing. */
  readonly omitsEmptyInFragments: boolean;
  /** Start of a property in a result or an input type. */
  readonly modifier: "readonly " | "";
  readonly list: "ReadonlyArray" | "Array";
  /** Whether a variable with a list accepts a single item, as servers do. */
  readonly acceptsItems: boolean;
  /** Whether a nullable variable accepts `null` in a non-null position, although servers reject it. */
  readonly acceptsNullAnywhere: boolean;
  /** Whether an input with a default can be `undefined`, with `exactOptionalPropertyTypes` too. */
  readonly acceptsUndefined: boolean;
  /** Type of an object on which nothing is selected. `undefined`: it has an absent `__typename`. */
  readonly empty?: string;
}

const OWN: Omit<StyleTraits, "isOpen"> = {
  mapsScalars: true,
  convertsNames: false,
  usesImplementations: false,
  omitsEmptyInFragments: false,
  modifier: "readonly ",
  list: "ReadonlyArray",
  acceptsItems: false,
  acceptsNullAnywhere: false,
  acceptsUndefined: true,
};

const TRAITS: Readonly<Record<TypeStyle, StyleTraits>> = {
  open: { ...OWN, isOpen: true },
  closed: { ...OWN, isOpen: false },
  "graphql-codegen": {
    isOpen: false,
    mapsScalars: false,
    convertsNames: true,
    usesImplementations: true,
    omitsEmptyInFragments: true,
    modifier: "",
    list: "Array",
    acceptsItems: true,
    acceptsNullAnywhere: true,
    acceptsUndefined: false,
    empty: "Record<PropertyKey, never>",
  },
};

export function traitsOf(style: TypeStyle): StyleTraits {
  return TRAITS[style];
}
