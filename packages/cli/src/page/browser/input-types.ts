/** Input types of the schema: the parts of `[OrderFilter!]`, and the description of a name. */

import type { InputType } from "../protocol.ts";
import { load } from "./backend.ts";

export interface TypeReference {
  /** The type as in the schema. */
  readonly text: string;
  readonly isRequired: boolean;
  /** The type of the entries, if it is a list. */
  readonly entry?: TypeReference;
  /** Name of the type, or of the innermost entries. */
  readonly name: string;
}

export function parseType(text: string): TypeReference {
  const isRequired = text.endsWith("!");
  const inner = isRequired ? text.slice(0, -1) : text;
  if (!inner.startsWith("[")) return { text, isRequired, name: inner };
  const entry = parseType(inner.slice(1, -1));
  return { text, isRequired, entry, name: entry.name };
}

const types = new Map<string, Promise<InputType>>();

/** Each type is asked for once. @throws PageError */
export function findInputType(name: string): Promise<InputType> {
  const type = types.get(name) ?? load("input", { name });
  types.set(name, type);
  type.catch(() => types.delete(name));
  return type;
}

/** The next server can have another schema. */
export function forgetInputTypes(): void {
  types.clear();
}
