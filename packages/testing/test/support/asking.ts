/** Asks a simulated platform by hand, without a client and without a network. */

import type { Platform } from "../../src/index.ts";

export interface Asked {
  readonly status: number;
  /** The GraphQL result; an empty one where the answer is no JSON. */
  readonly result: { readonly data?: unknown; readonly errors?: readonly Record<string, unknown>[] };
  readonly text: string;
}

/** Sends one query with an access token, through the handlers. */
export async function ask(platform: Platform, query: string, variables?: object): Promise<Asked> {
  const token = await platform.issueAccessToken();
  const request = new Request(`${platform.baseUrl}/api`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
    body: JSON.stringify({ query, variables }),
  });
  const response = await platform.fetch(request);
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  return { status: response.status, result: isJson ? JSON.parse(text) : {}, text };
}

/** Only the data of the answer. */
export async function askData(platform: Platform, query: string, variables?: object): Promise<unknown> {
  return (await ask(platform, query, variables)).result.data;
}
