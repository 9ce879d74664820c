/**
 * A form for variables: a field for each input of GraphQL, with a choice for those that can be left out or
 * null.
 */

import { type Control, FieldError, type FieldOptions } from "./control.ts";
import { h, replace } from "./dom.ts";
import { type Body, createList, createObject, createValue } from "./form-values.ts";
import { findInputType } from "./input-types.ts";

/** State that the functions of one field share. */
interface Field {
  readonly options: FieldOptions;
  readonly id: string;
  readonly isLeaf: boolean;
  readonly mode: HTMLSelectElement | undefined;
  readonly holder: HTMLElement;
  readonly error: HTMLElement;
  /** Absent until it is needed, because input types can contain themselves. */
  body: Body | undefined;
}

let lastId = 0;

export async function createControl(options: FieldOptions): Promise<Control> {
  const { type, label, modes } = options;
  lastId += 1;
  const id = `field-${lastId}`;
  const isLeaf = !type.entry && (await findInputType(type.name)).kind !== "input";
  const choices = modes.map(([value, text]) => h("option", { value }, text));
  const field: Field = {
    options,
    id,
    isLeaf,
    mode:
      modes.length > 1
        ? h("select", { class: "mode", "aria-label": `${label}: how it is sent` }, choices)
        : undefined,
    holder: h("div", { class: "holder" }),
    error: h("p", { class: "error", id: `${id}-error`, hidden: true }),
    body: undefined,
  };
  field.mode?.addEventListener("change", () => void sync(field));
  await sync(field);
  const control: Control = {
    element: layOut(field),
    read: () => readField(field),
    at: (key) => field.body?.at(key),
    showError: (message) => showError(field, message),
    focus: () => (field.body && modeOf(field) === "value" ? field.body : field.mode)?.focus(),
  };
  return control;
}

const modeOf = ({ mode }: Field): string => mode?.value ?? "value";

/** Creates the body if it is needed, and shows it. */
async function sync(field: Field): Promise<void> {
  const isShown = field.isLeaf || modeOf(field) === "value";
  if (isShown && !field.body) {
    field.body = await createBody(field);
    replace(field.holder, field.body.element);
  }
  field.holder.hidden = !isShown;
  field.holder.classList.toggle("unsent", modeOf(field) !== "value");
}

async function createBody({ options, id, mode }: Field): Promise<Body> {
  const { type, label } = options;
  if (type.entry) return createList(label, type.entry, createControl);
  const named = await findInputType(type.name);
  if (named.kind === "input") return createObject(named.fields, createControl);
  // A value that is typed is sent.
  const onInput = () => {
    if (mode) mode.value = "value";
    mode?.dispatchEvent(new Event("change"));
  };
  return createValue({ id, typeName: type.name, type: named, onInput });
}

function readField(field: Field): unknown {
  showError(field, undefined);
  const mode = modeOf(field);
  if (mode === "omit") return undefined;
  if (mode === "null" || !field.body) return null;
  const read = field.body.read();
  if (!read.problem) return read.value;
  showError(field, read.problem);
  throw new FieldError(field.body);
}

function showError({ error, body }: Field, message: string | undefined): void {
  replace(error, message ?? "");
  error.hidden = message === undefined;
  const { input } = body ?? {};
  if (message === undefined) input?.removeAttribute("aria-invalid");
  else input?.setAttribute("aria-invalid", "true");
  if (message === undefined) input?.removeAttribute("aria-describedby");
  else input?.setAttribute("aria-describedby", error.id);
}

function layOut({ options, id, isLeaf, mode, holder, error }: Field): HTMLElement {
  const { label, type, description } = options;
  const note = description !== undefined && h("p", { class: "dim" }, description);
  const name = [h("span", { class: "title" }, label), " ", h("span", { class: "type" }, type.text)];
  if (isLeaf)
    return h(
      "div",
      { class: "field" },
      h("label", { for: id }, name),
      h("div", { class: "value" }, mode, holder),
      error,
      note,
    );
  return h("fieldset", { class: "field" }, h("legend", {}, name), mode, note, holder, error);
}
