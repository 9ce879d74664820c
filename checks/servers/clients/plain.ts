/** `fetch` with p-retry, and a session that refreshes its token. */

import pRetry, { AbortError } from "p-retry";
import type { CreateProgram, Execute } from "../clients.ts";
import { OPERATIONS } from "../software/schema.ts";
import { createSession } from "./session.ts";

interface Body {
  readonly data?: { readonly item: { readonly id: number } | null } | null;
  readonly errors?: readonly { readonly extensions?: { readonly code?: string } }[];
}

/**
 * At random times, because all calls fail at once if a limit or an outage begins. Ten retries are the
 * default.
 */
const RETRIES = { maxTimeout: 5_000, randomize: true };

/** Statuses for which the request itself is the cause. */
const isFinal = (status: number) => status >= 400 && status < 500 && status !== 408 && status !== 429;

export const createPlain: CreateProgram = (settings) => {
  const session = createSession(settings);

  async function send(body: string, token: string | undefined, signal: AbortSignal) {
    const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
    const response = await settings.fetch(`${settings.baseUrl}/api`, {
      method: "POST",
      headers,
      body,
      signal,
    });
    const isGraphQL = response.headers.get("content-type")?.includes("json");
    const { data, errors = [] }: Body = isGraphQL || response.ok ? await response.json() : {};
    const isUnauthenticated =
      response.status === 401 || errors.some(({ extensions }) => extensions?.code === "UNAUTHENTICATED");
    return { status: response.status, data, errors, isUnauthenticated };
  }

  async function attempt(body: string, signal: AbortSignal): Promise<number> {
    const token = session.accessToken() ?? (await session.refresh(undefined));
    let result = await send(body, token, signal);
    if (result.isUnauthenticated) result = await send(body, await session.refresh(token), signal);
    const { status, data, errors } = result;
    if (data?.item && errors.length === 0) return data.item.id;
    if (status === 200 || isFinal(status)) throw new AbortError(`The call failed with ${status}`);
    throw new Error(`The call failed with ${status}`);
  }

  const execute: Execute = (kind, id) => {
    const body = JSON.stringify({ query: OPERATIONS[kind], variables: { id } });
    const signal = AbortSignal.timeout(settings.timeoutMs);
    return pRetry(() => attempt(body, signal), { ...RETRIES, signal });
  };
  return { execute };
};
