/** Simpler declarations for `src/`, each without one promise of the client. `bundle-cost.ts` measures what they save. */

/** Replaces one top-level declaration of a file. */
export interface Simplification {
  /** File in `src/`, without its extension. */
  readonly file: string;
  readonly name: string;
  /** Expression for a `const` with this name. */
  readonly value: string;
}

const simplify = (file: string, name: string, value: string): Simplification => ({ file, name, value });

/** Promises, and the declarations that a client without them would have. All variants execute a query. */
export const SIMPLIFICATIONS: Readonly<Record<string, readonly Simplification[]>> = {
  "GraphQL errors: valid entries, code and path in the message": [
    simplify("outcome", "readEntry", "(entry) => entry"),
    simplify("outcome", "summarizeErrors", `() => "GraphQL errors."`),
  ],
  "outcomes: 401, rate limit, status and body decide what is resent and which error it is": [
    simplify(
      "outcome",
      "classifyResponse",
      `(kind, url, { status, text }) => status === 200 ? { data: JSON.parse(text).data } :
        { failure: new Failure(HttpStatusError, "HTTP " + status, { status }), next: status === 401 ? "replay" : undefined }`,
    ),
  ],
  "Retry-After": [simplify("retry", "parseRetryAfter", "() => undefined")],
  "queue after a 429: what the platform accepts, the order, the deadline": [
    simplify("queue", "createQueue", "() => ({ enter() {}, leave() {} })"),
  ],
  "limit: what the platform accepts, as the queue learns it": [
    simplify("limit", "createLimit", "() => ({ nextAt: 0, take: () => 1, release: () => false })"),
  ],
  "retry budget": [simplify("retry", "createRetryBudget", "() => ({ take: () => true, refill() {} })")],
  "timeouts: one deadline, no timer or listener left": [
    simplify("deadline", "withDeadline", "(ms, caller, onTimeout, work) => work(AbortSignal.timeout(Math.ceil(ms)))"),
    simplify("request", "createTimeout", `() => new Error("timeout")`),
    simplify("deadline", "sleep", "(ms) => new Promise((resolve) => setTimeout(resolve, ms))"),
  ],
  "network errors: system code, and whether a request was sent": [
    simplify("transport", "translate", `(error) => new Failure(NetworkError, "network error", {})`),
  ],
  "requests through ky of the caller": [
    simplify("transport", "sendThrough", "(instance, url, init) => instance(url.href, init)"),
  ],
  "response size limit": [
    simplify("transport", "readBytes", "async (body) => new Uint8Array(await new Response(body).arrayBuffer())"),
  ],
  "responses: redirects, size and encoding": [
    simplify(
      "transport",
      "readResponse",
      "async (url, response) => ({ status: response.status, headers: response.headers, text: await response.text() })",
    ),
  ],
  "media type in messages": [simplify("request", "mediaType", `() => ""`)],
  "variables that JSON cannot represent": [
    simplify("variables", "encodeVariables", "(_, variables) => JSON.stringify(variables)"),
  ],
  "unknown and invalid options": [
    simplify("options", "checkOptions", "() => {}"),
    simplify("client", "CLIENT_RULES", "{}"),
    simplify("client", "EXECUTE_RULES", "{}"),
    simplify("hooks", "HOOK_RULES", "{}"),
    simplify("auth/refresh-token", "RULES", "{}"),
  ],
  "additional headers": [simplify("options", "readHeaders", "(_, headers) => headers")],
  "document check": [simplify("document", "checkDocument", "(document) => document")],
  "base URL check": [
    simplify("base-url", "parseBaseUrl", "(base) => ({ base, api: base + '/api', refresh: base + '/auth/refresh' })"),
  ],
  "hooks: a hook cannot fail a call": [simplify("hooks", "notify", "(hook, event) => hook?.(event)")],
  "own errors: recognized across copies, printed without private parts": [
    simplify("errors", "brand", "() => {}"),
    simplify("errors", "shorten", "(message) => message"),
  ],
  "token check: a token that no header can contain": [
    simplify("auth/token", "cleanToken", "(value) => value"),
    simplify("auth/token", "requireToken", "(value) => value"),
    simplify("auth/refresh-token", "cleanTenantId", "(value) => value"),
  ],
  "expiry: claims, expires_in, clock offset": [
    simplify(
      "auth/token",
      "readToken",
      "(value, { origin }) => ({ value, origin, expiresAt: Infinity, refreshAt: Infinity, receivedAt: 0 })",
    ),
    simplify("auth/token", "isExpired", "() => false"),
    simplify("auth/token", "isDue", "() => false"),
  ],
  "token manager: one refresh, late 401, early refresh, cooldown": [
    simplify(
      "auth/token-manager",
      "TokenManager",
      `class {
        constructor(_, refresh) { this.refresh = refresh; }
        token(rejected) {
          if (this.t && this.t !== rejected) return this.t;
          return this.refresh({ didStart() {} }).then(({ token }) => (this.t = token));
        }
        didUse() {}
      }`,
    ),
  ],
  "token exchange: retries, classified responses": [
    simplify(
      "auth/exchange",
      "createExchange",
      `({ post, endpoints }) => async (refreshToken, tenantId) => {
        const body = JSON.stringify({ refresh_token: refreshToken, tenant_id: tenantId });
        const { text } = await post(endpoints.refresh, { body, headers: {}, timeoutMs: 10000 });
        return { accessToken: JSON.parse(text).access_token };
      }`,
    ),
  ],
  "rejected, rotated and shared refresh tokens": [
    simplify(
      "auth/token-chain",
      "createTokenChain",
      `(exchange, refreshToken, tenantId) => ({
        exchange: async () =>
          ({ token: readToken((await exchange(refreshToken, tenantId, () => {})).accessToken, {}) }),
      })`,
    ),
  ],
};

/** The checks of arguments. Without them and without message text, the program comes closest to the size goal. */
export const ARGUMENT_CHECKS = [
  "unknown and invalid options",
  "variables that JSON cannot represent",
  "token check: a token that no header can contain",
  "base URL check",
  "additional headers",
  "document check",
] as const;
