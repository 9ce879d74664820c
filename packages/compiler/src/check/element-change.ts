/** What a schema change means for an operation, as data: the change of an element, the code that it stops, and its harm. */

/**
 * A kind of code that a change can stop: it no longer compiles.
 *
 * - `reads`: uses results.
 * - `writes`: passes variables.
 * - `builds`: builds a result, such as a mock or `platform.answer`.
 * - `echoes`: reads variables back.
 * - `exhausts`: lists all members of an enum, a union or an input type, as a map, a `switch` without `default`, or `Required`.
 */
export type CodeKind = "reads" | "writes" | "builds" | "echoes" | "exhausts";

/** All kinds of code, in the order of reports. */
export const CODE_KINDS: readonly CodeKind[] = ["reads", "writes", "builds", "echoes", "exhausts"];

/** Kinds of code that always break. The option `breaks` adds others. */
export const BREAKING_CODE: readonly CodeKind[] = ["reads", "writes"];

/**
 * A change of the element with the finding's coordinate. Types and values are written as in SDL or in TypeScript. `sentences.ts`
 * has the sentence of each.
 */
export type ElementChange =
  /** The operation is invalid. `error` is the message of graphql-js. */
  | { readonly kind: "invalid"; readonly error: string }
  /** The document omits an input that is now required. */
  | { readonly kind: "omitted" }
  /** A value in a result. `depth` is the number of lists around it. */
  | { readonly kind: "nullability"; readonly now: "nullable" | "non-null"; readonly depth: number }
  /**
   * Another type. `rejects`: values that the platform no longer accepts; empty if they are most values; absent if there are none. `lost`: an exported
   * name that generated code no longer has, or that now belongs to another type.
   */
  | {
      readonly kind: "type";
      readonly was: string;
      readonly now: string;
      readonly rejects?: string;
      readonly lost?: string;
    }
  /** An input became required or optional; a field of a result can now be absent, or is always present. */
  | { readonly kind: "presence"; readonly now: "required" | "optional" | "absent" | "present" }
  /** A value of an enum. `in`: the field whose result has it; absent for variables. */
  | {
      readonly kind: "value";
      readonly change: "added" | "removed";
      readonly value: string;
      readonly in?: string;
    }
  /** Possible types of a union or an interface. `of`: the field or the type. Types without a name are "an unknown type". */
  | {
      readonly kind: "members";
      readonly of: string;
      readonly added: readonly string[];
      readonly removed: readonly string[];
    }
  /** A type implements other interfaces, so `of` has other fields for it. */
  | { readonly kind: "interfaces"; readonly of: string }
  /** A field in the result of object types. */
  | {
      readonly kind: "field";
      readonly change: "added" | "removed";
      readonly name: string;
      readonly types: readonly string[];
    }
  /** A field of an input type. */
  | { readonly kind: "input"; readonly change: "added" | "removed"; readonly required: boolean }
  /** An input type accepts exactly one of its fields (`true`), or more. */
  | { readonly kind: "one-of"; readonly now: boolean }
  /** A default value; `null` for none. `by`: what relies on it, which is the operation, calls, or a variable. */
  | {
      readonly kind: "default";
      readonly was: string | null;
      readonly now: string | null;
      readonly by: string;
    }
  /** A position no longer accepts the null that a variable can have. */
  | { readonly kind: "null"; readonly variable: string }
  /** The platform receives the same literal as another value, such as `[1]` for `1`. */
  | { readonly kind: "form"; readonly was: string; readonly now: string }
  /** Generated code no longer exports a type under this name, or exports another type. */
  | { readonly kind: "name"; readonly name: string }
  /** The element itself, as the cause of other changes. */
  | { readonly kind: "removed" }
  | { readonly kind: "added" };

/**
 * What a breaking change does.
 *
 * - `rejected`: the server rejects calls now, because the document is invalid, or because variables are missing or invalid.
 * - `code`: code no longer compiles, or a wrong value is read or received. The server accepts all calls.
 */
export type Harm = "rejected" | "code";

/** All kinds of harm, the worst first. */
export const HARMS: readonly Harm[] = ["rejected", "code"];

/** All kinds of code in the lists, each once. */
export function mergeCode(...lists: readonly (readonly CodeKind[])[]): readonly CodeKind[] {
  const kinds = new Set(lists.flat());
  return CODE_KINDS.filter((code) => kinds.has(code));
}
