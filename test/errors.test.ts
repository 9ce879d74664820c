/** Errors: recognition, messages, and what is printed. */

import { inspect } from "node:util";
import { expect, test, vi } from "vitest";
import { accessToken, createClient } from "../src/index.ts";
import * as errors from "../src/shared/errors.ts";
import { mutation } from "./support/documents.ts";
import { rejection } from "./support/wire.ts";

const { addCall, createUsageError, isOperationError, OperationError } = errors;
const hidden = {
  errors: [{ message: "secret" }],
  data: { value: "secret" },
  extensions: { key: "secret" },
  response: { status: 500, mediaType: "text/plain", text: "secret" },
  cause: new Error("secret"),
};

test("an error without facts reports that nothing was sent", () => {
  const { name, code, attempts, delivery, errors: list, data } = createUsageError("m");
  expect({ name, code, attempts, delivery, list, data }).toEqual({
    name: "OperationError",
    code: "USAGE",
    attempts: 0,
    delivery: "not-sent",
    list: [],
    data: undefined,
  });
});

test("an error of this package is recognized, with or without its code, and no other value is", () => {
  const error = new OperationError("NETWORK", { problem: "m", operation: "ReadValue" });
  expect(isOperationError(error)).toBe(true);
  expect(isOperationError(error, "NETWORK")).toBe(true);
  expect(isOperationError(error, "TIMEOUT")).toBe(false);
  const brand = Symbol.for("@integration-platform/graphql/error");
  expect(isOperationError(Object.defineProperty(new Error("m"), brand, { value: true }))).toBe(true);
  const others = [new TypeError("m"), { code: "NETWORK" }, "NETWORK", null, undefined];
  expect(others.map((other) => isOperationError(other))).toEqual([false, false, false, false, false]);
});

test("errors of another installed copy are recognized, and get the facts of a call", async () => {
  const specifier = "../src/shared/errors.ts?copy";
  const copy: typeof errors = await import(/* @vite-ignore */ specifier);
  const theirs = new copy.OperationError("PAGINATION", { problem: "m", operation: "Other", ...hidden });
  expect([theirs instanceof OperationError, isOperationError(theirs, "PAGINATION")]).toEqual([false, true]);
  expect(addCall(theirs, "ReadValue", { attempts: 1 })).toBe(theirs);
  const open = new copy.OperationError("REFRESH_UNAVAILABLE", { problem: "m", advice: "Do.", ...hidden });
  const error = addCall(open, "ReadValue", { attempts: 1 });
  expect(isOperationError(error, "REFRESH_UNAVAILABLE")).toBe(true);
  expect(error).toMatchObject({ message: "ReadValue: m. Do.", problem: "m", advice: "Do.", attempts: 1 });
  expect(error).toMatchObject(hidden);
  const reasons = [undefined, null, 0, "reason", new Error("reason")];
  expect(reasons.map((reason) => addCall(reason, "ReadValue", {}))).toEqual(reasons);
});

// Node.js 22 prints `errors` of each error without `getters`.
test.each([{}, { showHidden: true }, { showHidden: true, getters: true }])(
  "a printed error contains no text of the platform (%j)",
  (options) => {
    const error = new OperationError("NETWORK", {
      problem: "m",
      operation: "ReadValue",
      reason: "ECONNRESET",
      ...hidden,
    });
    const { errors, data, extensions, response, cause } = error;
    expect({ errors, data, extensions, response, cause }).toEqual(hidden);
    const printed = inspect(error, { depth: 10, ...options });
    expect(printed + JSON.stringify(error)).not.toContain("secret");
    expect(inspect(error, { compact: false, ...options })).toContain("{\n  code: 'NETWORK',\n");
    expect(printed).toMatch(/^OperationError: ReadValue: m\.\n +at .*code: 'NETWORK'.*reason: 'ECONNRESET'/s);
  },
);

test("a message has the whole problem and the whole advice", () => {
  const problem = "x".repeat(300);
  const advice = `${"y".repeat(300)}.`;
  expect(createUsageError(problem, advice)).toMatchObject({
    message: `${problem}. ${advice}`,
    problem,
    advice,
  });
});

test("a long URL is shortened in messages, and no other part of them", async () => {
  const baseUrl = `https://${"a".repeat(60)}.example.com/${"b".repeat(300)}`;
  const fetch = async () => Response.json({}, { status: 500 });
  const client = createClient({ baseUrl, auth: accessToken("a"), retries: 0, fetch });
  const document = { ...mutation, name: "M".repeat(200) };
  const { message } = await rejection(client.execute(document));
  const url = `${`https://${"a".repeat(60)}`.slice(0, 50)}…${`${"b".repeat(60)}/api`.slice(-30)}`;
  expect(message).toBe(`${document.name}: POST ${url} returned HTTP 500. Try again later.`);
});

test("an error of this package as the reason of an abort is thrown unchanged, and is no failure", async () => {
  const reason = new OperationError("NETWORK", { problem: "m" });
  const controller = new AbortController();
  const didReceive = vi.fn();
  const fetch = () => new Promise<Response>(() => {});
  const client = createClient({
    baseUrl: "https://p.example.com",
    auth: accessToken("a"),
    fetch,
    hooks: { didReceive },
  });
  const call = rejection(client.execute(mutation, {}, { signal: controller.signal }));
  controller.abort(reason);
  expect(await call).toBe(reason);
  expect(didReceive.mock.calls).toEqual([[expect.objectContaining({ code: "ABORTED" })]]);
});

test("facts of the call take precedence over those of the error", () => {
  const error = new OperationError("TIMEOUT", { problem: "m", status: 503, delivery: "done" });
  const facts = { attempts: 2, delivery: "unknown" } as const;
  expect(addCall(error, "ReadValue", facts)).toMatchObject({ ...facts, operation: "ReadValue", status: 503 });
});
