/** A round of requests: as many as were asked for, so many at a time, each answer checked. */

import { Agent, request } from "node:http";

export interface Round {
  readonly requests: number;
  /** From the first request to the last answer, in milliseconds. */
  readonly durationMs: number;
  /** How long an answer took, in milliseconds, shortest first. */
  readonly latenciesMs: readonly number[];
}

export interface RoundOptions {
  readonly baseUrl: string;
  readonly accessToken: string;
  readonly requests: number;
  readonly concurrency: number;
  /** Bytes that each body carries beside the query, in a member that the platform ignores. */
  readonly padding: number;
}

const QUERY = "query ListIntegrations { integrations { nodes { id name } } }";

/** @throws Error where one answer is not what it must be: a figure for failures is worth nothing. */
export async function sendRound(options: RoundOptions): Promise<Round> {
  const { baseUrl, accessToken, requests, concurrency, padding } = options;
  const body = JSON.stringify({ query: QUERY, ...(padding > 0 && { padding: "x".repeat(padding) }) });
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const headers = {
    authorization: `Bearer ${accessToken}`,
    "content-type": "application/json",
    "content-length": Buffer.byteLength(body),
  };
  const latenciesMs: number[] = [];
  let left = requests;
  const work = async (): Promise<void> => {
    while (left-- > 0) {
      const sentAt = performance.now();
      const { status, text } = await post();
      latenciesMs.push(performance.now() - sentAt);
      if (status !== 200 || !text.startsWith(`{"data":{"integrations":{"nodes":[{"id":`)) {
        throw new Error(`HTTP ${status} was answered: ${text.slice(0, 200)}`);
      }
    }
  };
  const begunAt = performance.now();
  try {
    await Promise.all(Array.from({ length: concurrency }, work));
  } finally {
    agent.destroy();
  }
  const durationMs = performance.now() - begunAt;
  return { requests, durationMs, latenciesMs: latenciesMs.sort((one, other) => one - other) };

  function post(): Promise<{ readonly status: number | undefined; readonly text: string }> {
    return new Promise((resolve, reject) => {
      const sent = request(`${baseUrl}/api`, { method: "POST", agent, headers }, (response) => {
        let text = "";
        response.setEncoding("utf8").on("data", (chunk: string) => {
          text += chunk;
        });
        response.once("end", () => resolve({ status: response.statusCode, text })).once("error", reject);
      });
      sent.once("error", reject).end(body);
    });
  }
}
