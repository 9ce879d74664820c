/**
 * Promises for random inputs and random orders of events. The seed is fixed, so that each run is the same.
 * `FC_SEED=$RANDOM npx vitest run test/properties.test.ts` uses another one. A failure prints its seed and
 * path: `fc.assert(…, { seed, path })` replays it.
 */

import fc from "fast-check";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { cleanToken, isDue, isExpired, readToken } from "../src/auth/read-token.ts";
import { accessToken, isOperationError } from "../src/index.ts";
import type { TokenStore } from "../src/rotation/index.ts";
import { parseBaseUrl } from "../src/shared/base-url.ts";
import { readRetryAfter } from "../src/shared/retry.ts";
import { mutation, query } from "./support/documents.ts";
import { codePoint } from "./support/foreign.ts";
import { SAMPLES } from "./support/random.ts";
import { holdTimers } from "./support/timers.ts";
import {
  connect,
  connectRotating,
  createWire,
  json,
  jwt,
  ok,
  type Sent,
  unauthorized,
} from "./support/wire.ts";

fc.configureGlobal({ seed: Number(process.env.FC_SEED ?? 20_261_121) });

const unhandled: unknown[] = [];
const remember = (reason: unknown) => unhandled.push(reason);

beforeEach(() => {
  holdTimers("Date", "performance");
  process.on("unhandledRejection", remember);
});
afterEach(() => {
  process.off("unhandledRejection", remember);
  expect(unhandled.splice(0)).toEqual([]);
});

/** Waits for everything that needs neither a timer nor the scheduler. */
const turn = () => new Promise((resolve) => setImmediate(resolve));

/** Result of a call: data, an error, or none yet. */
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

type RefreshOutcome = "grant" | "limit" | "malformed" | "reject";
interface Event {
  readonly kind: "call" | "revoke" | "replace" | "wait";
  readonly client: number;
  /** Whether the caller aborts the call at some time. */
  readonly aborts: boolean;
  /** Whether the call's fetch ignores its signal. */
  readonly ignoresSignal: boolean;
}

/** Calls of two clients, revoked tokens, delays, and replaced credentials. */
const events = (withReplacements: boolean): fc.Arbitrary<Event[]> => {
  const kind = fc.oneof(
    { weight: 6, arbitrary: fc.constant("call" as const) },
    { weight: 3, arbitrary: fc.constant("revoke" as const) },
    { weight: 1, arbitrary: fc.constant("wait" as const) },
    { weight: withReplacements ? 2 : 0, arbitrary: fc.constant("replace" as const) },
  );
  const event = fc.record({ kind, client: fc.nat(1), aborts: fc.boolean(), ignoresSignal: fc.boolean() });
  return fc.array(event, { minLength: 2, maxLength: 16 });
};

/** Longer than a cooldown. Three of them are shorter than the timeout of a refresh, 30 s. */
const WAIT_MS = 5_001;
const MAX_WAITS = 3;

/** The first access token of a client: none, a valid one, or one that expires soon. */
const INITIAL_TOKENS = ["none", "valid", "due"] as const;
type InitialToken = (typeof INITIAL_TOKENS)[number];
const initialToken = fc.constantFrom<InitialToken>(...INITIAL_TOKENS);

/** State of one credential on the platform. */
interface Account {
  readonly refreshToken: string;
  issued: number;
  /** Tokens below this number are rejected. */
  validFrom: number;
  inFlight: number;
  readonly outcomes: RefreshOutcome[];
  readonly rejected: Set<string>;
}

/** One access token of the platform. */
interface Token {
  readonly account: Account;
  readonly number: number;
  /** Whether it came from a refresh request, and not from an option. */
  readonly isRefreshed: boolean;
  /** Status of the first response to a call that was not aborted. */
  firstStatus?: number;
}

interface Call {
  readonly client: number;
  readonly reason: object | undefined;
  readonly controller: AbortController;
  /** The client's credential when the call began. */
  readonly account: Account;
  readonly sent: {
    readonly token: Token | undefined;
    readonly current: Account;
    readonly status: number;
    /** Whether the platform had just issued the token and never accepted it. */
    isUnproven?: boolean;
  }[];
  end: End;
}

/** Runs the events, requests and responses in the order that the scheduler chooses. */
async function simulate(s: fc.Scheduler, plan: Event[], refreshes: RefreshOutcome[], initial: InitialToken) {
  const accounts = new Map<string, Account>();
  const tokens = new Map<string, Token>();
  const open = (refreshToken: string): Account => {
    const account: Account = {
      refreshToken,
      issued: 0,
      validFrom: 1,
      inFlight: 0,
      outcomes: [],
      rejected: new Set<string>(),
    };
    accounts.set(refreshToken, account);
    return account;
  };
  const calls: Call[] = [];
  const overlaps: string[] = [];
  const issue = (account: Account, text = `${account.refreshToken}/${account.issued + 1}`): string => {
    tokens.set(text, { account, number: ++account.issued, isRefreshed: text.includes("/") });
    return text;
  };
  const step = (label: string) => s.schedule(Promise.resolve(), label);

  const wire = createWire({
    api: async ({ token: text = "", headers, signal }: Sent) => {
      const call = calls[Number(headers.get("x-call"))] as Call;
      const token = tokens.get(text);
      const current = clients[call.client]?.account as Account;
      const status = token && token.number >= token.account.validFrom ? 200 : 401;
      const sent: Call["sent"][number] = { token, current, status };
      call.sent.push(sent);
      const aborted = new Promise<never>((_, reject) => {
        if (headers.get("x-ignores-signal") === "false")
          signal?.addEventListener("abort", () => reject(signal.reason));
      });
      await Promise.race([aborted, step(`respond ${status} to ${text}`)]);
      if (token && !call.controller.signal.aborted) token.firstStatus ??= status;
      if (status === 401) token?.account.rejected.add(text);
      sent.isUnproven = status === 401 && token?.isRefreshed === true && token.firstStatus !== 200;
      return status === 200 ? ok() : unauthorized();
    },
    refresh: async ({ body, nth }) => {
      const account = accounts.get(String(body.refresh_token)) as Account;
      if (++account.inFlight > 1) overlaps.push(account.refreshToken);
      const outcome = refreshes[nth - 1] ?? "grant";
      account.outcomes.push(outcome);
      await step(`refresh ${outcome}`);
      const token = outcome === "grant" ? issue(account) : "";
      await step(`return ${token}`);
      account.inFlight--;
      if (outcome === "limit") return json({}, { status: 429 });
      if (outcome === "malformed") return json({ access_token: 1 });
      if (outcome === "reject") return json({ error: "invalid_grant" }, { status: 401 });
      return json({ access_token: token });
    },
  });

  const clients = ["a", "b"].map((name) => {
    const account = open(`${name}1`);
    const exp = Math.floor(Date.now() / 1000) + (initial === "due" ? 180 : 86_400);
    const accessToken =
      initial === "none" ? undefined : issue(account, jwt({ exp, iat: exp - 604_800, sub: name }));
    const credentials = { refreshToken: account.refreshToken, accessToken };
    const baseUrl = `https://${name}.example.com`;
    return {
      name,
      account,
      client: connect(
        wire,
        { retries: 0, timeout: 3_600_000, attemptTimeout: 3_600_000, baseUrl },
        credentials,
      ),
    };
  });

  let waits = 0;
  const trigger = (event: Event): void => {
    if (event.kind === "wait") {
      if (waits++ < MAX_WAITS) vi.advanceTimersByTime(WAIT_MS);
      return;
    }
    const side = clients[event.client] as (typeof clients)[number];
    if (event.kind === "revoke") {
      side.account.validFrom = side.account.issued + 1;
    } else if (event.kind === "replace") {
      side.account = open(`${side.name}${accounts.size}`);
      side.client.auth.replace({ refreshToken: side.account.refreshToken });
    } else {
      const controller = new AbortController();
      const reason = event.aborts ? { call: calls.length } : undefined;
      const call: Call = {
        client: event.client,
        reason,
        controller,
        account: side.account,
        sent: [],
        end: undefined,
      };
      const headers = {
        "x-call": String(calls.push(call) - 1),
        "x-ignores-signal": String(event.ignoresSignal),
      };
      const document = calls.length % 2 === 0 ? query : mutation;
      const done = settle(side.client.execute(document, {}, { signal: controller.signal, headers }));
      void done.then((end) => {
        call.end = end;
      });
      if (reason) void step("abort").then(() => controller.abort(reason));
    }
  };
  for (const event of plan) void step(event.kind).then(() => trigger(event));

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

/**
 * Each call uses its own token, and settles as its responses require or with the reason of its own signal.
 */
function expectValidEnds(calls: readonly Call[]): void {
  expect(unhandled).toEqual([]);
  for (const { client, end, reason, sent } of calls) {
    expect(end, "a call that never settles").toBeDefined();
    for (const { token, current } of sent) {
      expect(token?.account.refreshToken[0]).toBe(client === 0 ? "a" : "b");
      expect(token?.account.refreshToken).toBe(current.refreshToken);
    }
    expect(sent.length, "requests of one call").toBeLessThanOrEqual(2);
    if (end && "error" in end && reason !== undefined && end.error === reason) continue;
    expectClassified(end);
    const code = end && "error" in end ? (end.error as { code: string }).code : "";
    const statuses = sent.map(({ status }) => status);
    if (code === "UNAUTHENTICATED")
      expect(statuses).toEqual(sent[0]?.isUnproven && !sent[1] ? [401] : [401, 401]);
    // Nothing is resent with a rejected token.
    if (sent.length === 2) expect(sent[1]?.token).not.toBe(sent[0]?.token);
    if (code === "") expect(sent.at(-1)?.status).toBe(200);
  }
}

/**
 * One refresh request at a time, one per rejected, missing or expiring token, one per cooldown, none after a
 * rejection.
 */
function expectFewRefreshes(
  { accounts, overlaps, waits }: Awaited<ReturnType<typeof simulate>>,
  initial: InitialToken,
): void {
  expect(overlaps, "refresh requests at the same time").toEqual([]);
  for (const { outcomes, rejected, refreshToken } of accounts) {
    const missing = initial === "valid" ? 0 : 1;
    const failed = outcomes.filter((outcome) => outcome !== "grant").length;
    expect(outcomes.length - failed, `refreshes of ${refreshToken}`).toBeLessThanOrEqual(
      rejected.size + missing,
    );
    expect(failed, `failures of ${refreshToken}`).toBeLessThanOrEqual(waits + 1);
    expect(outcomes.slice(0, -1)).not.toContain("reject");
  }
}

test("refreshes once per rejected token, shares and repeats failed refreshes, in any order of events", async () => {
  const outcome = fc.constantFrom<RefreshOutcome>("grant", "grant", "limit", "malformed", "reject");
  const outcomes = fc.oneof(fc.constant<RefreshOutcome[]>([]), fc.array(outcome, { maxLength: 6 }));
  await fc.assert(
    fc.asyncProperty(
      fc.scheduler(),
      events(false),
      outcomes,
      initialToken,
      async (s, plan, refreshes, first) => {
        const result = await simulate(s, plan, refreshes, first);
        expectValidEnds(result.calls);
        expectFewRefreshes(result, first);
        for (const { end, sent, reason, account } of result.calls) {
          const code = end && "error" in end ? (end.error as { code?: string }).code : undefined;
          if (code === "REFRESH_REJECTED") expect(account.outcomes).toContain("reject");
          if (code === "RATE_LIMITED") expect(account.outcomes).toContain("limit");
          if (code === "MALFORMED_RESPONSE") expect(account.outcomes).toContain("malformed");
          // Without failures of refreshes, only revoked tokens can fail a call.
          const isRejected =
            sent.filter(({ status }) => status === 401).length === 2 || sent.at(-1)?.isUnproven;
          const isGranted = refreshes.every((outcome) => outcome === "grant");
          if (isGranted && !isRejected && reason === undefined)
            expect(end).toEqual({ data: { value: "fine" } });
        }
      },
    ),
    { numRuns: 25 * SAMPLES },
  );
});

test("shares no token between two credentials and uses no replaced one, in any order of events", async () => {
  await fc.assert(
    fc.asyncProperty(fc.scheduler(), events(true), initialToken, async (s, plan, first) => {
      const result = await simulate(s, plan, [], first);
      expectValidEnds(result.calls);
      expect(result.overlaps).toEqual([]);
    }),
    { numRuns: 8 * SAMPLES },
  );
});

// ---- Parsers ----

const text = (minLength = 0) => fc.string({ unit: codePoint, minLength });

/** Any JSON value. Names that often cause errors, such as `toString`, are more frequent. */
const jsonValue: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom<unknown>(
      null,
      true,
      0,
      -1,
      1e30,
      1.5,
      "",
      "x",
      "UNAUTHENTICATED",
      "RATE_LIMITED",
      "a\nb",
    ),
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
  const value = fc.oneof(
    text(),
    claims.map(jwt),
    dated.map(jwt),
    fc.string().map((payload) => `a.${payload}.c`),
    jsonValue.map((payload) => `a.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.c`),
  );
  const arrival = fc.record(
    {
      origin: fc.constantFrom("option", "source", "store", "refresh"),
      expiresInS: fc.anything(),
      expiresAt: fc.double({ noNaN: true, noDefaultInfinity: true }),
    },
    { requiredKeys: ["origin"] },
  );
  fc.assert(
    fc.property(value, arrival, (input, how) => {
      const token = readToken(input, how);
      expect(token.value).toBe(input);
      expect(Number.isFinite(token.expiresAt)).toBe(true);
      expect(token.refreshAt).toBeLessThanOrEqual(token.expiresAt);
      if (how.expiresAt === undefined) expect(Number.isNaN(new Date(token.expiresAt).getTime())).toBe(false);
      if (isExpired(token)) expect(isDue(token)).toBe(true);
      if (how.origin === "refresh" || how.origin === "source")
        expect([isExpired(token), isDue(token)]).toEqual([false, false]);
    }),
    { numRuns: 8 * SAMPLES },
  );
});

test("any value is a valid token, is unset, or is rejected without being quoted", () => {
  const value = fc.oneof(
    fc.anything(),
    text(8),
    fc.stringMatching(/^[!-~]{8,40}[\s"']?[!-~]?$/),
    fc.string({ minLength: 8 }).map((text) => `Bearer ${text}`),
  );
  fc.assert(
    fc.property(value, (input) => {
      try {
        const token = cleanToken(input, "SOURCE");
        if (token === undefined) return;
        expect(token).toBe(String(input).trim());
        expect(new Headers({ authorization: `Bearer ${token}` }).get("authorization")).toBe(
          `Bearer ${token}`,
        );
      } catch (error) {
        expect(isOperationError(error, "USAGE")).toBe(true);
        expect((error as Error).message.startsWith("SOURCE")).toBe(true);
        const quoted = typeof input === "string" ? input.trim().replace(/^bearer\s+/i, "") : "";
        if (quoted.length >= 8 && !/^(?:undefined|null)$/.test(quoted)) {
          expect((error as Error).message).not.toContain(quoted);
        }
      }
    }),
    { numRuns: 16 * SAMPLES },
  );
});

test("reads any date in the three forms of HTTP", () => {
  const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
  const seconds = fc.integer({ min: Date.UTC(2000, 0) / 1000, max: Date.UTC(2049, 11) / 1000 });
  fc.assert(
    fc.property(seconds, fc.integer({ min: 1_000, max: 4e12 }), (at, now) => {
      const date = new Date(at * 1000);
      const [weekday = "", day = "", month = "", year = "", time = ""] = date
        .toUTCString()
        .replace(",", "")
        .split(" ");
      const left = Math.max(0, at * 1000 - Math.trunc(now / 1000) * 1000);
      const readAfter = (text: string) =>
        readRetryAfter(new Headers({ "retry-after": text, date: new Date(now).toUTCString() }));
      expect(readAfter(date.toUTCString())).toBe(left);
      expect(readAfter(`${DAYS[date.getUTCDay()]}, ${day}-${month}-${year.slice(2)} ${time} GMT`)).toBe(left);
      expect(readAfter(`${weekday} ${month} ${String(Number(day)).padStart(2)} ${time} ${year}`)).toBe(left);
    }),
  );
});

test("any base URL keeps requests on its origin, or is rejected without quoting credentials", () => {
  const secret = "hunter2hunter2";
  const encoded = text().map((text) => encodeURIComponent(text.toWellFormed()));
  const path = fc.array(encoded).map((segments) => segments.map((segment) => `/${segment}`).join(""));
  const ending = fc.tuple(encoded, encoded).map(([parameters, fragment]) => `?${parameters}#${fragment}`);
  const host = fc.webAuthority({ withIPv4: true, withIPv6: true, withPort: true });
  const withUser = fc
    .tuple(fc.option(encoded), host)
    .map(([user, host]) => (user === null ? host : `${user}@${host}`));
  /** Of these parts, because fc.webUrl() needs a second to prepare its characters. */
  const url = (authority = fc.webAuthority(), end: fc.Arbitrary<string> = fc.constant("")) =>
    fc
      .tuple(fc.constantFrom("http", "https"), authority, path, end)
      .map(([scheme, host, path, end]) => `${scheme}://${host}${path}${end}`);
  const address = fc.oneof(
    url(fc.webAuthority(), ending),
    url(withUser),
    url().map((url) => url.replace("://", `://user:${secret}@`)),
    url().map((url) => `${url}?token=${secret}`),
    path.map((path) => `https://p.example.com${path}/..//`),
    text().map((text) => `https://p.example.com/${text}`),
    fc
      .array(
        fc.constantFrom("https:", "http:", "/", "\\", "@", "localhost", "evil.com", ":", "?", "#", " ", "."),
        {
          maxLength: 8,
        },
      )
      .map((pieces) => pieces.join("")),
    fc.anything(),
  );
  fc.assert(
    fc.property(address, (input) => {
      try {
        const { base, api, refresh } = parseBaseUrl(input);
        const url = new URL(base);
        expect([new URL(api).href, new URL(refresh).href]).toEqual([api, refresh]);
        expect(api.startsWith(`${url.origin}/`) && refresh.startsWith(`${url.origin}/`)).toBe(true);
        expect([url.username, url.password, url.search, url.hash]).toEqual(["", "", "", ""]);
        expect(api).not.toMatch(/\/\/api$/);
        expect(url.origin).toBe(new URL(String(input)).origin);
        expect(url.protocol === "https:" || /^(?:.*localhost|127\..*|\[::1\])$/.test(url.hostname)).toBe(
          true,
        );
      } catch (error) {
        expect(isOperationError(error, "USAGE")).toBe(true);
        expect((error as Error).message).not.toContain(secret);
      }
    }),
    { numRuns: 16 * SAMPLES },
  );
});

test("a call succeeds with at most one refresh request, whatever a store contains", async () => {
  const field = fc.oneof(jsonValue, fc.constantFrom("good-token", "1", Date.now() + 3_600_000, 1e300));
  const stored = fc.oneof(
    fc.anything(),
    jsonValue.map((value) => JSON.stringify(value)),
  );
  const token = fc.record({ value: field, expiresAt: field, refreshAt: maybe(field) });
  const shaped = fc.record({
    tokens: fc.oneof(field, fc.record({ "": fc.oneof(field, token) })),
    refreshToken: maybe(field),
    rotations: fc.oneof(fc.nat(), field),
  });
  await fc.assert(
    fc.asyncProperty(stored, maybe(shaped), async (value, ours) => {
      let kept: string | undefined;
      const text = (key: string) => kept ?? (ours ? JSON.stringify({ ...ours, key }) : (value as string));
      const store: TokenStore = {
        async transact(key, change) {
          const stored = await change(text(key));
          if (stored) kept = stored.value;
        },
      };
      const wire = createWire();
      const client = connectRotating(wire, { retries: 0 }, { store });
      expect(await client.execute(query)).toEqual({ value: "fine" });
      expect(wire.counts()).toMatch(/^1A [01]R$/);
      const sent = wire.api[0]?.token;
      if (sent !== "fresh-1")
        expect(JSON.stringify(ours?.tokens)).toContain(JSON.stringify(sent).slice(1, -1));
    }),
    { numRuns: 8 * SAMPLES },
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
const DATE_PARTS = ["Sun", "Sunday", "Nov", "06", " 6", "1994", "94", "08:49:37", "GMT", ",", " ", "-", "0"];
const retryAfter = fc.oneof(
  fc.stringMatching(/^[\x20-\x7e]*$/),
  fc.oneof(fc.double(), fc.bigInt()).map(String),
  fc.date({ noInvalidDate: true }).map((date) => date.toUTCString()),
  fc.array(fc.constantFrom(...DATE_PARTS), { maxLength: 12 }).map((parts) => parts.join("")),
);
const bytes = (...texts: fc.Arbitrary<unknown>[]) =>
  fc.oneof(
    fc.uint8Array({ maxLength: 64 }).map((array) => new Uint8Array(array)),
    ...texts.map((arbitrary) => arbitrary.map((value) => new TextEncoder().encode(JSON.stringify(value)))),
    jsonValue.map((value) => new TextEncoder().encode(JSON.stringify(value).slice(0, -1))),
  );
const reply = (body: fc.Arbitrary<Uint8Array<ArrayBuffer>>) => {
  const status = fc.oneof(
    fc.constantFrom(200, 200, 200, 400, 401, 403, 429),
    fc.integer({ min: 200, max: 599 }),
  );
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
      // A call waits for a rate limit, unless its deadline passes before.
      const client = connect(wire, { retries: 0, timeout: 1, auth: accessToken("a") });
      const end = await settle(client.execute(isQuery ? query : mutation));
      expectClassified(end);
      if ("error" in end) expect((end.error as Error).message.length).toBeLessThanOrEqual(200);
      expect(wire.counts()).toBe("1A 0R");
    }),
    { numRuns: 33 * SAMPLES },
  );
});

test("any response of the refresh request is a valid token or an error with a code", async () => {
  const grant = fc.record(
    {
      access_token: fc.oneof(jsonValue, fc.constant("fresh")),
      refresh_token: jsonValue,
      expires_in: jsonValue,
    },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(reply(bytes(jsonValue, grant, grant)), async (answer) => {
      const wire = createWire({ refresh: () => respond(answer) });
      const client = connect(wire, { retries: 0 });
      const call = settle(client.execute(query));
      const done = { done: false };
      void call.then(() => Object.assign(done, { done: true }));
      // The refresh request is retried after a delay.
      while (!done.done) {
        await turn();
        vi.advanceTimersByTime(1_000);
      }
      expectClassified(await call);
      expect(wire.counts()).toMatch(/^(?:1A 1R|0A [123]R)$/);
    }),
    { numRuns: 16 * SAMPLES },
  );
});
