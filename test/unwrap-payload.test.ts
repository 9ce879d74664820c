/** `unwrapPayload`: payloads that it returns, and payload errors that it throws. */

import { expect, test } from "vitest";
import { isOperationError, type OperationError, unwrapPayload } from "../src/index.ts";
import type * as relay from "./fixtures/relay/generated/operations.ts";

type Payload = relay.RenameIntegrationMutation["renameIntegration"];

const integration = { id: "1", name: "Orders" };

function rejectionOf(payload: Payload | undefined, member?: "integration"): OperationError<"REJECTED"> {
  try {
    if (member) unwrapPayload(payload, member);
    else unwrapPayload(payload);
  } catch (error) {
    return error as OperationError<"REJECTED">;
  }
  throw new Error("expected a rejection");
}

test("returns a payload without errors, even if its members are null, or a member of it", () => {
  const payload: Payload = { integration, errors: [] };
  const empty: Payload = { integration: null, errors: [] };
  expect(unwrapPayload(payload)).toBe(payload);
  expect(unwrapPayload(empty)).toBe(empty);
  expect(unwrapPayload(payload, "integration")).toBe(integration);
});

test("treats errors of null as none", () => {
  const payload: relay.DeleteIntegrationMutation["deleteIntegration"] = {
    clientMutationId: "a",
    errors: null,
  };
  expect(unwrapPayload(payload, "clientMutationId")).toBe("a");
  expect(unwrapPayload({ ...payload, clientMutationId: "" }, "clientMutationId")).toBe("");
});

test("throws all payload errors, even with a result", () => {
  const errors = [
    { field: "name", messages: ["is taken", "is too long"] },
    { field: "id", messages: ["is unknown"] },
  ];
  const error = rejectionOf({ integration, errors });
  expect(error).toMatchObject({ code: "REJECTED", delivery: "done" });
  expect(error.errors).toEqual(errors);
  expect(JSON.stringify(error)).not.toContain("taken");
  expect(error.message).toBe("The platform rejected the mutation: 2 payload errors. Print error.errors.");
  expect(isOperationError(error)).toBe(true);
});

test.for([
  [null, undefined, "The platform rejected the mutation: its payload is null."],
  [undefined, undefined, "The platform rejected the mutation: its payload is null."],
  [
    { integration: null, errors: [] },
    "integration",
    'The platform rejected the mutation: "integration" is null.',
  ],
  [{ errors: [] } as never, "integration", 'The platform rejected the mutation: "integration" is null.'],
] as const)("rejects a null payload and a null member: %j", ([payload, member, message]) => {
  const error = rejectionOf(payload, member);
  expect(error.message).toBe(message);
  expect(error.errors).toEqual([]);
});

test("treats invalid entries as payload errors", () => {
  const errors = [null, { field: null, messages: ["no", 7] }, "no"] as unknown as [];
  const error = rejectionOf({ integration: null, errors });
  expect(error.errors).toEqual([
    { field: undefined, messages: [] },
    { field: undefined, messages: ["no"] },
    { field: undefined, messages: [] },
  ]);
  for (const other of [{}, "no", 0, false]) {
    const single = rejectionOf({ integration: null, errors: other as unknown as [] });
    expect(single.errors).toHaveLength(1);
    expect(single.message).toBe("The platform rejected the mutation: 1 payload error. Print error.errors.");
  }
});

test("rejects a payload that does not select errors", () => {
  const blind = { integration } as unknown as Payload;
  expect(() => unwrapPayload(blind)).toThrow(expect.objectContaining({ code: "USAGE" }));
  expect(() => unwrapPayload(blind)).toThrow(
    "unwrapPayload: the payload has no errors. Select `errors { field messages }`.",
  );
});
