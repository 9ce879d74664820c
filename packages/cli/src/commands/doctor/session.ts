/** The platform as a client meets it: a token, a query, its schema. */

import type { TypedDocumentString } from "@integration-platform/graphql";
import { GraphQLResponseError, refreshToken } from "@integration-platform/graphql";
import { obtainToken } from "@integration-platform/graphql/node";
import { ListIntegrationsDocument } from "@integration-platform/graphql/operations";
import { type Claims, readClaims } from "../access-token.ts";
import { type Case, openClient } from "./case.ts";
import { describeDuration } from "./duration.ts";
import { type Check, fine, skipped, warning, wrong } from "./examination.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

export function checkExchange(examined: Case): Check {
  return {
    ...{ id: "exchange", title: "exchange", needs: ["tls"] },
    async run() {
      const { prefix, traffic, timeout, terminal, destination } = examined;
      const { baseUrl = "", credentials = {} } = destination ?? {};
      const { refreshToken: token, accessToken: given, tenantId } = credentials;
      const around = { baseUrl, fetch: traffic.fetch, timeout, signal: terminal.interruption };
      if (token === undefined) {
        // What the environment holds has been read already, and is a token.
        examined.token = { value: given ?? "", expiresAt: 0, renewAt: 0, obtainedAt: 0 };
        return fine(`not needed: ${prefix}_ACCESS_TOKEN is used as it is`);
      }
      let isReplaced = false;
      const didRefresh = ({ rotated }: { readonly rotated: boolean }) => {
        isReplaced = rotated;
      };
      const begunAt = performance.now();
      examined.token = await obtainToken({
        ...around,
        auth: refreshToken({ refreshToken: token, tenantId }),
        hooks: { didRefresh },
      });
      const said = `an access token in ${Math.round(performance.now() - begunAt)} ms`;
      if (!isReplaced) return fine(said);
      const message = `${said}; the platform replaces the refresh token with each exchange`;
      return warning(message, `${prefix}_REFRESH_TOKEN is used up: set a new one, and share a store among processes`);
    },
  };
}

export function checkToken(examined: Case): Check {
  return {
    ...{ id: "token", title: "token", needs: ["exchange"] },
    run() {
      const { prefix, token, destination } = examined;
      const claims = readClaims(token?.value ?? "");
      if (!claims) return fine("it is no JWT, and says nothing of its tenant and its life: a 401 will tell");
      const { tenantId, refreshToken: renewable } = destination?.credentials ?? {};
      const { tenant, expiresAt } = claims;
      const said = `for ${tenant === undefined ? "a tenant that it does not name" : `tenant ${tenant}`}, ${describeLife(claims)}`;
      if (tenantId !== undefined && tenant !== undefined && tenant.toLowerCase() !== tenantId.toLowerCase()) {
        return wrong(said, `${prefix}_TENANT_ID names another tenant: may the user act for that one?`);
      }
      const leftMs = expiresAt === undefined ? Number.POSITIVE_INFINITY : expiresAt - Date.now();
      if (renewable !== undefined) return leftMs > 0 ? fine(said) : wrong(said, "set this machine's clock");
      if (leftMs <= 0) return wrong(said, `set a new ${prefix}_ACCESS_TOKEN, or ${prefix}_REFRESH_TOKEN instead`);
      return leftMs < DAY_MS ? warning(said, `where it must last, set ${prefix}_REFRESH_TOKEN instead`) : fine(said);
    },
  };
}

function describeLife({ expiresAt }: Claims): string {
  if (expiresAt === undefined) return "without an end that it names";
  const leftMs = expiresAt - Date.now();
  const when = new Date(expiresAt).toISOString().replace(/\.\d+Z$/, "Z");
  return leftMs > 0
    ? `valid for ${describeDuration(leftMs)} (until ${when})`
    : `expired ${describeDuration(-leftMs)} ago (${when})`;
}

export function checkQuery(examined: Case): Check {
  return {
    ...{ id: "query", title: "query", needs: ["exchange"] },
    async run() {
      const begunAt = performance.now();
      const { interruption: signal } = examined.terminal;
      const { integrations } = await openClient(examined).execute(ListIntegrationsDocument, {}, { signal });
      const { length } = integrations.nodes;
      const what = `${length} ${length === 1 ? "integration" : "integrations"}`;
      return fine(`${ListIntegrationsDocument.name} in ${Math.round(performance.now() - begunAt)} ms: ${what}`);
    },
  };
}

export function checkIntrospection(examined: Case): Check {
  return {
    ...{ id: "introspection", title: "introspection", needs: ["query"] },
    async run() {
      const introspection = await import("../../schema/introspection.ts").catch(() => undefined);
      if (!introspection) return skipped("because the package graphql is not here", "npm install --save-dev graphql");
      const { SUPPORT_QUERY, readSupport, writeIntrospectionQuery, buildIntrospected } = introspection;
      const client = openClient(examined);
      const ask = (text: string) => client.execute(toDocument(text), {}, { signal: examined.terminal.interruption });
      try {
        const support = readSupport(await ask(SUPPORT_QUERY));
        examined.live = buildIntrospected(await ask(writeIntrospectionQuery(support)));
      } catch (error) {
        if (!(error instanceof GraphQLResponseError)) throw error;
        return warning("refused for this token", "`schema pull` and `schema check` need it, or a file with the schema");
      }
      const types = Object.keys(examined.live.getTypeMap()).filter((name) => !name.startsWith("__"));
      return fine(`allowed: ${types.length} types`);
    },
  };
}

function toDocument(text: string): TypedDocumentString<object, Record<string, never>> {
  return { name: "Introspection", kind: "query", text };
}
