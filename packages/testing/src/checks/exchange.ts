/** The answer of a platform, and the exchange that the checks of one run share. */

import { type ContractCheck, ContractSkip, type ContractTarget, ContractViolation } from "./check.ts";

/** An answer that was read whole. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** Media type in lower case, without parameters; a word for none or an odd one. */
  readonly mediaType: string;
  /** The JSON of the body. Absent where it is none. */
  readonly json: unknown;
}

/** Sends a request below the base URL; in one run, each only once. */
export function send(target: ContractTarget, path: string, init: RequestInit): Promise<Answered> {
  const { sent } = sessionOf(target);
  const key = JSON.stringify([path, init]);
  const answered = sent.get(key) ?? sendNow(target, path, init);
  sent.set(key, answered);
  return answered;
}

/** A redirect is not followed: it would take the credentials along. */
async function sendNow(target: ContractTarget, path: string, init: RequestInit): Promise<Answered> {
  const { fetch = globalThis.fetch } = target;
  const response = await fetch(`${target.baseUrl}${path}`, { redirect: "manual", ...init });
  const { status, headers } = response;
  const text = await response.text();
  const sent = headers.get("content-type")?.split(";")[0]?.trim().toLowerCase() ?? "no media type";
  const mediaType = /^(?:no media type|[\w.+-]{1,40}\/[\w.+-]{1,60})$/.test(sent) ? sent : "an odd media type";
  return { status, headers, mediaType, json: parse(text) };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function sendExchange(target: ContractTarget, body: object): Promise<Answered> {
  const headers = { "content-type": "application/json" };
  return send(target, "/auth/refresh", { method: "POST", headers, body: JSON.stringify(body) });
}

/** What the checks of one run share, so that nothing is exchanged twice. */
interface Session {
  /** The one in force: a platform may replace it. */
  refreshToken: string | undefined;
  readonly exchanges: Map<string, Promise<Answered>>;
  /** All that was sent, by what it was: no request changes anything, so none is worth sending twice. */
  readonly sent: Map<string, Promise<Answered>>;
}

const sessions = new WeakMap<ContractTarget, Session>();

function sessionOf(target: ContractTarget): Session {
  const session = sessions.get(target) ?? { refreshToken: target.refreshToken, exchanges: new Map(), sent: new Map() };
  sessions.set(target, session);
  return session;
}

/** The answer to an exchange with these members beside the refresh token: sent once in a run. */
export function exchange(target: ContractTarget, members: { readonly tenant_id?: string } = {}): Promise<Answered> {
  const session = sessionOf(target);
  const key = JSON.stringify(members);
  const known = session.exchanges.get(key);
  if (known) return known;
  // One after the other: a platform that replaces refresh tokens takes each once.
  const before = [...session.exchanges.values()].at(-1);
  const answered = Promise.resolve(before?.catch(() => undefined)).then(async () => {
    const { refreshToken } = session;
    if (refreshToken === undefined) throw new ContractSkip("there is no refresh token to check it with");
    const answer = await sendExchange(target, { refresh_token: refreshToken, ...members });
    const next = readMember(answer.json, "refresh_token");
    if (typeof next === "string" && next !== "") session.refreshToken = next;
    return answer;
  });
  session.exchanges.set(key, answered);
  return answered;
}

/** The access token of the exchange, where it has one. */
export async function exchangeToken(target: ContractTarget): Promise<string> {
  const token = readMember((await exchange(target)).json, "access_token");
  if (typeof token !== "string" || token === "") throw new ContractSkip("the exchange gave no access token");
  return token;
}

/** An access token for the API. */
export async function requireAccessToken(target: ContractTarget): Promise<string> {
  return target.accessToken ?? (await exchangeToken(target));
}

export function readMember(json: unknown, name: string): unknown {
  return typeof json === "object" && json !== null ? (json as Record<string, unknown>)[name] : undefined;
}

/** @throws ContractViolation Where the status is not the one that was promised. */
export function expectStatus({ status, mediaType }: Answered, expected: number): void {
  if (status !== expected) throw new ContractViolation(`HTTP ${status} (${mediaType}) was answered, not ${expected}`);
}

export function expectThat(kept: boolean, otherwise: string): void {
  if (!kept) throw new ContractViolation(otherwise);
}

/** Writes a list of checks without what they have in common. */
export function checksOf(
  source: ContractCheck["source"],
  rows: readonly (readonly [id: string, statement: string, check: ContractCheck["check"]])[],
): ContractCheck[] {
  return rows.map(([id, statement, check]) => ({ id, statement, source, writes: false, check }));
}
