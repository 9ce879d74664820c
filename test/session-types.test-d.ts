/** Types of `paginate`, `poll` and `unwrapPayload`. Checked by `tsc`, not run. */

import { type Client, paginate, poll, type TypedDocumentString, unwrapPayload } from "../src/index.ts";
import * as relay from "./fixtures/relay/generated/operations.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_Claim extends true>(): void => {};
type Item<Pages> = Pages extends AsyncGenerator<infer Item, void, undefined> ? Item : never;

declare const client: Client;

// Items are typed, and never null.
const integrations = paginate(
  client,
  relay.PageIntegrationsDocument,
  { first: 2 },
  (data) => data.integrations,
);
holds<Equal<Item<typeof integrations>, { readonly id: string; readonly name: string }>>();

// `edges`, a connection that may be null, and a cursor of another name.
const customers = paginate(client, relay.PageCustomersDocument, {}, (data) => data.page, {
  cursor: "startAt",
});
holds<Equal<Item<typeof customers>, { readonly id: string; readonly name: string }>>();
const runs = paginate(client, relay.PageRunsDocument, { id: "1" }, ({ integration }) => integration?.runs);
holds<Equal<Item<typeof runs>, { readonly id: string }>>();

// Options are those of `execute`, and `limit`.
const signal = AbortSignal.timeout(1);
paginate(client, relay.PageIntegrationsDocument, { after: "here" }, (data) => data.integrations, {
  limit: 10,
  signal,
  timeout: 5_000,
  headers: { "X-Feature": "on" },
});
// @ts-expect-error: misspelt option.
paginate(client, relay.PageIntegrationsDocument, {}, (data) => data.integrations, { limits: 10 });

// @ts-expect-error: the operation requires a variable.
paginate(client, relay.PageRunsDocument, {}, ({ integration }) => integration?.runs);
// @ts-expect-error: `pageInfo` is not selected.
paginate(client, relay.WithoutPageInfoDocument, {}, (data) => data.integrations);
// @ts-expect-error: `endCursor` is not selected.
paginate(client, relay.WithoutEndCursorDocument, {}, (data) => data.integrations);
// @ts-expect-error: a directive can leave out `pageInfo`.
paginate(client, relay.WithOptionalPageInfoDocument, { paged: true }, (data) => data.integrations);
// @ts-expect-error: neither `nodes` nor `edges` is selected.
paginate(client, relay.WithoutItemsDocument, {}, (data) => data.integrations);
// @ts-expect-error: not a connection.
paginate(client, relay.PageIntegrationsDocument, {}, (data) => data);
// @ts-expect-error: the operation declares no cursor.
paginate(client, relay.WithoutCursorDocument, {}, (data) => data.integrations);
// @ts-expect-error: its `$after` is a number.
paginate(client, relay.WithWrongCursorDocument, {}, (data) => data.integrations);
// @ts-expect-error: its cursor has another name.
paginate(client, relay.PageCustomersDocument, {}, (data) => data.page);
declare const mutation: TypedDocumentString<relay.PageIntegrationsQuery, { after?: string }, "mutation">;
// @ts-expect-error: not a query.
paginate(client, mutation, {}, (data) => data.integrations);
// @ts-expect-error: there is no such variable.
paginate(client, relay.PageIntegrationsDocument, {}, (data) => data.integrations, { cursor: "startAt" });

// `poll` can be awaited or iterated. `until` receives the data of the document.
const run = poll(
  client,
  relay.GetRunDocument,
  { id: "1" },
  { until: (data) => data.run?.finishedAt !== null },
);
holds<Equal<Awaited<typeof run>, relay.GetRunQuery>>();
for await (const data of run) holds<Equal<typeof data, relay.GetRunQuery>>();
const until = () => true;
poll(
  client,
  relay.GetRunDocument,
  { id: "1" },
  { until, interval: 1, maxInterval: 2, timeout: 3, signal, headers: {} },
);
// @ts-expect-error: not a query.
poll(client, relay.DeleteIntegrationDocument, { id: "1" }, { until });
const unknownKind = relay.GetRunDocument as TypedDocumentString<relay.GetRunQuery, { id: string }>;
// @ts-expect-error: the kind of the operation is not known.
poll(client, unknownKind, { id: "1" }, { until });
// @ts-expect-error: the operation requires a variable.
poll(client, relay.GetRunDocument, {}, { until });
// @ts-expect-error: `until` is missing.
poll(client, relay.GetRunDocument, { id: "1" }, {});
// @ts-expect-error: a field that was not selected.
poll(client, relay.GetRunDocument, { id: "1" }, { until: (data) => data.run?.log !== null });
// @ts-expect-error: a promise is not a boolean.
poll(client, relay.GetRunDocument, { id: "1" }, { until: async () => true });
// @ts-expect-error: misspelt option.
poll(client, relay.GetRunDocument, { id: "1" }, { until, intervall: 1 });

// The result is not `null` and has no `errors`.
declare const renamed: relay.RenameIntegrationMutation;
const payload = unwrapPayload(renamed.renameIntegration);
holds<Equal<(typeof payload)["integration"], { readonly id: string; readonly name: string } | null>>();
// @ts-expect-error: removed.
payload.errors;
const integration = unwrapPayload(renamed.renameIntegration, "integration");
holds<Equal<typeof integration, { readonly id: string; readonly name: string }>>();
// @ts-expect-error: no such member.
unwrapPayload(renamed.renameIntegration, "customer");
// @ts-expect-error: not a result.
unwrapPayload(renamed.renameIntegration, "errors");

declare const deleted: relay.DeleteIntegrationMutation;
unwrapPayload(deleted.deleteIntegration);
unwrapPayload(deleted?.deleteIntegration, "clientMutationId").toUpperCase();

declare const blind: relay.RenameWithoutErrorsMutation;
// @ts-expect-error: `errors` are not selected.
unwrapPayload(blind.renameIntegration);
declare const half: relay.RenameWithoutMessagesMutation;
// @ts-expect-error: `messages` are missing.
unwrapPayload(half.renameIntegration);
// @ts-expect-error: the data is not the payload.
unwrapPayload(renamed);
