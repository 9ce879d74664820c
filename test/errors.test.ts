/** Errors: recognition, messages, and what is printed. */

import { inspect } from "node:util";
import { expect, test } from "vitest";
import * as errors from "../src/shared/errors.ts";

const { createUsageError, Failure, isOperationError, OperationError } = errors;
const parts = { errors: [{ message: "secret" }], data: { value: "secret" } };

test("an error without facts reports that nothing was sent", () => {
  const { name, code, attempts, history, delivery, errors: list, data } = createUsageError("m");
  expect({ name, code, attempts, history, delivery, list, data }).toEqual({
    name: "OperationError",
    code: "USAGE",
    attempts: 0,
    history: [],
    delivery: "not-sent",
    list: [],
    data: undefined,
  });
});

test("an error of this package is recognized, with or without its code, and no other value is", () => {
  const error = new Failure("NETWORK", "m").toError("ReadValue");
  expect(isOperationError(error)).toBe(true);
  expect(isOperationError(error, "NETWORK")).toBe(true);
  expect(isOperationError(error, "TIMEOUT")).toBe(false);
  const brand = Symbol.for("@integration-platform/graphql/error");
  expect(isOperationError(Object.defineProperty(new Error("m"), brand, { value: true }))).toBe(true);
  const others = [new TypeError("m"), { code: "NETWORK" }, "NETWORK", null, undefined];
  expect(others.map((other) => isOperationError(other))).toEqual([false, false, false, false, false]);
});

test("errors and failures of another installed copy are recognized", async () => {
  const specifier = "../src/shared/errors.ts?copy";
  const copy: typeof errors = await import(/* @vite-ignore */ specifier);
  const theirs = new copy.OperationError("PAGINATION", "m");
  expect([theirs instanceof OperationError, isOperationError(theirs, "PAGINATION")]).toEqual([false, true]);
  const error = errors.toCallerError(new copy.Failure("REFRESH_UNAVAILABLE", "m"), "ReadValue", {
    attempts: 1,
  });
  expect(isOperationError(error, "REFRESH_UNAVAILABLE")).toBe(true);
  expect(error).toMatchObject({ message: "ReadValue: m", attempts: 1 });
  const reasons = [undefined, null, 0, "reason", new Error("reason")];
  expect(reasons.map((reason) => errors.toCallerError(reason, "ReadValue", {}))).toEqual(reasons);
});

// Node.js 22 prints `errors` of each error without `getters`.
test.each([{}, { showHidden: true }, { showHidden: true, getters: true }])(
  "a printed error contains no text of the platform (%j)",
  (options) => {
    const error = new Failure("NETWORK", "m", { reason: "ECONNRESET" }, parts).toError("ReadValue");
    expect([error.errors, error.data]).toEqual([parts.errors, parts.data]);
    const printed = inspect(error, { depth: 10, ...options });
    expect(printed + JSON.stringify(error)).not.toContain("secret");
    expect(printed).toMatch(/^OperationError: ReadValue: m\n +at .*code: 'NETWORK'.*reason: 'ECONNRESET'/s);
  },
);

test("a message has at most 160 characters", () => {
  const messages = [160, 161].map((length) => createUsageError("x".repeat(length)).message);
  expect(messages).toEqual(["x".repeat(160), `${"x".repeat(159)}…`]);
});

test("facts of the call take precedence over those of the failure", () => {
  const failure = new Failure("TIMEOUT", "m", { status: 503, delivery: "done" });
  const error = failure.toError("ReadValue", { attempts: 2, delivery: "unknown" });
  expect(error).toMatchObject({ operation: "ReadValue", status: 503, attempts: 2, delivery: "unknown" });
});
