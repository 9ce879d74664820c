/** Views of the project's operations: a form of their variables, and the result. */

import type { OperationForm, OperationSummary } from "../protocol.ts";
import { type Answer, load, run } from "./backend.ts";
import { listChanges } from "./change-views.ts";
import { type Control, FieldError, optionsOf, readControls } from "./control.ts";
import { announce, count, formatDuration, h, replace, textBlock } from "./dom.ts";
import { createControl } from "./form.ts";
import type { Entry } from "./list.ts";
import { formatResponse } from "./request-views.ts";
import { linkTo, type Route } from "./route.ts";

export function operationEntries(operations: readonly OperationSummary[]): Entry[] {
  return operations.map(({ name, kind }) => ({
    key: name,
    href: linkTo(["operations", name]),
    title: name,
    detail: [h("span", { class: "dim" }, kind)],
    version: kind,
  }));
}

/** Views with what was typed, so that a visit to a row does not lose it. */
const kept = new Map<string, Node>();

/** The next server can have other operations. */
export function forgetForms(): void {
  kept.clear();
}

export async function renderOperations({ path: [name] }: Route): Promise<Node> {
  if (name === undefined) return renderChoice(await load("operations"));
  const view = kept.get(name) ?? (await renderOperation(await load("operation", { name })));
  kept.set(name, view);
  return view;
}

function renderChoice(operations: readonly OperationSummary[]): Node {
  const none = [
    h("p", {}, "The project has no operations. Write one, and reload this page:"),
    h("pre", {}, "npx @integration-platform/graphql-cli add <field>"),
  ];
  const some = h(
    "p",
    {},
    `Choose one of ${count(operations.length, "operation")} of the project to run it here.`,
  );
  return h("div", {}, h("h2", { tabindex: -1 }, "Operations"), operations.length === 0 ? none : some);
}

/** State that the functions of one operation share. */
interface Runner {
  readonly operation: OperationForm;
  readonly controls: ReadonlyMap<string, Control>;
  readonly tenant: HTMLSelectElement;
  readonly button: HTMLButtonElement;
  readonly result: HTMLElement;
}

async function renderOperation(operation: OperationForm): Promise<Node> {
  const { name, kind, text, variables } = operation;
  const { tenants } = await load("about");
  const controls = new Map<string, Control>();
  for (const variable of variables) controls.set(variable.name, await createControl(optionsOf(variable)));
  const runner: Runner = {
    operation,
    controls,
    tenant: h(
      "select",
      { id: "tenant" },
      tenants.map((tenant) => h("option", { value: tenant.id }, tenant.name)),
    ),
    button: h("button", { class: "primary" }, "Run"),
    result: h("section", { "aria-label": "Result" }),
  };
  const submit = (event: Event) => {
    event.preventDefault();
    void execute(runner);
  };
  const fields = [...controls.values()].map(({ element }) => element);
  return h(
    "div",
    {},
    h("h2", { tabindex: -1 }, name, " ", h("span", { class: "badge" }, kind)),
    h(
      "form",
      { submit, novalidate: true, class: "operation" },
      fields.length === 0 ? h("p", { class: "dim" }, "It has no variables.") : fields,
      h(
        "p",
        { class: "actions" },
        runner.button,
        tenants.length > 1 && [h("label", { for: "tenant" }, "as tenant"), runner.tenant],
      ),
    ),
    runner.result,
    h("details", {}, h("summary", {}, "Document"), textBlock(text, "Document")),
  );
}

async function execute(runner: Runner): Promise<void> {
  const { operation, controls, tenant, button, result } = runner;
  if (button.getAttribute("aria-disabled") === "true") return;
  button.setAttribute("aria-disabled", "true");
  const startedAt = Date.now();
  try {
    const variables = readControls(controls);
    const answer = await run(
      { query: operation.text, operationName: operation.name, variables },
      tenant.value,
    );
    await showAnswer(runner, answer, startedAt);
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    replace(result, h("p", { class: "alert" }, message));
    announce(message);
    if (error instanceof FieldError) error.control.focus();
  } finally {
    button.removeAttribute("aria-disabled");
  }
}

async function showAnswer(runner: Runner, answer: Answer, startedAt: number): Promise<void> {
  const { status, durationMs, text } = answer;
  const errors = readErrors(text);
  const others = errors.filter((message) => !showAtField(runner, message));
  const marked = errors.length - others.length;
  const isBad = status >= 400 || errors.length > 0;
  const summary = `${status} · ${formatDuration(durationMs)}${errors.length > 0 ? ` · ${count(errors.length, "error")}` : ""}`;
  const changes = runner.operation.kind === "mutation" ? await load("changes") : undefined;
  const isOwn = changes?.request?.operation === runner.operation.name && changes.request.at >= startedAt;
  replace(
    runner.result,
    h("h3", {}, "Result ", h("span", { class: isBad ? "badge bad" : "badge good" }, summary)),
    marked > 0 &&
      h(
        "p",
        { class: "alert" },
        `The server does not accept ${count(marked, "value")}: see the marked fields.`,
      ),
    others.map((message) => h("p", { class: "alert" }, message)),
    formatResponse(text, "Result"),
    changes && isOwn && [h("h4", {}, `${count(changes.total, "row")} changed`), listChanges(changes)],
  );
  announce(`${runner.operation.name}: ${summary}`);
  firstMarked(runner)?.focus();
}

/** The first input of the first field with an error. */
function firstMarked({ controls }: Runner): HTMLElement | null {
  const [first] = controls.values();
  const error = first?.element.closest("form")?.querySelector(".error:not([hidden])");
  const field = error?.closest(".field");
  return (
    field?.querySelector<HTMLElement>("[aria-invalid]") ?? field?.querySelector("select, button") ?? null
  );
}

function readErrors(text: string): string[] {
  try {
    const { errors = [] }: { errors?: readonly { readonly message: string }[] } = JSON.parse(text);
    return errors.map(({ message }) => message);
  } catch {
    return [];
  }
}

/** The place of a value: `at .tags[1]: ` of graphql 17, and `at "filter.tags[1]"; ` of 16. */
const PLACE = / at (?:"\w+)?((?:\.\w+|\[\d+\])+)"?[:;] /;

/** Returns whether a field shows the error, as `Variable "$filter" has invalid value at .tags[1]: …`. */
function showAtField({ controls }: Runner, message: string): boolean {
  const [, name = ""] = /^Variable "\$(\w+)"/.exec(message) ?? [];
  const place = PLACE.exec(message);
  let control = controls.get(name);
  for (const key of place?.[1]?.match(/\w+/g) ?? []) control = control?.at(key) ?? control;
  const reason = place ? message.slice(place.index + place[0].length) : message.replace(/^[^:;]*[:;] /, "");
  control?.showError(reason);
  return control !== undefined;
}
