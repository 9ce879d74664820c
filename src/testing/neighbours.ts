/** The platforms of this process: for telling a test that it has mixed up two on one base URL. */

/** What one platform tells of itself to the others. */
export interface Neighbour {
  readonly baseUrl: string;
  /** Whether it issued this access token. */
  issued(accessToken: string): Promise<boolean>;
  /** Whether it takes this refresh token. */
  takes(refreshToken: string): boolean;
}

/** Held weakly: a platform lives as long as its test uses it. */
const known = new Set<WeakRef<Neighbour>>();

/** Makes a platform known to those of the same base URL. It must hold on to `self`. */
export function introduce(self: Neighbour): void {
  for (const reference of known) if (!reference.deref()) known.delete(reference);
  known.add(new WeakRef(self));
}

/** Makes a platform unknown: nothing is sent to it any more. */
export function takeLeave(self: Neighbour): void {
  for (const reference of known) if (reference.deref() === self) known.delete(reference);
}

export interface Credentials {
  readonly accessToken: string | undefined;
  readonly refreshToken: unknown;
}

/** What is wrong where credentials that one platform refuses are those of another, at the same base URL. */
export async function diagnose(self: Neighbour, sent: Credentials): Promise<string | undefined> {
  for (const reference of known) {
    const other = reference.deref();
    if (!other || other === self || other.baseUrl !== self.baseUrl) continue;
    const takes = typeof sent.refreshToken === "string" && other.takes(sent.refreshToken);
    if (takes || (sent.accessToken !== undefined && (await other.issued(sent.accessToken)))) {
      return `Two platforms stand at ${self.baseUrl}, and this request met the wrong one: its ${takes ? "refresh" : "access"} token is the other's. Give each a baseUrl of its own, or MSW the handlers of one`;
    }
  }
  return undefined;
}
