/** The platforms of this process: for telling a test that it has mixed up two. */

import type { Door } from "./scenarios/act.ts";

/** What one platform tells of itself to the others. */
export interface Neighbour {
  readonly baseUrl: string;
  /** Whether it issued this access token. */
  issued(accessToken: string): Promise<boolean>;
  /** Whether it takes this refresh token. */
  takes(refreshToken: string): boolean;
}

interface Neighbourhood {
  /** Held weakly: a platform lives as long as its test uses it. */
  readonly known: Set<WeakRef<Neighbour>>;
  /** When each met its last request in-process, and since when it waits for its first; in requests to all of them. */
  readonly askedAt: WeakMap<Neighbour, number>;
  readonly waitingSince: WeakMap<Neighbour, number>;
  now: number;
}

const here: Neighbourhood = { known: new Set(), askedAt: new WeakMap(), waitingSince: new WeakMap(), now: 0 };

/** Makes a platform known to the others. It must hold on to `self`. */
export function introduce(self: Neighbour): void {
  for (const reference of here.known) if (!reference.deref()) here.known.delete(reference);
  here.known.add(new WeakRef(self));
  waitFromNow(self);
}

/** Makes a platform unknown: nothing is sent to it any more. */
export function takeLeave(self: Neighbour): void {
  for (const reference of here.known) if (reference.deref() === self) here.known.delete(reference);
}

/** The platform has met no request yet, as far as anybody should know. */
export function waitFromNow(self: Neighbour): void {
  here.waitingSince.set(self, here.now);
}

/** The platform has met a request. Over a socket nobody could have met it in its place. */
export function meetRequest(self: Neighbour, door: Door): void {
  here.waitingSince.delete(self);
  if (door === "handlers") here.askedAt.set(self, ++here.now);
}

/** What may be wrong where a platform waits in vain: another one at its base URL is asked. */
export function findStandIn(self: Neighbour): string | undefined {
  const since = here.waitingSince.get(self);
  if (since === undefined) return undefined;
  const isAsked = others(self).some(
    (other) => other.baseUrl === self.baseUrl && (here.askedAt.get(other) ?? 0) > since,
  );
  return isAsked ? `another platform at ${self.baseUrl} was asked meanwhile. Was this one meant? ${ADVICE}` : undefined;
}

export interface Credentials {
  readonly accessToken: string | undefined;
  readonly refreshToken: unknown;
}

/** What is wrong where credentials that one platform refuses are another's. */
export async function diagnose(self: Neighbour, door: Door, sent: Credentials): Promise<string | undefined> {
  for (const other of others(self)) {
    // Whose socket it is, is plain to see; behind MSW only those of one base URL are mistaken for each other.
    if (door === "handlers" && other.baseUrl !== self.baseUrl) continue;
    const takes = typeof sent.refreshToken === "string" && other.takes(sent.refreshToken);
    const kind = takes ? "refresh" : "access";
    if (!takes && !(sent.accessToken !== undefined && (await other.issued(sent.accessToken)))) continue;
    if (door === "socket") return `The ${kind} token is another platform's`;
    return `Two platforms stand at ${self.baseUrl}, and this request met the wrong one: its ${kind} token is the other's. ${ADVICE}`;
  }
  return undefined;
}

const ADVICE = "Give each a baseUrl of its own, or MSW the handlers of one";

function others(self: Neighbour): Neighbour[] {
  return [...here.known].flatMap((reference) => reference.deref() ?? []).filter((other) => other !== self);
}
