/** The content of a field of a form: one value, a list of fields, or the fields of an object. */

import type { InputField, InputType } from "../protocol.ts";
import { type Control, type CreateControl, optionsOf, readControls } from "./control.ts";
import { h } from "./dom.ts";
import type { TypeReference } from "./input-types.ts";

export interface Body {
  readonly element: HTMLElement;
  /** The element for which an error is said, if it is one. */
  readonly input?: HTMLElement;
  /** A value, or what is wrong with what was typed. */
  read(): { readonly value?: unknown; readonly problem?: string };
  at(key: string): Control | undefined;
  focus(): void;
}

interface ValueOptions {
  readonly id: string;
  readonly typeName: string;
  readonly type: InputType;
  onInput(): void;
}

export function createValue({ id, typeName, type, onInput }: ValueOptions): Body {
  const input = createInput(id, typeName, type);
  input.addEventListener("input", onInput);
  return {
    element: input,
    input,
    read: () => readInput(input, typeName),
    at: () => undefined,
    focus: () => input.focus(),
  };
}

type Input = HTMLInputElement | HTMLSelectElement;

function createInput(id: string, typeName: string, type: InputType): Input {
  if (type.kind === "enum")
    return h(
      "select",
      { id },
      type.values.map((value) => h("option", {}, value)),
    );
  if (typeName === "Boolean") return h("input", { id, type: "checkbox" });
  if (typeName === "Int" || typeName === "Float")
    return h("input", { id, type: "number", step: "any", autocomplete: "off" });
  const isText = typeName === "String" || typeName === "ID";
  const placeholder = isText ? undefined : "Text, or JSON that starts with { or [";
  return h("input", { id, type: "text", autocomplete: "off", spellcheck: "false", placeholder });
}

function readInput(input: Input, typeName: string): ReturnType<Body["read"]> {
  if (input instanceof HTMLSelectElement) return { value: input.value };
  if (input.type === "checkbox") return { value: input.checked };
  const { value, type, validity } = input;
  if (type === "number") {
    if (validity.badInput) return { problem: "Enter a number." };
    return { value: value === "" ? undefined : Number(value) };
  }
  if (typeName === "ID") return { value: value === "" ? undefined : value };
  if (typeName === "String" || !/^\s*[[{]/.test(value)) return { value };
  try {
    return { value: JSON.parse(value) };
  } catch (error) {
    return { problem: `This is not JSON: ${(error as Error).message}.` };
  }
}

export async function createObject(
  fields: readonly InputField[],
  createControl: CreateControl,
): Promise<Body> {
  const controls = new Map<string, Control>();
  for (const field of fields) controls.set(field.name, await createControl(optionsOf(field)));
  const [first] = controls.values();
  return {
    element: h(
      "div",
      { class: "members" },
      [...controls.values()].map(({ element }) => element),
    ),
    read: () => ({ value: readControls(controls) }),
    at: (key) => controls.get(key),
    focus: () => first?.focus(),
  };
}

interface Item {
  readonly control: Control;
  readonly element: HTMLElement;
}

export function createList(label: string, type: TypeReference, createControl: CreateControl): Body {
  const items: Item[] = [];
  /** Not the length of the list, so that a label is used once, even if an item was removed. */
  let lastNumber = 0;
  const list = h("ol", {});
  const add = h("button", { type: "button", click: () => void addItem() }, `Add to ${label}`);
  const addItem = async (): Promise<void> => {
    lastNumber += 1;
    const isNullable = !type.isRequired;
    const modes = [["value", "value"] as const, ...(isNullable ? [["null", "null"] as const] : [])];
    const control = await createControl({ label: `${label} ${lastNumber}`, type, modes });
    const remove = h(
      "button",
      {
        type: "button",
        "aria-label": `Remove from ${label}`,
        click: () => removeItem(item),
      },
      "Remove",
    );
    const item: Item = { control, element: h("li", {}, control.element, remove) };
    items.push(item);
    list.append(item.element);
    control.focus();
  };
  const removeItem = (item: Item): void => {
    items.splice(items.indexOf(item), 1);
    item.element.remove();
    add.focus();
  };
  return {
    element: h("div", {}, list, add),
    read: () => ({ value: items.map(({ control }) => control.read() ?? null) }),
    at: (key) => items[Number(key)]?.control,
    focus: () => (items[0]?.control ?? add).focus(),
  };
}
