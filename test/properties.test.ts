/**
 * Promises for random inputs and random orders of events. The seed is fixed, so that each run is the same; `FC_SEED=$RANDOM npx vitest run test/properties.test.ts` tries others. A failure prints its
 * seed and path: `fc.assert(…, { seed, path })` replays it.
 */

import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { accessToken } from "../src/auth/access-token.ts";
import { cleanToken, isDue, isExpired, readToken } from "../src/auth/token.ts";
import { parseBaseUrl } from "../src/base-url.ts";
import { isOperationError, UsageError } from "../src/errors.ts";
import { parseRetryAfter } from "../src/retry.ts";
import { mutation, query } from "./support/documents.ts";
import { connect, createWire, json, jwt, ok, type Sent, unauthorized } from "./support/wire.ts";

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) });

const unhandled: unknown[] = [];
const remember = (reason: unknown) => unhandled.push(reason);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout", "Date", "performance"] });
  process.on("unhandledRejection", remember);
});
afterEach(() => {
  vi.useRealTimers();
  process.off("unhandledRejection", remember);
  expect(unhandled.splice(0)).toEqual([]);
});

/** Lets everything happen that needs no timer and no decision of the scheduler. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** How a call ended: with data, an error, or not at all. */
type End = { readonly data: unknown } | { readonly error: unknown } | undefined;

const settle = (promise: Promise<unknown>): Promise<NonNullable<End>> =>
  promise.then(
    (data) => ({ data }),
    (error: unknown) => ({ error }),
  );

/** Each call returns an object or throws an error with a code. */
function expectClassified(end: End): void {
  if (end && "data" in end) return void expect(end.data).toBeTypeOf("object");
  const error = end?.error as Record<string, unknown> & Error;
  expect(isOperationError(error), `${error}`).toBe(true);
  expect(error.code).toMatch(/^[A-Z_]+$/);
  const numbers = [error.status ?? 0, error.retryAfterMs ?? 0, error.attempts ?? 0];
  expect(numbers.filter((value) => !Number.isSafeInteger(value) || Number(value) < 0)).toEqual([]);
}

// ---- Refreshes in any order of events ----

type Exchange = "grant" | "firewall" | "garbage" | "reject";
interface Event {
  readonly what: "call" | "revoke" | "replace" | "wait";
  readonly client: number;
  /** Of a call: whether it is abandoned at some time, and whether its fetch ignores that. */
  readonly aborts: boolean;
  readonly deaf: boolean;
}

/** Calls of two clients, the platform revoking their tokens, time that passes, and credentials that are replaced. */
const events = (withReplacements: boolean): fc.Arbitrary<Event[]> => {
  const what = fc.oneof(
    { weight: 6, arbitrary: fc.constant("call" as const) },
    { weight: 3, arbitrary: fc.constant("revoke" as const) },
    { weight: 1, arbitrary: fc.constant("wait" as const) },
    { weight: withReplacements ? 2 : 0, arbitrary: fc.constant("replace" as const) },
  );
  const event = fc.record({ what, client: fc.nat(1), aborts: fc.boolean(), deaf: fc.boolean() });
  return fc.array(event, { minLength: 2, maxLength: 16 });
};

/** Longer than a cooldown; three of them are shorter than the 30 s of a refresh. */
const WAIT_MS = 5_001;
const MAX_WAITS = 3;

/** The first access token of a client: none, a valid one, or one that expires soon. */
const GIVEN = ["none", "valid", "due"] as const;
const given = fc.constantFrom(...GIVEN);
type Given = (typeof GIVEN)[number];

/** One credential, as the platform knows it. */
interface Account {
  readonly refreshToken: string;
  issued: number;
  /** Tokens below this number are rejected. */
  validFrom: number;
  inFlight: number;
  readonly outcomes: Exchange[];
  /** Tokens that were rejected. */
  readonly met401: Set<string>;
}

/** One access token of the platform. */
interface Token {
  readonly account: Account;
  readonly number: number;
  /** Whether it came from an exchange, and not from an option. */
  readonly isExchanged: boolean;
  /** Status of the first response to a call that was not aborted. */
  first?: number;
}

interface Call {
  readonly client: number;
  readonly reason: object | undefined;
  readonly controller: AbortController;
  /** The credential in force when the call began. */
  readonly account: Account;
  readonly sent: {
    readonly token: Token | undefined;
    readonly inForce: Account;
    readonly status: number;
    /** Whether the platform had just issued the token and never accepted it. */
    isUnproven?: boolean;
  }[];
  end: End;
}

/** Plays `plan` in the order that the scheduler chooses, request by request and answer by answer. */
async function play(s: fc.Scheduler, plan: Event[], exchanges: Exchange[], given: Given) {
  const accounts = new Map<string, Account>();
  const tokens = new Map<string, Token>();
  const open = (refreshToken: string): Account => {
    const account: Account = {
      ...{ refreshToken, issued: 0, validFrom: 1, inFlight: 0 },
      ...{ outcomes: [], met401: new Set<string>() },
    };
    accounts.set(refreshToken, account);
    return account;
  };
  const calls: Call[] = [];
  const overlaps: string[] = [];
  const issue = (account: Account, text = `${account.refreshToken}/${account.issued + 1}`): string => {
    tokens.set(text, { account, number: ++account.issued, isExchanged: text.includes("/") });
    return text;
  };
  const step = (label: string) => s.schedule(Promise.resolve(), label);

  const wire = createWire({
    api: async ({ token: text = "", headers, signal }: Sent) => {
      const call = calls[Number(headers.get("x-call"))] as Call;
      const token = tokens.get(text);
      const inForce = clients[call.client]?.account as Account;
      const status = token && token.number >= token.account.validFrom ? 200 : 401;
      const sent: Call["sent"][number] = { token, inForce, status };
      call.sent.push(sent);
      // A fetch that hears its signal, or a deaf one.
      const heard = new Promise<never>((_, reject) => {
        if (headers.get("x-deaf") === "false") signal?.addEventListener("abort", () => reject(signal.reason));
      });
      await Promise.race([heard, step(`answer ${status} to ${text}`)]);
      if (token && !call.controller.signal.aborted) token.first ??= status;
      if (status === 401) token?.account.met401.add(text);
      sent.isUnproven = status === 401 && token?.isExchanged === true && token.first !== 200;
      return status === 200 ? ok() : unauthorized();
    },
    refresh: async ({ body, nth }) => {
      const account = accounts.get(String(body.refresh_token)) as Account;
      if (++account.inFlight > 1) overlaps.push(account.refreshToken);
      const outcome = exchanges[nth - 1] ?? "grant";
      account.outcomes.push(outcome);
      await step(`exchange ${outcome}`);
      const token = outcome === "grant" ? issue(account) : "";
      await step(`hand out ${token}`);
      account.inFlight--;
      if (outcome === "firewall") return json({}, { status: 403 });
      if (outcome === "garbage") return json({ access_token: 1 });
      if (outcome === "reject") return json({ error: "invalid_grant" }, { status: 401 });
      return json({ access_token: token });
    },
  });

  const clients = ["a", "b"].map((name) => {
    const account = open(`${name}1`);
    const exp = Math.floor(Date.now() / 1000) + (given === "due" ? 180 : 86_400);
    const accessToken = given === "none" ? undefined : issue(account, jwt({ exp, iat: exp - 604_800, sub: name }));
    const credentials = { refreshToken: account.refreshToken, accessToken };
    const baseUrl = `https://${name}.example.com`;
    return {
      name,
      account,
      client: connect(wire, { retries: 0, timeout: 3_600_000, attemptTimeout: 3_600_000, baseUrl }, credentials),
    };
  });

  let waits = 0;
  const happen = (event: Event): void => {
    if (event.what === "wait") {
      if (waits++ < MAX_WAITS) vi.advanceTimersByTime(WAIT_MS);
      return;
    }
    const side = clients[event.client] as (typeof clients)[number];
    if (event.what === "revoke") {
      side.account.validFrom = side.account.issued + 1;
    } else if (event.what === "replace") {
      side.account = open(`${side.name}${accounts.size}`);
      side.client.auth.replace({ refreshToken: side.account.refreshToken });
    } else {
      const controller = new AbortController();
      const reason = event.aborts ? { why: `call ${calls.length} was abandoned` } : undefined;
      const call: Call = {
        ...{ client: event.client, reason, controller, account: side.account },
        ...{ sent: [], end: undefined },
      };
      const headers = { "x-call": String(calls.push(call) - 1), "x-deaf": String(event.deaf) };
      const document = calls.length % 2 === 0 ? query : mutation;
      const done = settle(side.client.execute(document, {}, { signal: controller.signal, headers }));
      void done.then((end) => {
        call.end = end;
      });
      if (reason) void step("abort").then(() => controller.abort(reason));
    }
  };
  for (const event of plan) void step(event.what).then(() => happen(event));

  for (let quiet = 0; quiet < 3; quiet++) {
    await turn();
    while (s.count() > 0) {
      await s.waitNext(1);
      await turn();
      quiet = 0;
    }
  }
  return { calls, accounts: [...accounts.values()], overlaps, waits: Math.min(waits, MAX_WAITS) };
}

/** No call hangs, each ends as it must for what it met, and no rejection is left over. */
function expectFairEnds(calls: readonly Call[]): void {
  expect(unhandled).toEqual([]);
  for (const { end, reason, sent } of calls) {
    expect(end, "a call that never settles").toBeDefined();
    expect(sent.every(({ token }) => token !== undefined)).toBe(true);
    expect(sent.length, "requests of one call").toBeLessThanOrEqual(2);
    if (end && "error" in end && reason !== undefined && end.error === reason) continue;
    expectClassified(end);
    const code = end && "error" in end ? (end.error as { code: string }).code : "";
    const statuses = sent.map(({ status }) => status);
    if (code === "UNAUTHENTICATED") expect(statuses).toEqual(sent[0]?.isUnproven && !sent[1] ? [401] : [401, 401]);
    // Nothing is resent with a rejected token.
    if (sent.length === 2) expect(sent[1]?.token).not.toBe(sent[0]?.token);
    if (code === "") expect(sent.at(-1)?.status).toBe(200);
  }
}

/** One token exchange at a time, one per rejected, missing or expiring token, one per cooldown, none after a rejection. */
function expectFewExchanges({ accounts, overlaps, waits }: Awaited<ReturnType<typeof play>>, given: Given): void {
  expect(overlaps, "exchanges at the same time").toEqual([]);
  for (const { outcomes, met401, refreshToken } of accounts) {
    const missing = given === "valid" ? 0 : 1;
    const failed = outcomes.filter((outcome) => outcome !== "grant").length;
    expect(outcomes.length - failed, `refreshes of ${refreshToken}`).toBeLessThanOrEqual(met401.size + missing);
    expect(failed, `failures of ${refreshToken}`).toBeLessThanOrEqual(waits + 1);
    expect(outcomes.slice(0, -1)).not.toContain("reject");
  }
}

test("refreshes once per rejected token and sends each operation at most twice, in any order of events", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), events(false), given, async (s, plan, first) => {
      const game = await play(s, plan, [], first);
      expectFairEnds(game.calls);
      expectFewExchanges(game, first);
      // Nothing failed but what the platform revoked, so nothing else may fail a call.
      for (const { end, sent, reason } of game.calls) {
        const isRejected = sent.filter(({ status }) => status === 401).length === 2 || sent.at(-1)?.isUnproven;
        if (!isRejected && reason === undefined) expect(end).toEqual({ data: { value: "fine" } });
      }
    }),
    { numRuns: 600 },
  );
});

test("shares failed refreshes between calls and repeats them after a cooldown, in any order of events", async () => {
  const outcome = fc.constantFrom<Exchange>("grant", "grant", "firewall", "garbage", "reject");
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      events(false),
      fc.array(outcome, { maxLength: 6 }),
      given,
      async (s, plan, exchanges, first) => {
        const game = await play(s, plan, exchanges, first);
        expectFairEnds(game.calls);
        expectFewExchanges(game, first);
        for (const { end, account } of game.calls) {
          const code = end && "error" in end ? (end.error as { code?: string }).code : undefined;
          if (code === "REFRESH_REJECTED") expect(account.outcomes).toContain("reject");
          if (code === "REFRESH_UNAVAILABLE") expect(account.outcomes).toContain("firewall");
          if (code === "MALFORMED_RESPONSE") expect(account.outcomes).toContain("garbage");
        }
      },
    ),
    { numRuns: 600 },
  );
});

test("rejects only aborted calls with the reason of their signal, in any order of events", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), events(false), given, async (s, plan, first) => {
      const game = await play(s, plan, [], first);
      const reasons = new Set<unknown>(game.calls.map(({ reason }) => reason));
      for (const { end, reason, controller } of game.calls) {
        expect(controller.signal.aborted).toBe(reason !== undefined);
        if (!end || "data" in end || !reasons.has(end.error)) continue;
        expect(end.error).toBe(reason);
      }
      expectFewExchanges(game, first);
      expect(unhandled).toEqual([]);
    }),
    { numRuns: 400 },
  );
});

test("shares no token between two credentials and uses no replaced one, in any order of events", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), events(true), given, async (s, plan, first) => {
      const game = await play(s, plan, [], first);
      expectFairEnds(game.calls);
      expect(game.overlaps).toEqual([]);
      for (const { client, sent } of game.calls) {
        for (const { token, inForce } of sent) {
          expect(token?.account.refreshToken[0]).toBe(client === 0 ? "a" : "b");
          expect(token?.account.refreshToken).toBe(inForce.refreshToken);
        }
      }
    }),
    { numRuns: 400 },
  );
});

// ---- Parsers ----

/** Anything that JSON can hold, with the names that trip programs more often than by chance. */
const jsonValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(null, true, 0, -1, 1e30, 1.5, "", "x", "UNAUTHENTICATED", "RATE_LIMITED", "a\nb"),
    fc.jsonValue(),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(
      fc.oneof(
        fc.constantFrom("toString", "valueOf", "toJSON", "constructor", "then", "length", "message", "code"),
        fc.string(),
      ),
      tie("value"),
      { maxKeys: 4 },
    ),
  ),
})).value;

const maybe = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });

test("any text is a token with a valid expiry that is not before its early refresh", () => {
  const claims = fc.record({ exp: jsonValue, iat: jsonValue }, { requiredKeys: [] });
  const instant = fc.oneof(fc.double(), fc.integer(), fc.integer({ min: 0, max: 5e9 }));
  const dated = fc.record({ exp: instant, iat: instant }, { requiredKeys: [] });
  const text = fc.oneof(
    fc.string({ unit: "binary" }),
    claims.map(jwt),
    dated.map(jwt),
    fc.string().map((payload) => `a.${payload}.c`),
    jsonValue.map((payload) => `a.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.c`),
  );
  const arrival = fc.record(
    {
      origin: fc.constantFrom("option", "source", "store", "exchange"),
      expiresInS: fc.anything(),
      expiresAt: fc.double({ noNaN: true, noDefaultInfinity: true }),
    },
    { requiredKeys: ["origin"] },
  );
  fc.assert(
    fc.property(text, arrival, (value, how) => {
      const token = readToken(value, how);
      expect(token.value).toBe(value);
      expect(Number.isFinite(token.expiresAt)).toBe(true);
      expect(token.refreshAt).toBeLessThanOrEqual(token.expiresAt);
      if (how.expiresAt === undefined) expect(Number.isNaN(new Date(token.expiresAt).getTime())).toBe(false);
      if (isExpired(token)) expect(isDue(token)).toBe(true);
      if (how.origin === "exchange" || how.origin === "source")
        expect([isExpired(token), isDue(token)]).toEqual([false, false]);
    }),
    { numRuns: 400 },
  );
});

test("any value is a valid token, is unset, or is rejected without being quoted", () => {
  const value = fc.oneof(
    fc.anything(),
    fc.string({ unit: "binary", minLength: 8 }),
    fc.stringMatching(/^[!-~]{8,40}[\s"']?[!-~]?$/),
    fc.string({ minLength: 8 }).map((text) => `Bearer ${text}`),
  );
  fc.assert(
    fc.property(value, (given) => {
      try {
        const token = cleanToken(given, "SOURCE");
        if (token === undefined) return;
        expect(token).toBe(String(given).trim());
        expect(new Headers({ authorization: `Bearer ${token}` }).get("authorization")).toBe(`Bearer ${token}`);
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
        expect((error as Error).message.startsWith("SOURCE")).toBe(true);
        const quoted = typeof given === "string" ? given.trim().replace(/^bearer\s+/i, "") : "";
        if (quoted.length >= 8 && !/^(?:undefined|null)$/.test(quoted)) {
          expect((error as Error).message).not.toContain(quoted);
        }
      }
    }),
    { numRuns: 1000 },
  );
});

test("any Retry-After is a whole number of milliseconds or invalid", () => {
  const piece = fc.constantFrom(
    "Sun",
    "Sunday",
    "Nov",
    "06",
    " 6",
    "1994",
    "94",
    "08:49:37",
    "GMT",
    ",",
    " ",
    "-",
    "0",
  );
  const value = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.double().map(String),
    fc.bigInt().map(String),
    fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join("")),
    fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
    fc.constant(null),
  );
  fc.assert(
    fc.property(value, fc.integer({ min: 0, max: 4e12 }), (text, now) => {
      const ms = parseRetryAfter(text, now);
      if (ms !== undefined) expect(Number.isSafeInteger(ms) && ms >= 0).toBe(true);
    }),
    { numRuns: 1000 },
  );
});

test("reads any date in the three forms of HTTP", () => {
  const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  const seconds = fc.integer({ min: Date.UTC(2000, 0) / 1000, max: Date.UTC(2049, 11) / 1000 });
  fc.assert(
    fc.property(seconds, fc.integer({ min: 0, max: 4e12 }), (at, now) => {
      const date = new Date(at * 1000);
      const [weekday = "", day = "", month = "", year = "", time = ""] = date.toUTCString().replace(",", "").split(" ");
      const left = Math.max(0, at * 1000 - now);
      expect(parseRetryAfter(date.toUTCString(), now)).toBe(left);
      expect(parseRetryAfter(`${DAYS[date.getUTCDay()]}, ${day}-${month}-${year.slice(2)} ${time} GMT`, now)).toBe(
        left,
      );
      expect(parseRetryAfter(`${weekday} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`, now)).toBe(left);
    }),
  );
});

test("any base URL keeps requests on its origin, or is rejected without quoting credentials", () => {
  const secret = "hunter2hunter2";
  const address = fc.oneof(
    fc.webUrl({ withQueryParameters: true, withFragments: true }),
    fc.webUrl({ authoritySettings: { withIPv4: true, withIPv6: true, withPort: true, withUserInfo: true } }),
    fc.webUrl().map((url) => url.replace("://", `://user:${secret}@`)),
    fc.webUrl().map((url) => `${url}?token=${secret}`),
    fc.webPath().map((path) => `https://p.example.com${path}/..//`),
    fc.string({ unit: "binary" }).map((text) => `https://p.example.com/${text}`),
    fc
      .array(fc.constantFrom("https:", "http:", "/", "\\", "@", "localhost", "evil.com", ":", "?", "#", " ", "."), {
        maxLength: 8,
      })
      .map((pieces) => pieces.join("")),
    fc.anything(),
  );
  fc.assert(
    fc.property(address, (given) => {
      try {
        const { base, api, refresh } = parseBaseUrl(given);
        const url = new URL(base);
        expect([new URL(api).href, new URL(refresh).href]).toEqual([api, refresh]);
        expect(api.startsWith(`${url.origin}/`) && refresh.startsWith(`${url.origin}/`)).toBe(true);
        expect([url.username, url.password, url.search, url.hash]).toEqual(["", "", "", ""]);
        expect(api).not.toMatch(/\/\/api$/);
        expect(url.origin).toBe(new URL(String(given)).origin);
        expect(url.protocol === "https:" || /^(?:.*localhost|127\..*|\[::1\])$/.test(url.hostname)).toBe(true);
      } catch (error) {
        expect(error).toBeInstanceOf(UsageError);
        expect((error as Error).message).not.toContain(secret);
      }
    }),
    { numRuns: 1000 },
  );
});

test("a call succeeds with at most one token exchange, whatever a store contains", async () => {
  const field = fc.oneof(jsonValue, fc.constantFrom("good-token", "1", Date.now() + 3_600_000, 1e300));
  const stored = fc.oneof(
    fc.anything(),
    jsonValue.map((value) => JSON.stringify(value)),
  );
  const shaped = fc.record({
    accessToken: field,
    expiresAt: field,
    refreshToken: maybe(field),
    generation: fc.oneof(fc.nat(), field),
  });
  await fc.assert(
    fc.asyncProperty(stored, maybe(shaped), async (value, ours) => {
      const get = (key: string) => (ours ? JSON.stringify({ ...ours, key }) : value);
      const store = { get, set: () => {}, delete: () => {} };
      const wire = createWire();
      expect(await connect(wire, { retries: 0 }, { store }).execute(query)).toEqual({ value: "fine" });
      expect(wire.counts()).toMatch(/^1A [01]R$/);
      const token = wire.api[0]?.token;
      if (token === "fresh-1") return;
      expect(token).toBe(String(ours?.accessToken).trim());
      expect(Number.isFinite(ours?.expiresAt)).toBe(true);
    }),
    { numRuns: 300 },
  );
});

const mediaType = fc.constantFrom(
  "",
  "application/json",
  "application/graphql-response+json",
  "text/html",
  "x;;=",
  "/",
);
const retryAfter = fc.oneof(fc.stringMatching(/^[\x20-\x7e]*$/), fc.integer().map(String), fc.constant("soon"));
const bytes = (...texts: fc.Arbitrary<unknown>[]) =>
  fc.oneof(
    fc.uint8Array({ maxLength: 64 }).map((array) => new Uint8Array(array)),
    ...texts.map((arbitrary) => arbitrary.map((value) => new TextEncoder().encode(JSON.stringify(value)))),
    jsonValue.map((value) => new TextEncoder().encode(JSON.stringify(value).slice(0, -1))),
  );
const reply = (body: fc.Arbitrary<Uint8Array<ArrayBuffer>>) => {
  const status = fc.oneof(fc.constantFrom(200, 200, 200, 400, 401, 403, 429), fc.integer({ min: 200, max: 599 }));
  return fc.record({ status, body, mediaType, retryAfter });
};
type Answer = ReturnType<typeof reply> extends fc.Arbitrary<infer Value> ? Value : never;
const respond = ({ status, body, mediaType, retryAfter }: Answer): Response => {
  const headers = { "content-type": mediaType, "retry-after": retryAfter };
  return new Response([204, 205, 304].includes(status) ? null : body, { status, headers });
};

test("any response of the API is an object or an error with a code", async () => {
  const error = fc.record(
    { message: jsonValue, path: jsonValue, locations: jsonValue, extensions: jsonValue },
    { requiredKeys: [] },
  );
  const extensions = fc.record({ code: jsonValue });
  const path = fc.array(fc.oneof(fc.nat(), fc.string(), jsonValue), { maxLength: 3 });
  const likely = fc.record({ message: fc.string(), path, extensions }, { requiredKeys: ["message"] });
  const response = fc.record(
    { data: jsonValue, errors: fc.oneof(jsonValue, fc.array(fc.oneof(error, likely), { maxLength: 4 })) },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(reply(bytes(jsonValue, response, response)), fc.boolean(), async (answer, isQuery) => {
      const wire = createWire({ api: () => respond(answer) });
      const client = connect(wire, { retries: 0, auth: accessToken("a") });
      const end = await settle(client.execute(isQuery ? query : mutation));
      expectClassified(end);
      if ("error" in end) expect((end.error as Error).message.length).toBeLessThanOrEqual(200);
      expect(wire.counts()).toBe("1A 0R");
    }),
    { numRuns: 2500 },
  );
});

test("any response of the token exchange is a valid token or an error with a code", async () => {
  const grant = fc.record(
    { access_token: fc.oneof(jsonValue, fc.constant("fresh")), refresh_token: jsonValue, expires_in: jsonValue },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(reply(bytes(jsonValue, grant, grant)), async (answer) => {
      const wire = createWire({ refresh: () => respond(answer) });
      const client = connect(wire, { retries: 0 });
      const call = settle(client.execute(query));
      const done = { done: false };
      void call.then(() => Object.assign(done, { done: true }));
      // The exchange waits a little before it asks again after a 5xx.
      while (!done.done) {
        await turn();
        vi.advanceTimersByTime(1_000);
      }
      expectClassified(await call);
      expect(wire.counts()).toMatch(/^(?:1A 1R|0A [123]R)$/);
    }),
    { numRuns: 500 },
  );
});
