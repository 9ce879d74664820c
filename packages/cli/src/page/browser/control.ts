/** The fields of a form: what they can do, and how they are sent. */

import type { InputField } from "../protocol.ts";
import { parseType, type TypeReference } from "./input-types.ts";

/** A field of the form. */
export interface Control {
  readonly element: HTMLElement;
  /**
   * The value. `undefined` if it is not sent.
   *
   * @throws FieldError if the browser has no value for what was typed.
   */
  read(): unknown;
  /** The field of a member or an entry. */
  at(key: string): Control | undefined;
  showError(message: string | undefined): void;
  focus(): void;
}

/** A field that needs another value. */
export class FieldError extends Error {
  override readonly name: string = "FieldError";
  readonly control: Pick<Control, "focus">;

  constructor(control: Pick<Control, "focus">) {
    super("Correct the marked field.");
    this.control = control;
  }
}

/** How a field is sent. */
type Mode = "omit" | "null" | "value";

export interface FieldOptions {
  readonly label: string;
  readonly type: TypeReference;
  readonly description?: string;
  /** The modes, and how they are shown; the first one is chosen. */
  readonly modes: readonly (readonly [mode: Mode, text: string])[];
}

/** The options of a variable or of a field of an input object. */
export function optionsOf({ name, type: text, defaultValue, description }: InputField): FieldOptions {
  const type = parseType(text);
  const canOmit = !type.isRequired || defaultValue !== undefined;
  const omitted = defaultValue === undefined ? "not sent" : `default: ${defaultValue}`;
  return {
    label: name,
    type,
    ...(description !== undefined && { description }),
    modes: [
      ...(canOmit ? [["omit", omitted] as const] : []),
      ...(type.isRequired ? [] : [["null", "null"] as const]),
      ["value", "value"],
    ],
  };
}

/** Fields contain fields: of an input object, or of the entries of a list. */
export type CreateControl = (options: FieldOptions) => Promise<Control>;

/** The values that are sent, by name. */
export function readControls(controls: ReadonlyMap<string, Control>): Record<string, unknown> {
  const entries = [...controls].map(([name, control]) => [name, control.read()] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== undefined));
}
