/** A token source of the caller's own: a vault, a metadata service, another process. */

import { type Lease, TokenKeeper } from "./keeper.ts";
import type { Auth } from "./source.ts";
import { readToken, requireToken } from "./token.ts";

/**
 * Signs with what `getToken` returns. It is called when there is no token yet, when the last one has expired (JWT `exp`
 * where it is readable, else after 7 days) or was refused by the platform: once for all the calls that wait, with
 * 30 seconds to answer.
 *
 * What it throws becomes `REFRESH_UNAVAILABLE`, and its message goes nowhere.
 */
export function tokenSource(getToken: (context: { signal: AbortSignal }) => string | Promise<string>): Auth {
  const lease: Lease = {
    renew: async ({ signal, began }) => {
      began();
      const token = requireToken(await getToken({ signal }), "the token source's token");
      return { token: readToken(token, { justIssued: true }) };
    },
  };
  return { connect: ({ hooks }) => new TokenKeeper(() => lease, hooks) };
}
