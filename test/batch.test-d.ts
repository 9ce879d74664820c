/** The types of `batch`. Checked by `tsc`, not run. */

import { type BatchResult, batch } from "../src/batch/index.ts";
import type { Client, TypedDocumentString } from "../src/index.ts";

interface Saved {
  readonly save: { readonly id: string } | null;
}
interface SaveVariables {
  readonly input: {
    readonly name: string;
    readonly contacts?:
      | readonly { readonly email: string; readonly phone?: string | null }[]
      | null
      | undefined;
    readonly extra?: unknown;
    readonly labels?: Readonly<Record<string, string>> | undefined;
  };
  readonly note?: string | null | undefined;
}
type By =
  | { readonly id: string; readonly email?: undefined }
  | { readonly email: string; readonly id?: undefined };

declare const client: Client;
declare const save: TypedDocumentString<Saved, SaveVariables, "mutation">;
declare const saveStrict: TypedDocumentString<
  { readonly save: { readonly id: string } },
  SaveVariables,
  "mutation"
>;
declare const saveBoth: TypedDocumentString<
  Saved & { readonly __typename: "Mutation"; readonly strict?: string },
  SaveVariables,
  "mutation"
>;
declare const saveTyped: TypedDocumentString<
  Saved & { readonly __typename: "Mutation" },
  SaveVariables,
  "mutation"
>;
declare const read: TypedDocumentString<{ readonly item: string }, { readonly by: By }, "query">;
declare const none: TypedDocumentString<{ readonly item: string }, { [key: string]: never }, "query">;
declare const names: readonly string[];

export const results: Promise<BatchResult<Saved>[]> = batch(
  client,
  save,
  names.map((name) => ({ input: { name } })),
  { size: 50 },
);
void batch(client, saveTyped, [
  { input: { name: "a", contacts: [{ email: "b" }], extra: { a: [1] }, labels: { a: "b" } } },
]);
void batch(
  client,
  read,
  names.map((id, index) => ({ by: index ? { id } : { email: id } })),
);
void batch(client, none, [{}, {}]);
void batch(client, save, []);

export async function readResult(): Promise<string | undefined> {
  const [first] = await results;
  if (first?.status === "success") return first.data.save?.id;
  return first?.error.code === "HTTP_STATUS" ? String(first.error.status) : first?.error.delivery;
}

// @ts-expect-error: a root field of the mutation is non-null
void batch(client, saveStrict, [{ input: { name: "a" } }]);
// @ts-expect-error: one of the root fields is non-null
void batch(client, saveBoth, [{ input: { name: "a" } }]);
// @ts-expect-error: the input has no `nam`
void batch(client, save, [{ input: { name: "a", nam: "b" } }]);
const withNotes = names.map((name) => ({ input: { name }, notes: name }));
// @ts-expect-error: the operation declares no `notes`
void batch(client, save, withNotes);
const withNam = names.map((name) => ({ input: { name, nam: name } }));
// @ts-expect-error: the input has no `nam`
void batch(client, save, withNam);
const withMail = names.map((name) => ({ input: { name, contacts: [{ email: name, mail: name }] } }));
// @ts-expect-error: a contact has no `mail`
void batch(client, save, withMail);
const withoutName = names.map(() => ({ input: {} }));
// @ts-expect-error: the name is missing
void batch(client, save, withoutName);
const withNumber = names.map((_, index) => ({ input: { name: index } }));
// @ts-expect-error: the name is a string
void batch(client, save, withNumber);
const withBoth = names.map((id) => ({ by: { id, email: id } }));
// @ts-expect-error: one of both
void batch(client, read, withBoth);
// @ts-expect-error: the operation has no variables
void batch(client, none, [{ name: "a" }]);
// @ts-expect-error: the items are a list
void batch(client, save, { input: { name: "a" } });
