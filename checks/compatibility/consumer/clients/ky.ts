/** ky, or fetch: a string document has its text and its types, and that is all it takes. */

import type { ResultOf, VariablesOf } from "@integration-platform/graphql";
import { ListIntegrationsDocument } from "@integration-platform/graphql/operations";
import ky from "ky";
import { ListRowsDocument } from "../generated/operations.ts";
import { bearer, type ClientCheck } from "./client.ts";

export const kyAlone: ClientCheck = {
  name: "ky",
  forms: {
    async text(access) {
      const json = { query: ListIntegrationsDocument.text };
      const answer = ky.post<{ data: ResultOf<typeof ListIntegrationsDocument> }>(access.url, {
        headers: bearer(access),
        json,
      });
      const { data } = await answer.json();
      return data.integrations.nodes.map(({ name }) => name);
    },
    async "text with variables"(access) {
      const variables: VariablesOf<typeof ListRowsDocument> = { withNames: true };
      const json = { query: ListRowsDocument.text, variables };
      const answer = ky.post<{ data: ResultOf<typeof ListRowsDocument> }>(access.url, {
        headers: bearer(access),
        json,
      });
      const { data } = await answer.json();
      return data.integrations.nodes.map(({ name }) => name);
    },
  },
};

// @ts-expect-error `withNames` is a Boolean
export const refused: VariablesOf<typeof ListRowsDocument> = { withNames: "yes" };
