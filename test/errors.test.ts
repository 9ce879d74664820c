/** Error classes: names, codes, brands and messages. */

import { inspect } from "node:util";
import { expect, test } from "vitest";
import * as errors from "../src/errors.ts";

const { Failure, isOperationError, NetworkError, RejectedError, TimeoutError, UsageError } = errors;

test("each class has a name and a code, and instances have both", () => {
  const classes = Object.entries(errors).filter(([name, value]) => "code" in value && name !== "OperationError");
  expect(classes).toHaveLength(15);
  for (const [name, type] of classes as [string, errors.ErrorClass][]) {
    const error = new type("ReadValue", "m", {});
    expect([error.name, error.code, String(error)]).toEqual([name, type.code, `${name}: ReadValue: m`]);
    expect(error.stack).toContain(`${name}: ReadValue: m`);
  }
});

test("an error without facts reports that nothing was sent", () => {
  const { attempts, history, delivery, errors: list, data } = new NetworkError("ReadValue", "m");
  expect({ attempts, history, delivery, list, data }).toEqual({
    ...{ attempts: 0, history: [], delivery: "not-sent", list: [], data: undefined },
  });
});

test("recognizes its errors, and no others", () => {
  const own = [new NetworkError("ReadValue", "m"), new RejectedError("m", []), new UsageError("m")];
  expect(own.map((error) => [error.code, isOperationError(error)])).toEqual([
    ["NETWORK", true],
    ["REJECTED", true],
    ["USAGE", true],
  ]);
  const brand = Symbol.for("@integration-platform/graphql/error");
  expect(isOperationError(Object.defineProperty(new Error("m"), brand, { value: true }))).toBe(true);
  const others = [new TypeError("m"), { code: "NETWORK" }, "NETWORK", null, undefined];
  expect(others.map(isOperationError)).toEqual([false, false, false, false, false]);
});

test("recognizes the errors and failures of another installed copy", async () => {
  const specifier = "../src/errors.ts?copy";
  const copy: typeof errors = await import(/* @vite-ignore */ specifier);
  const theirs = [new copy.NetworkError("ReadValue", "m"), new copy.RejectedError("m", []), new copy.UsageError("m")];
  expect(theirs.map((error) => error instanceof errors.OperationError)).toEqual([false, false, false]);
  expect(theirs.map(isOperationError)).toEqual([true, true, true]);
  const failure = new copy.Failure(copy.RefreshUnavailableError, "m", {});
  const error = errors.toCallerError(failure, "ReadValue", { attempts: 1 });
  expect(isOperationError(error)).toBe(true);
  expect(error).toMatchObject({ code: "REFRESH_UNAVAILABLE", message: "ReadValue: m", attempts: 1 });
  const reasons = [undefined, null, 0, "reason", new Error("reason")];
  expect(reasons.map((reason) => errors.toCallerError(reason, "ReadValue", {}))).toEqual(reasons);
});

// Node.js 22 prints `errors` of each error without `getters`.
test.each([{}, { showHidden: true }, { showHidden: true, getters: true }])(
  "prints no text of the platform (%j)",
  (options) => {
    const parts = { errors: [{ message: "secret" }], data: { value: "secret" } };
    const error = new NetworkError("ReadValue", "m", { reason: "ECONNRESET" }, parts);
    expect([error.errors, error.data]).toEqual([parts.errors, parts.data]);
    const payload = new errors.RejectedError("m", [{ field: "secret", messages: ["secret"] }]);
    const printed = inspect([error, payload], { depth: 10, ...options });
    expect(printed + JSON.stringify([error, payload])).not.toContain("secret");
    expect(printed).toMatch(
      /NetworkError: ReadValue: m\n +at .*code: 'NETWORK'.*reason: 'ECONNRESET'.*RejectedError: m\n/s,
    );
  },
);

test("shortens messages to 160 characters", () => {
  const long = "x".repeat(200);
  const all = [new NetworkError("ReadValue", long), new errors.RejectedError(long, []), new UsageError(long)];
  expect(all.map(({ message }) => [message.length, message.at(-1)])).toEqual([
    [160, "…"],
    [160, "…"],
    [160, "…"],
  ]);
  expect(new UsageError("x".repeat(160)).message).toBe("x".repeat(160));
});

test("facts of the call take precedence over those of the failure", () => {
  const failure = new Failure(TimeoutError, "m", { status: 503, delivery: "done" });
  expect(failure.code).toBe("TIMEOUT");
  const error = failure.toError("ReadValue", { attempts: 2, delivery: "unknown" });
  expect(error).toMatchObject({ operation: "ReadValue", status: 503, attempts: 2, delivery: "unknown" });
});
