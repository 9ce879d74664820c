/** Operations with `@defer` and `@stream`: true types, and documents for other clients. */

import { expect, test } from "vitest";
import { failure } from "./support/command.ts";
import { renderConfig, useProject } from "./support/project.ts";

const SDL = `directive @defer(if: Boolean, label: String) on FRAGMENT_SPREAD | INLINE_FRAGMENT
directive @stream(if: Boolean, label: String, initialCount: Int = 0) on FIELD
type Query { user: User! }
type User { id: ID! bio: String! friends: [User!]! }
`;

const create = (operation: string) =>
  useProject({
    "codegen.ts": renderConfig(
      'schema: "schema.graphql", documents: "operations", output: "generated", plugins: []',
    ),
    "schema.graphql": SDL,
    "operations/a.graphql": operation,
  });

/** An operation, the type of its user, and its kind. */
const OPERATIONS: readonly (readonly [operation: string, type: string, kind: string])[] = [
  ["query A { user { id ... @defer { bio } } }", "id: string; bio?: string;", "incremental"],
  [
    'query A { user { id ...Parts @defer(label: "x") } } fragment Parts on User { bio }',
    "id: string; bio?: string;",
    "incremental",
  ],
  [
    "query A($on: Boolean!) { user { id ... @defer(if: $on) { bio } } }",
    "id: string; bio?: string;",
    "incremental",
  ],
  ["query A { user { id ... @defer(if: false) { bio } } }", "id: string; bio: string;", "query"],
  ["query A { user { bio ... @defer { bio } } }", "bio: string;", "incremental"],
  [
    "query A { user { friends @stream(initialCount: 1) { id } } }",
    "friends: ReadonlyArray<AQuery_user_friends>;",
    "incremental",
  ],
  [
    "query A { user { ...Friends } } fragment Friends on User { friends @stream { id } }",
    "friends: ReadonlyArray<FriendsFragment_friends>;",
    "incremental",
  ],
];

test.for(OPERATIONS)("generates for %s the type %s and the kind %s", async ([operation, type, kind]) => {
  const project = create(operation);
  expect(await project.run("codegen")).toMatchObject({ code: 0, stderr: "" });
  const [, written = ""] =
    /export type AQuery_user = \{([^}]*)\}/.exec(project.read("generated/types.ts")) ?? [];
  expect(written.replaceAll(/\s+/g, " ").replaceAll("readonly ", "").trim()).toBe(type);
  expect(project.read("generated/operations.ts")).toContain(`kind: "${kind}"`);
});

test("run refuses an operation with @defer before a request", async () => {
  expect(await create("query A { user { id ... @defer { bio } } }").run("run", "A", "--local")).toEqual(
    failure('"A" has @defer or @stream', "Remove the directive: run prints one response."),
  );
});
