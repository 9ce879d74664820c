/**
 * Variables that an operation does not declare are compile errors. Checked by `tsc`, not run. The check of
 * compatibility compiles this file with TypeScript 5.9, 6 and 7.
 */

import {
  type Client,
  type ExecuteOptions,
  type OperationArguments,
  paginate,
  poll,
  type TypedDocumentString,
  type VariablesOf,
} from "../src/index.ts";

interface Page {
  readonly patients: {
    readonly nodes: readonly { readonly id: string }[];
    readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
  };
}
interface PageVariables {
  readonly first: number;
  readonly after?: string | null | undefined;
}
/** An input object with another one in a list. */
interface SaveVariables {
  readonly input: {
    readonly name: string;
    readonly contacts?:
      | readonly { readonly email: string; readonly phone?: string | null }[]
      | null
      | undefined;
  };
}
/** An input with `@oneOf`. */
type By =
  | { readonly id: string; readonly email?: undefined }
  | { readonly email: string; readonly id?: undefined };

declare const list: TypedDocumentString<Page, PageVariables, "query">;
declare const all: TypedDocumentString<Page, { readonly after?: string | null | undefined }, "query">;
declare const none: TypedDocumentString<Page, { [key: string]: never }, "query">;
declare const save: TypedDocumentString<{ readonly saved: boolean }, SaveVariables, "mutation">;
declare const find: TypedDocumentString<{ readonly id: string }, { readonly by: By }, "query">;
declare const client: Client;

// The variables of the operation.
await client.execute(list, { first: 10, after: "cursor" });
await client.executeResult(list, { first: 10 });
await client.execute(all);
await client.execute(all, {}, { timeout: 1 });
await client.execute(none, {});
await client.execute(save, { input: { name: "Ada", contacts: [{ email: "ada@example.com", phone: null }] } });
await client.execute(find, { by: { id: "1" } });
await client.execute(find, { by: { email: "ada@example.com" } });
declare const by: By;
await client.execute(find, { by });

// A misspelt variable, in each function.
// @ts-expect-error: aftr
await client.execute(list, { first: 10, aftr: "x" });
// @ts-expect-error: aftr
await client.executeResult(list, { first: 10, aftr: "x" });
// @ts-expect-error: aftr
await client.execute(all, { aftr: "x" });
// @ts-expect-error: aftr
await client.execute(all, { after: "x", aftr: "x" }, { timeout: 1 });
// @ts-expect-error: the operation has no variables.
await client.execute(none, { first: 1 });
// @ts-expect-error: aftr
paginate(client, list, { first: 10, aftr: "x" }, (data) => data.patients);
// @ts-expect-error: aftr
await poll(client, list, { first: 10, aftr: "x" }, { until: () => true });

// Objects in variables, and objects in their lists.
// @ts-expect-error: nme
await client.execute(save, { input: { name: "Ada", nme: "Ada" } });
// @ts-expect-error: fone
await client.execute(save, { input: { name: "Ada", contacts: [{ email: "ada@example.com", fone: "1" }] } });
// @ts-expect-error: inputs
await client.execute(save, { input: { name: "Ada" }, inputs: {} });

// Unions: exactly one member of `@oneOf`.
// @ts-expect-error: both members.
await client.execute(find, { by: { id: "1", email: "ada@example.com" } });
// @ts-expect-error: no member.
await client.execute(find, { by: {} });
// @ts-expect-error: phone
await client.execute(find, { by: { id: "1", phone: "1" } });

// A generic function with `OperationArguments<NoInfer<Variables>, …>`.
function run<Result, Variables>(
  document: TypedDocumentString<Result, Variables>,
  ...rest: OperationArguments<NoInfer<Variables>, ExecuteOptions>
): Promise<Result> {
  return client.execute(document, ...rest);
}
(await run(list, { first: 10 })).patients.nodes;
await run(all);
// @ts-expect-error: aftr
await run(list, { first: 10, aftr: "x" });
// @ts-expect-error: variables are required.
await run(list);

// A constant: TypeScript checks additional members of literals alone, which `satisfies` makes of it.
// @ts-expect-error: aftr
const variables = { first: 10, aftr: "x" } satisfies VariablesOf<typeof list>;
await client.execute(list, variables);
