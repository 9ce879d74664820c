/** `fetch` without a client. */

import type { CreateSend, Target } from "../clients.ts";
import { ACCESS_TOKEN, OPERATIONS } from "../exchange.ts";

export const headers = {
  "content-type": "application/json",
  authorization: `Bearer ${ACCESS_TOKEN}`,
} as const;

export const render = (first: number, kind: "query" | "mutation" = "query"): string =>
  JSON.stringify({ query: OPERATIONS[kind], variables: { first } });

/** Reads `data`. The caller has checked the status. */
export const readData = async (response: Response): Promise<unknown> =>
  ((await response.json()) as { data: unknown }).data;

function checkStatus(response: Response): Response {
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
  return response;
}

export const createFetch: CreateSend =
  ({ base, fetch }) =>
  async (first, kind) =>
    readData(checkStatus(await fetch(`${base}/api`, { method: "POST", headers, body: render(first, kind) })));

export async function withDeadline<Result>(
  { timeoutMs }: Target,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}
