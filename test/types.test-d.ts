/** Types of the client and of documents. Checked by `tsc`, not run. */

import type { TypedDocumentNode } from "@graphql-typed-document-node/core";
import type { DocumentNode } from "graphql";
import {
  type AnyOperationError,
  accessToken,
  createClient,
  isOperationError,
  type PayloadError,
  type Phase,
  type ResultOf,
  type TypedDocumentString,
  type VariablesOf,
} from "../src/index.ts";
import { ListIntegrationsDocument as ListIntegrationsNode } from "./fixtures/platform/generated/documents.ts";
import {
  ListIntegrationsDocument,
  type ListIntegrationsQuery,
} from "./fixtures/platform/generated/operations.ts";

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const holds = <_Claim extends true>(): void => {};

interface Pet {
  readonly name: string;
}
declare const none: TypedDocumentString<Pet, { [key: string]: never }>;
declare const subscription: TypedDocumentString<Pet, { [key: string]: never }, "subscription">;
declare const incremental: TypedDocumentString<Pet, { [key: string]: never }, "incremental">;
declare const optional: TypedDocumentString<Pet, { readonly first?: number | null | undefined }>;
declare const required: TypedDocumentString<
  Pet,
  { readonly id: string; readonly first?: number | null | undefined }
>;

const client = createClient({ baseUrl: "https://platform.example.com", auth: accessToken("token") });

// The result is the document's, without a generic.
const list = await client.execute(ListIntegrationsDocument);
holds<Equal<typeof list, ListIntegrationsQuery>>();
const name: string = list.integrations.nodes[0]?.name ?? "";
// @ts-expect-error: a field that was not selected.
list.integrations.totalCount;
// @ts-expect-error: results are read-only.
list.integrations.nodes.push({ id: "1", name });

const { data, errors } = await client.executeResult(ListIntegrationsDocument);
holds<Equal<typeof data, ListIntegrationsQuery | null | undefined>>();
errors[0]?.message.toUpperCase();

// Variables are required, optional or not allowed.
await client.execute(none);
await client.execute(none, undefined, { timeout: 1 });
await client.execute(none, {}, { signal: AbortSignal.timeout(1) });
await client.execute(optional);
await client.execute(optional, { first: 1 });
// @ts-expect-error: wrong type.
await client.execute(optional, { first: "1" });
await client.execute(required, { id: "1" });
// @ts-expect-error: variables are required.
await client.execute(required);
// @ts-expect-error: a required variable is missing.
await client.execute(required, { first: 1 });
// @ts-expect-error: variables are required before options.
await client.execute(required, undefined, { timeout: 1 });
// @ts-expect-error: misspelt option.
await client.execute(none, {}, { timeOut: 1 });
// @ts-expect-error: a bare string has no types.
await client.execute("query { integrations { nodes { id } } }");
// @ts-expect-error: a subscription has no single response.
await client.execute(subscription);
// @ts-expect-error: with `@defer` or `@stream`, an operation has several responses.
await client.execute(incremental);
// ASTs are accepted, with their types.
const { integrations: ofNode } = await client.execute(ListIntegrationsNode);
ofNode.nodes satisfies readonly unknown[];

// @ts-expect-error: `auth` is missing.
createClient({ baseUrl: "https://platform.example.com" });
// @ts-expect-error: misspelt option.
createClient({ baseUrl: "https://platform.example.com", auth: accessToken("token"), retry: 3 });

// The same types for string documents and ASTs.
holds<Equal<ResultOf<typeof ListIntegrationsDocument>, ListIntegrationsQuery>>();
holds<Equal<ResultOf<typeof ListIntegrationsNode>, ListIntegrationsQuery>>();
holds<
  Equal<VariablesOf<typeof required>, { readonly id: string; readonly first?: number | null | undefined }>
>();

// ASTs have the type of other clients.
ListIntegrationsNode satisfies DocumentNode;
ListIntegrationsNode satisfies TypedDocumentNode<ListIntegrationsQuery, { [key: string]: never }>;
// @ts-expect-error: another result.
ListIntegrationsNode satisfies TypedDocumentNode<Pet>;

// `code` narrows.
declare const caught: unknown;
if (isOperationError(caught)) {
  switch (caught.code) {
    case "TIMEOUT":
      holds<Equal<typeof caught.phase, Phase>>();
      break;
    case "HTTP_STATUS":
      holds<Equal<typeof caught.status, number>>();
      break;
    case "GRAPHQL":
      caught.errors[0]?.path;
      break;
    case "NETWORK":
    case "RATE_LIMITED":
    case "UNAUTHENTICATED":
    case "REFRESH_REJECTED":
    case "REFRESH_UNAVAILABLE":
    case "MALFORMED_RESPONSE":
    case "REDIRECT":
    case "RESPONSE_TOO_LARGE":
    case "RESPONSE_MISMATCH":
    case "PAGINATION":
    case "POLL_TIMEOUT":
    case "KY_HOOK":
    case "ABORTED":
      holds<Equal<typeof caught.operation, string>>();
      break;
    case "REJECTED":
      holds<Equal<(typeof caught.errors)[number], PayloadError>>();
      break;
    case "USAGE":
      holds<Equal<typeof caught.operation, string | undefined>>();
      break;
    default:
      holds<Equal<typeof caught, never>>();
  }
}
if (isOperationError(caught, "TIMEOUT")) holds<Equal<typeof caught.phase, Phase>>();
// @ts-expect-error: there is no such code.
isOperationError(caught, "NO_SUCH_CODE");
declare const any: AnyOperationError;
// @ts-expect-error: there is no such code.
any.code === "NO_SUCH_CODE";
