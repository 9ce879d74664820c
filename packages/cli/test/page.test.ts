/** What the page of the local server receives, and who can receive it. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createLocalPlatform, fill, type PlatformOptions } from "@integration-platform/graphql-testing/local";
import type { Context } from "@integration-platform/graphql-testing/rules";
import { expect, onTestFinished, test, vi } from "vitest";
import { PAGE_BYTES } from "../../../checks/budgets.ts";
import { createPage, type LocalPageOptions } from "../src/page/local-page.ts";
import { readEvents } from "./support/events.ts";
import { parseOperation, servePage, shop } from "./support/page.ts";

const JSON_TYPE = { "content-type": "application/json" };

/** JSON of a view. */
async function readView(baseUrl: string, name: string): Promise<Record<string, unknown>> {
  return (await fetch(`${baseUrl}/_page/${name}`)).json() as Promise<Record<string, unknown>>;
}

const postAction = (baseUrl: string, name: string, headers: Record<string, string> = JSON_TYPE) =>
  fetch(`${baseUrl}/_page/${name}`, { method: "POST", headers, body: "{}" });

test("is at most 60 kB: HTML, CSS, scripts and icon", async () => {
  const { baseUrl } = await servePage();
  const sources = globSync("*.{html,css,svg,ts}", { cwd: join(import.meta.dirname, "../src/page/browser") });
  const files = sources.map((name) => name.replace(/\.ts$/, ".js"));
  const sizes = await Promise.all(
    files.map(async (name) => {
      const response = await fetch(`${baseUrl}/_page/${name}`);
      expect([name, response.status]).toEqual([name, 200]);
      return (await response.arrayBuffer()).byteLength;
    }),
  );
  expect(files).toContain("app.js");
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(PAGE_BYTES);
});

test("its scripts set no HTML", () => {
  const scripts = globSync("*.ts", { cwd: join(import.meta.dirname, "../src/page/browser") });
  const texts = scripts.map((name) =>
    readFileSync(join(import.meta.dirname, "../src/page/browser", name), "utf8"),
  );
  expect(
    texts.filter((text) => /innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(/.test(text)),
  ).toEqual([]);
});

test("runs no other script, is in no frame, and all its parts are same-origin", async () => {
  const { baseUrl } = await servePage();
  const pages = {
    "": "text/html; charset=utf-8",
    "/": "text/html; charset=utf-8",
    "/_page/app.js": "text/javascript; charset=utf-8",
    "/_page/page.css": "text/css; charset=utf-8",
    "/_page/icon.svg": "image/svg+xml",
    "/_page/tables": "application/json",
    "/_page/nope": "application/json",
    "/_page/events": "text/event-stream",
  };
  const received = Object.keys(pages).map(async (path) => {
    const response = await fetch(`${baseUrl}${path}`);
    await response.body?.cancel();
    const headers = [...response.headers].filter(([name]) => /content-(?!l)|cache|policy|access/.test(name));
    return [path, Object.fromEntries(headers)];
  });
  const policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; " +
    "frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; trusted-types 'none'";
  const common = {
    "cache-control": "no-store",
    "content-security-policy": policy,
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "same-origin",
    "x-content-type-options": "nosniff",
  };
  expect(Object.fromEntries(await Promise.all(received))).toEqual(
    Object.fromEntries(
      Object.entries(pages).map(([path, type]) => [path, { ...common, "content-type": type }]),
    ),
  );
  const html = await (await fetch(baseUrl)).text();
  expect(html).not.toMatch(
    /<script(?! type="module" src="_page\/app\.js"><\/script>)|<style| on\w+=| style=/,
  );
});

test.for([
  ["another origin", { ...JSON_TYPE, origin: "http://127.0.0.1:1" }, 403],
  ["another site", { ...JSON_TYPE, "sec-fetch-site": "cross-site" }, 403],
  ["another port", { ...JSON_TYPE, "sec-fetch-site": "same-site" }, 403],
  ["a form", { "content-type": "text/plain" }, 415],
] as const)("does nothing for a request of %s", async ([, headers, status]) => {
  const { baseUrl, send } = await servePage();
  await send('mutation { deleteOrder(id: "o1") { id } }');
  for (const name of ["reset", "token"])
    expect((await postAction(baseUrl, name, headers)).status).toBe(status);
  expect(await readView(baseUrl, "tables")).toContainEqual({ type: "Order", count: 2, hasData: true });
  if (status === 403) expect((await fetch(`${baseUrl}/_page/tables`, { headers })).status).toBe(403);
});

const UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/;

test("has the address of the server", async () => {
  const { baseUrl, platform } = await servePage();
  expect((await fetch(`${baseUrl}/?editor=1`)).status).toBe(200);
  // Programs that wait for a server send HEAD.
  expect((await fetch(baseUrl, { method: "HEAD" })).status).toBe(200);
  const about = {
    instance: expect.stringMatching(UUID),
    schema: "the schema",
    scenarios: [],
    userName: "demo",
    tenants: platform.tenants.map(({ id, name }) => ({ id, name })),
    baseUrl,
  };
  expect(await readView(baseUrl, "about")).toEqual(about);
  expect(about.tenants).toHaveLength(2);
  const users = [{ name: "first" }, { name: "second" }];
  const named = await servePage({ ...shop, users }, { schema: "a.graphql", scenarios: ["cut-body"] });
  expect(await readView(named.baseUrl, "about")).toMatchObject({
    schema: "a.graphql",
    scenarios: ["cut-body"],
    userName: "first",
  });
});

test("gives the page no credentials, and masks what the program knows as secrets", async () => {
  const { baseUrl, send, token, platform } = await servePage(shop, {
    redact: (text) => text.replaceAll(/canary/gi, "[redacted]"),
  });
  await send("query Canary($name: String) { orders { id } }", { name: "a canary" });
  const body = JSON.stringify({ refresh_token: platform.refreshToken, query: "{ a }", variables: { b: 1 } });
  await fetch(`${baseUrl}/auth/refresh`, { method: "POST", headers: JSON_TYPE, body });
  const texts = await Promise.all(
    ["about", "tables", "request?id=1", "request?id=2", "operation?name=canary"].map(async (name) =>
      JSON.stringify(await readView(baseUrl, name)),
    ),
  );
  const [events = ""] = await readEvents(baseUrl, 1);
  const all = [...texts, events].join("\n");
  for (const secret of [token, platform.refreshToken, "canary", "Canary", "eyJ"]) {
    expect(all).not.toContain(secret);
  }
  const [api, refresh] = await Promise.all([
    readView(baseUrl, "request?id=1"),
    readView(baseUrl, "request?id=2"),
  ]);
  const timed = { at: expect.any(Number), durationMs: expect.any(Number), status: 200 };
  expect(api).toEqual({
    request: {
      id: 1,
      method: "POST",
      path: "/api",
      kind: "api",
      operation: "[redacted]",
      ...timed,
      changes: 0,
      hasErrors: true,
    },
    tenant: platform.tenants[0]?.id,
    response: { text: expect.stringMatching(/^\{"errors":\[\{"message":"Variable .*\]\}$/), isCut: false },
    query: "query [redacted]($name: String) { orders { id } }",
    variables: { name: "a [redacted]" },
  });
  expect(refresh).toEqual({
    request: {
      id: 2,
      method: "POST",
      path: "/auth/refresh",
      kind: "refresh",
      ...timed,
      changes: 0,
      hasErrors: false,
    },
    tenant: undefined,
  });
});

/** A request of the API. */
const ANSWERED = { id: 1, method: "POST", path: "/api", kind: "api", hasErrors: false };

test("streams requests when they arrive and when they are ready, and says that rows changed", async () => {
  const { baseUrl, send } = await servePage({ ...shop, latencyMs: 250 });
  const events = readEvents(baseUrl, 3);
  await events.opened;
  await send('mutation Pay { payOrder(id: "o1") { id } }');
  const [start, pending, ready] = (await events).map((text) => JSON.parse(text));
  const [request] = pending.requests;
  const { instance } = start;
  expect([instance, request.at]).toEqual([expect.stringMatching(UUID), expect.any(Number)]);
  expect([start, pending, ready]).toEqual([
    { instance, total: 0, requests: [], isReset: true, hasChanges: true },
    {
      instance,
      total: 1,
      requests: [{ ...ANSWERED, at: request.at, operation: "Pay", changes: 1 }],
      isReset: false,
      hasChanges: true,
    },
    {
      instance,
      total: 1,
      requests: [
        {
          ...ANSWERED,
          at: request.at,
          operation: "Pay",
          changes: 1,
          status: 200,
          durationMs: expect.any(Number),
        },
      ],
      isReset: false,
      hasChanges: true,
    },
  ]);
  expect(ready.requests[0].durationMs).toBeGreaterThan(240);
});

/** The page without a server. */
function openPage(options: PlatformOptions = shop, page: LocalPageOptions = {}) {
  const platform = createLocalPlatform(options);
  const { intercept } = createPage(platform, page);
  /** @param body - In place of the body of the platform's response. */
  const ask = (path: string, init?: RequestInit, body?: ReadableStream): Promise<Response> =>
    intercept(new Request(`${platform.baseUrl}${path}`, init), async (request) => {
      const response = await platform.fetch(request);
      return body === undefined ? response : new Response(body);
    });
  const view = async (name: string) =>
    (await ask(`/_page/${name}`)).json() as Promise<Record<string, unknown>>;
  /** Reads a stream, one message at a time. */
  const openEvents = async () => {
    const reader = (await ask("/_page/events")).body?.getReader();
    return async () => new TextDecoder().decode((await reader?.read())?.value).replace(/^data: |\n\n$/g, "");
  };
  const listIds = async () => {
    const read = await openEvents();
    expect(await read()).toBe("retry: 1000");
    return JSON.parse(await read()).requests.map(({ id }: { readonly id: number }) => id);
  };
  return { platform, intercept, ask, view, openEvents, listIds };
}

test("keeps 500 requests, and fewer if they are large", async () => {
  const { platform, ask, view, listIds } = openPage();
  for (let nth = 1; nth <= 501; nth++) await ask("/nothing");
  const missing = "The page keeps the last 500 requests until a reset.";
  expect(await view("request?id=1")).toEqual({ error: `Request 1 is not recorded. ${missing}` });
  expect(await view("request?id=2")).toMatchObject({ request: { id: 2, status: 404 } });
  await ask("/_page/reset", { method: "POST", headers: JSON_TYPE });
  expect(await listIds()).toEqual([]);

  const authorization = `Bearer ${await platform.issueAccessToken()}`;
  const body = JSON.stringify({ query: 'mutation { payOrder(id: "o1") { id } }' });
  const answer = await ask("/api", { method: "POST", headers: { ...JSON_TYPE, authorization }, body });
  expect(await answer.text()).toHaveLength(33);
  await vi.waitFor(async () => expect(await view("request?id=502")).toHaveProperty("response"));
  const askWith = (bytes: number) => ask("/nothing", { headers: { "content-length": `${bytes}` } });
  // The response, and one change.
  await askWith(8 * 1024 * 1024 - 33 - 200);
  expect(await listIds()).toEqual([502, 503]);
  await askWith(1);
  expect(await listIds()).toEqual([503, 504]);
});

test("keeps the start of a long response, however it arrives", async () => {
  const { ask, view, listIds } = openPage();
  const encode = (text: string) => new TextEncoder().encode(text);
  const text = "x".repeat(256 * 1024);
  const letter = encode("é");
  const responses: readonly (readonly [parts: readonly Uint8Array[], kept: string, isCut: boolean])[] = [
    [[encode(text)], text, false],
    [[encode(`${text}y`)], text, true],
    [[encode(text), encode("y")], text, true],
    [[encode("["), letter.subarray(0, 1), letter.subarray(1), encode("]")], "[é]", false],
    // More than the bytes of all requests: the rest is not read.
    [Array.from({ length: 9 }, () => encode(text.repeat(4))), text, true],
  ];
  for (const [index, [parts, kept, isCut]] of responses.entries()) {
    const body = new ReadableStream({
      start(controller) {
        for (const part of parts) controller.enqueue(part);
        controller.close();
      },
    });
    const response = await ask("/api", { method: "POST" }, body);
    expect(Buffer.concat(parts).equals(await response.bytes())).toBe(true);
    await vi.waitFor(async () => {
      const { response: start } = await view(`request?id=${index + 1}`);
      expect({ isKept: (start as { text: string } | undefined)?.text === kept, start }).toMatchObject({
        isKept: true,
        start: { isCut },
      });
    });
  }
  await ask("/nothing");
  expect(await listIds()).toEqual([1, 2, 3, 4, 5, 6]);
});

test("shows a request whose response fails", async () => {
  const { platform, intercept, view } = openPage();
  const responding = intercept(new Request(`${platform.baseUrl}/api`), () =>
    Promise.reject(new Error("bug")),
  );
  await expect(responding).rejects.toThrow("bug");
  expect(await view("request?id=1")).toEqual({
    request: {
      id: 1,
      at: expect.any(Number),
      method: "",
      kind: "other",
      path: "/",
      status: 500,
      durationMs: expect.any(Number),
      changes: 0,
      hasErrors: false,
    },
  });
});

test("a page that does not read gets all requests again when it does, and not more than 500", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask, openEvents } = openPage();
  const read = await openEvents();
  const readNext = async () => {
    const { requests, ...message } = JSON.parse(await read());
    const ids = requests.map(({ id }: { readonly id: number }) => id);
    return { ...message, instance: undefined, ids: [ids.length, ids[0], ids.at(-1)] };
  };
  expect(await read()).toBe("retry: 1000");
  expect(await readNext()).toMatchObject({ total: 0, ids: [0, undefined, undefined] });
  // More than the bytes that wait for a reader.
  for (let nth = 1; nth <= 501; nth++) await ask(`/${"x".repeat(100)}`);
  vi.advanceTimersByTime(99);
  await ask("/last");
  vi.advanceTimersByTime(1);
  await ask("/missed");
  vi.advanceTimersByTime(100);
  const sent = { isReset: false, hasChanges: false };
  const all = { isReset: true, hasChanges: true };
  expect(await readNext()).toEqual({ total: 502, ids: [500, 3, 502], ...sent });
  expect(await readNext()).toEqual({ total: 503, ids: [500, 4, 503], ...all });
  await ask("/next");
  vi.advanceTimersByTime(100);
  expect(await readNext()).toEqual({ total: 504, ids: [1, 504, 504], ...sent });
  await ask("/obsolete");
  await ask("/_page/reset", { method: "POST", headers: JSON_TYPE });
  expect(await readNext()).toEqual({ total: 0, ids: [0, undefined, undefined], ...all });
  await ask("/after");
  vi.advanceTimersByTime(100);
  expect(await readNext()).toEqual({ total: 1, ids: [1, 506, 506], ...sent });
});

test("sends a request again when the end of its body shows that it has errors", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { ask, view, openEvents } = openPage();
  const read = await openEvents();
  for (const _ of ["retry", "start"]) await read();
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const writer = writable.getWriter();
  const response = await ask("/api", { method: "POST" }, readable);
  const write = (text: string) => writer.write(new TextEncoder().encode(text));
  const readNext = async () => {
    vi.advanceTimersByTime(100);
    const { total, requests } = JSON.parse(await read());
    return { total, requests };
  };
  const sent = { id: 1, method: "POST", status: 200 };
  await write('{"errors":');
  expect(await readNext()).toMatchObject({ total: 1, requests: [{ ...sent, hasErrors: false }] });
  await write("[]}");
  await writer.close();
  expect(await response.json()).toEqual({ errors: [] });
  await vi.waitFor(async () => expect(await view("request?id=1")).toHaveProperty("response"));
  expect(await readNext()).toMatchObject({ total: 1, requests: [{ ...sent, hasErrors: true }] });
});

test("shows the part of a body that a scenario cuts", async () => {
  const cutBody = await servePage({ ...shop, scenario: "cut-body" });
  await (await cutBody.send("{ orders { id } }")).text().catch(() => {});
  expect(await readView(cutBody.baseUrl, "request?id=1")).toMatchObject({
    request: { status: 200, scenario: "cut-body" },
    response: { isCut: false },
  });
});

test("combines the changes of a row, and leaves out what was undone", async () => {
  const { baseUrl, send } = await servePage();
  await send(
    `mutation { paid: payOrder(id: "o1") { id } deleted: deleteOrder(id: "o1") { id } paidLater: payOrder(id: "o3") { id } }`,
  );
  const changes = await readView(baseUrl, "changes");
  expect(changes).toMatchObject({ total: 2, request: { id: 1, changes: 2, status: 200, hasErrors: false } });
  expect(changes.rows).toMatchObject([
    { kind: "removed", row: { type: "Order", id: "o1" } },
    { kind: "changed", row: { type: "Order", id: "o3" }, fields: [{ name: "status" }] },
  ]);
  await send(`mutation { deleteOrder(id: "o9") { id } }`);
  await send(`mutation { createOrder(input: { customerId: "9", express: true }) { id } }`);
  expect(await readView(baseUrl, "changes")).toMatchObject({ total: 2, request: { id: 1 } });
  expect(await readView(baseUrl, "tables")).toContainEqual({ type: "Order", count: 2, hasData: true });
  const reset = await postAction(baseUrl, "reset");
  expect([reset.status, await reset.json()]).toEqual([200, {}]);
  expect(await readView(baseUrl, "changes")).toEqual({ total: 0, rows: [] });
  expect(await readView(baseUrl, "tables")).toContainEqual({ type: "Order", count: 3, hasData: true });
  expect(await readView(baseUrl, "row?type=Order&id=o1")).toMatchObject({ row: { id: "o1" } });
});

test("gives a change to the request that made it, and sends requests in their order", async () => {
  const listed = Promise.withResolvers<void>();
  const rules = {
    Query: {
      customers() {
        listed.resolve();
        return [];
      },
    },
    Mutation: {
      payOrder: (_: object, { id }: { readonly id: string }, { db }: Context) =>
        listed.promise.then(() => db.Order?.update(id, { note: "changed" })),
    },
  };
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const { platform, ask, view, openEvents } = openPage({ ...shop, rules });
  const read = await openEvents();
  for (const _ of ["retry", "start"]) await read();
  const readNext = async () => {
    vi.advanceTimersByTime(100);
    const { requests, hasChanges } = JSON.parse(await read());
    return [requests.map(({ id }: { readonly id: number }) => id), hasChanges];
  };
  const authorization = `Bearer ${await platform.issueAccessToken()}`;
  const init = (query: string) => ({
    method: "POST",
    headers: { ...JSON_TYPE, authorization },
    body: JSON.stringify({ query }),
  });
  const pay = (id: string) => init(`mutation { payOrder(id: "${id}") { id } }`);
  const paying = ask("/api", pay("o2"));
  await ask("/nothing");
  expect(await readNext()).toEqual([[1, 2], false]);
  await ask("/api", init("{ customers { id } }"));
  await paying;
  expect(await readNext()).toEqual([[1, 3], true]);
  // Not over HTTP.
  const unrecorded = await platform.fetch(new Request(`${platform.baseUrl}/api`, pay("o3")));
  expect(await unrecorded.json()).toEqual({ data: { payOrder: { id: "o3" } } });
  const changed = {
    total: 1,
    request: { id: 1 },
    rows: [{ kind: "changed", row: { type: "Order", id: "o2" } }],
  };
  expect(await view("changes")).toMatchObject(changed);
  expect(await view("changes?id=1")).toMatchObject(changed);
  expect(await view("changes?id=3")).toMatchObject({ total: 0, request: { id: 3 }, rows: [] });
});

test("a reset says to open pages that earlier requests are obsolete", async () => {
  const { baseUrl } = await servePage();
  await fetch(`${baseUrl}/nothing`);
  const events = readEvents(baseUrl, 2);
  await events.opened;
  await postAction(baseUrl, "reset");
  const [start, reset] = (await events).map((text) => JSON.parse(text));
  const { instance } = start;
  expect([start, reset]).toEqual([
    { instance, total: 1, requests: [expect.objectContaining({ id: 1 })], isReset: true, hasChanges: true },
    { instance, total: 0, requests: [], isReset: true, hasChanges: true },
  ]);
  expect(await readEvents(baseUrl, 1)).toEqual([JSON.stringify(reset)]);
  // The numbers go on.
  await fetch(`${baseUrl}/nothing`);
  expect(await readView(baseUrl, "request?id=1")).toHaveProperty("error");
  expect(await readView(baseUrl, "request?id=2")).toMatchObject({ request: { id: 2 } });
});

test("shows the error of a value that is not written, and lists without their end", async () => {
  const Tag = [{ id: "t1", label: "Urgent", orders: Array.from({ length: 150 }, (_, index) => `${index}`) }];
  const Order = Array.from({ length: 150 }, (_, index) => ({ id: `${index}`, customer: "1" }));
  const { baseUrl } = await servePage({ ...shop, data: { Tag, Order, Customer: [{ id: "1" }] } });
  const { fields } = await readView(baseUrl, "row?type=Order&id=7");
  expect(fields).toContainEqual({
    name: "number",
    type: "Int!",
    cell: { kind: "missing", message: expect.stringContaining('No Order has a "number".') },
  });
  const ordersOf = (row: Record<string, unknown>) =>
    (
      row.fields as {
        readonly name: string;
        readonly cell: { readonly total: number; readonly rows: object[] };
      }[]
    ).find(({ name }) => name === "orders")?.cell;
  expect(ordersOf(await readView(baseUrl, "row?type=Tag&id=t1"))).toMatchObject({
    total: 150,
    rows: { length: 100 },
  });
  expect(ordersOf(await readView(baseUrl, "row?type=Tag&id=t1&all=1"))).toMatchObject({
    rows: { length: 150 },
  });
});

test("shows JSON as text, finds a row by the ID of a relation, and has no page after the last one", async () => {
  const schema = `
    scalar JSON
    type Query { ordersOf(id: ID!): [Order!]! }
    type Customer { id: ID! }
    type Order { id: ID! customer: Customer! customerId: ID! meta: JSON }`;
  const Order = Array.from({ length: 201 }, (_, index) => ({
    id: `${index + 1}`,
    customer: index === 7 ? "known" : "other",
    meta: { nth: index + 1 },
  }));
  const data = { Customer: [{ id: "known" }, { id: "other" }], Order };
  const { baseUrl } = await servePage({ schema, data });
  expect(await readView(baseUrl, "rows?type=Order&search=KNOWN")).toMatchObject({
    keyName: "id",
    columns: ["customerId", "meta", "customer"],
    hiddenColumns: 0,
    total: 1,
    rows: [{ id: "8", cells: [{ value: "known" }, { value: '{"nth":8}' }, { kind: "row" }] }],
  });
  expect(await readView(baseUrl, "rows?type=Order&offset=10")).toMatchObject({
    total: 201,
    offset: 10,
    rows: expect.arrayContaining([expect.objectContaining({ id: "11" })]),
  });
  for (const offset of ["", "&offset=0", "&offset=-1", "&offset=x"]) {
    const page = await readView(baseUrl, `rows?type=Order${offset}`);
    expect([page.offset, page.rows]).toMatchObject([0, { 0: { id: "1" }, length: 100 }]);
  }
  expect(await readView(baseUrl, "rows?type=Order&offset=900")).toMatchObject({
    total: 201,
    offset: 200,
    rows: [{ id: "201" }],
  });
});

test("shows a key that is in a value object in the first column", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `field${index + 1}`);
  const schema = `
    type Query { post(id: ID!): Post }
    type Post { sys: Sys! ${names.map((name) => `${name}: Int`).join(" ")} }
    type Sys { id: ID! }`;
  const data = { Post: [{ sys: { id: "p1" }, ...Object.fromEntries(names.map((name) => [name, 1])) }] };
  const { baseUrl } = await servePage({ schema, keys: { Post: "sys.id", Sys: null }, data });
  expect(await readView(baseUrl, "rows?type=Post")).toMatchObject({
    keyName: "id",
    columns: names.slice(0, 11),
    hiddenColumns: 2,
    rows: [{ id: "p1", cells: names.slice(0, 11).map(() => ({ kind: "leaf", value: 1 })) }],
  });
});

test("searches a generated value of a field with the name of a member that all objects inherit", async () => {
  const schema = "type Query { cars: [Car!]! } type Car { id: ID! constructor: Int! }";
  const { baseUrl } = await servePage({ schema, data: { Car: fill([{ id: "a" }]) } });
  const { rows } = await readView(baseUrl, "rows?type=Car");
  expect(rows).toEqual([{ id: "a", cells: [{ kind: "leaf", value: expect.any(Number) }] }]);
  const [{ cells }] = rows as [{ cells: [{ value: number }] }];
  expect(await readView(baseUrl, `rows?type=Car&search=${cells[0].value}`)).toMatchObject({ total: 1 });
});

test("searches rows that refer to a deleted row", async () => {
  const schema = `
    type Query { orders: [Order!]! }
    type Mutation { clear: Int }
    type Customer { id: ID! }
    type Order { id: ID! customer: Customer! customerId: ID! }`;
  const Customer = Array.from({ length: 201 }, (_, index) => ({ id: `${index}` }));
  const clear = (_: object, __: object, { db }: Context) => {
    for (const customer of db.Customer?.list() ?? []) db.Customer?.delete(customer);
  };
  const { baseUrl, send } = await servePage({ schema, rules: { Mutation: { clear } }, data: { Customer } });
  await send("mutation { clear }");
  const { total, rows } = await readView(baseUrl, "changes");
  expect({ total, rows }).toEqual({ total: 201, rows: Array.from({ length: 200 }, () => expect.anything()) });
  expect(await readView(baseUrl, "rows?type=Order&search=nothing")).toMatchObject({ total: 0, rows: [] });
});

test("responds to what does not exist with 404 and a suggestion", async () => {
  const { baseUrl } = await servePage();
  const texts = [
    "rows?type=Odrer",
    "row?type=Order&id=o9",
    "row?type=Odrer&id=o1",
    "operation?name=ListOrder",
    "input?name=Order",
    "request?id=7",
    "changes?id=7",
    ...["nope", "nope.js", "toString", "a.constructor", "..%2Findex.html", "Tables"],
  ];
  const responses = await Promise.all(
    texts.map(async (name) => {
      const response = await fetch(`${baseUrl}/_page/${name}`);
      return [response.status, (await response.json()).error];
    }),
  );
  expect(responses).toEqual([
    [404, 'There is no table "Odrer" (did you mean "Order"?).'],
    [404, 'There is no Order "o9". It can have been removed.'],
    [404, 'There is no table "Odrer" (did you mean "Order"?).'],
    [404, 'There is no operation "ListOrder" (did you mean "ListOrders"?).'],
    [404, 'The schema has no input type "Order".'],
    [404, "Request 7 is not recorded. The page keeps the last 500 requests until a reset."],
    [404, "Request 7 is not recorded. The page keeps the last 500 requests until a reset."],
    ...Array.from({ length: 6 }, () => [404, "The page has no such address."]),
  ]);
  for (const name of ["nope", "app.js", "events"]) {
    const response = await postAction(baseUrl, name);
    expect([response.status, await response.json()]).toEqual([
      404,
      { error: "The page has no such action." },
    ]);
  }
  for (const method of ["PUT", "HEAD"])
    expect((await fetch(`${baseUrl}/_page/tables`, { method, headers: JSON_TYPE })).status).toBe(415);
});

test("describes operations and their inputs for forms", async () => {
  const schema = `${shop.schema} "A day." scalar Day "" scalar Other extend input NewOrder { "When." on: Day "" off: Day }`;
  const { baseUrl } = await servePage({ ...shop, schema });
  expect(await readView(baseUrl, "operations")).toEqual([
    { name: "ListOrders", kind: "query" },
    { name: "CreateOrder", kind: "mutation" },
    { name: "PayOrder", kind: "mutation" },
    { name: "DeleteOrder", kind: "mutation" },
    { name: "Fails", kind: "query" },
  ]);
  expect(await readView(baseUrl, "operation?name=ListOrders")).toEqual({
    name: "ListOrders",
    kind: "query",
    text: "query ListOrders($filter: OrderFilter, $first: Int! = 10) {\n  orders(filter: $filter, first: $first) {\n    id\n    number\n  }\n}",
    variables: [
      { name: "filter", type: "OrderFilter" },
      { name: "first", type: "Int!", defaultValue: "10" },
    ],
  });
  expect(await readView(baseUrl, "input?name=NewOrder")).toEqual({
    kind: "input",
    fields: [
      { name: "customerId", type: "ID!" },
      { name: "status", type: "Status", defaultValue: "OPEN" },
      { name: "note", type: "String" },
      { name: "express", type: "Boolean!" },
      { name: "ratio", type: "Float" },
      { name: "on", type: "Day", description: "When." },
      { name: "off", type: "Day" },
    ],
  });
  expect(await readView(baseUrl, "input?name=Status")).toEqual({
    kind: "enum",
    values: ["OPEN", "PAID", "SHIPPED"],
  });
  // Each reader knows the scalars of GraphQL.
  const scalars = ["Day", "Other", "Float"].map((name) => readView(baseUrl, `input?name=${name}`));
  expect(await Promise.all(scalars)).toEqual([
    { kind: "scalar", description: "A day." },
    { kind: "scalar" },
    { kind: "scalar" },
  ]);
});

test("its own origin gets a token, for the tenant of a header", async () => {
  const { baseUrl, platform } = await servePage();
  const own = { ...JSON_TYPE, origin: baseUrl, "sec-fetch-site": "same-origin" };
  const [{ id: firstId = "" } = {}, { id: tenantId = "" } = {}] = platform.tenants;
  const tenantOf = async (headers: Record<string, string>) => {
    const { accessToken } = await (await postAction(baseUrl, "token", headers)).json();
    return JSON.parse(Buffer.from(accessToken.split(".")[1], "base64url").toString()).tenant_id;
  };
  expect(await tenantOf({ ...own, "x-tenant-id": tenantId })).toBe(tenantId);
  expect(await tenantOf(own)).toBe(firstId);
});

test("shows the changes of a request", async () => {
  const { baseUrl, send } = await servePage();
  await send('mutation { payOrder(id: "o1") { id } }');
  await send('mutation { deleteOrder(id: "o3") { id } }');
  expect(await readView(baseUrl, "changes?id=1")).toMatchObject({ total: 1, request: { id: 1 } });
});

test("shows no query of a body that has none, and the problem of a rule", async () => {
  const { baseUrl, token, send } = await servePage({ ...shop, onRulesError: () => {} });
  const headers = { ...JSON_TYPE, authorization: `Bearer ${token}` };
  for (const body of ['{ "query": 7 }', "[]", "null"])
    await fetch(`${baseUrl}/api`, { method: "POST", headers, body });
  for (const id of [1, 2, 3]) {
    const { request, query } = await readView(baseUrl, `request?id=${id}`);
    expect({ request, query }).toEqual({
      request: expect.objectContaining({ id }),
      query: undefined,
    });
  }
  await fetch(baseUrl, { method: "POST" });
  expect(await readView(baseUrl, "request?id=4")).toEqual({
    request: {
      id: 4,
      at: expect.any(Number),
      method: "POST",
      kind: "other",
      path: "/",
      status: 404,
      durationMs: expect.any(Number),
      changes: 0,
      hasErrors: false,
    },
  });
  await send("{ fails }");
  expect(await readView(baseUrl, "request?id=5")).toMatchObject({
    request: {
      path: "/api",
      problem: "Query.fails in platform.rules.ts threw Error: The scale is broken.",
      hasErrors: true,
    },
    query: "{ fails }",
  });
});

test("sends events to at most 50 pages", async () => {
  const { ask } = openPage();
  const open = async () => (await ask("/_page/events")).body;
  const opened = await Promise.all(Array.from({ length: 50 }, open));
  expect(opened).not.toContain(null);
  expect(await open()).toBeNull();
  await opened[0]?.cancel();
  expect(await open()).not.toBeNull();
});

test("a page without operations lists none", async () => {
  const { baseUrl } = await servePage(shop, { operations: undefined as never });
  expect(await readView(baseUrl, "operations")).toEqual([]);
  expect(await readView(baseUrl, "operation?name=A")).toEqual({ error: 'There is no operation "A".' });
  expect(await readView(baseUrl, "tables")).toHaveLength(3);
});

test("lists the tables of interfaces that operations select before others", async () => {
  const schema = `type Query { alphas: [Alpha!]! nodes: [Node!]! } interface Node { id: ID! }
    type Alpha { id: ID! } type Beta implements Node { id: ID! }`;
  const operations = async () => [parseOperation("query ListNodes { nodes { __typename id } }")];
  const { baseUrl } = await servePage({ schema }, { operations });
  const tables = (await readView(baseUrl, "tables")) as unknown as { readonly type: string }[];
  expect(tables.map(({ type }) => type)).toEqual(["Beta", "Alpha"]);
});

test("says why operations cannot be read, and lists the tables", async () => {
  const { baseUrl } = await servePage(shop, {
    operations: () => Promise.reject(new Error("operations/a.graphql:1:1: Syntax Error.")),
  });
  expect(await readView(baseUrl, "tables")).toHaveLength(3);
  const response = await fetch(`${baseUrl}/_page/operations`);
  expect([response.status, await response.json()]).toEqual([
    500,
    { error: "operations/a.graphql:1:1: Syntax Error." },
  ]);
  const { view } = openPage(shop, { operations: () => Promise.reject("no error") });
  expect(await view("operations")).toEqual({ error: "no error" });
});

test("lists tables with data first, then those of the operations, and columns that a row has before others", async () => {
  const names = Array.from({ length: 12 }, (_, index) => `a${index}: Int`).join(" ");
  const schema = `
    type Query { alphas: [Alpha!]! betas: [Beta!]! gammas: [Gamma!]! deltas: [Delta!]! }
    type Alpha { id: ID! }
    type Beta { id: ID! }
    type Delta { id: ID! }
    type Gamma { id: ID! ${names} title: String size: Int }`;
  const data = { Gamma: [{ id: "g", title: "t", size: 1 }] };
  const operations = async () => [
    parseOperation("query ListBetas { ...Betas } fragment Betas on Query { betas { id } gone { id } }"),
    parseOperation("query ListDeltas { deltas { id } }"),
  ];
  const { baseUrl } = await servePage({ schema, data }, { operations });
  const tables = (await readView(baseUrl, "tables")) as unknown as { readonly type: string }[];
  expect(tables.map(({ type }) => type)).toEqual(["Gamma", "Beta", "Delta", "Alpha"]);
  const { columns } = await readView(baseUrl, "rows?type=Gamma");
  expect((columns as string[]).slice(0, 3)).toEqual(["title", "size", "a0"]);
});
