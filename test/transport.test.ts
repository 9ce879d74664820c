import { execFile } from "node:child_process";
import { getEventListeners } from "node:events";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { expect, test, vi } from "vitest";
import { accessToken } from "../src/auth/access-token.ts";
import { refreshToken } from "../src/auth/refresh-token.ts";
import { type ClientOptions, createClient } from "../src/client.ts";
import type { ReceivedEvent } from "../src/hooks.ts";
import { mutation, query } from "./support/documents.ts";
import { freePort, respond, serve, serveTls } from "./support/server.ts";
import { connect, createWire, gate, rejection } from "./support/wire.ts";

const FINE = { data: { value: "fine" } };

const clientOf = (baseUrl: string, options: Partial<ClientOptions> = {}) =>
  createClient({ baseUrl, auth: accessToken("token"), ...options });

test.each([query, mutation])("32: tries again what never left, a $kind too", async (document) => {
  const didReceive = vi.fn<(event: ReceivedEvent) => void>();
  const client = clientOf(`http://127.0.0.1:${await freePort()}`, { hooks: { didReceive } });
  const error = await rejection(client.execute(document));
  expect(error).toMatchObject({ code: "NETWORK", delivery: "not-sent", reason: "ECONNREFUSED", attempts: 3 });
  expect(didReceive).toHaveBeenCalledTimes(3);
});

test("32: a name that does not resolve was never sent", async () => {
  const error = await rejection(clientOf("https://nowhere.invalid", { retries: 0 }).execute(mutation));
  expect(error).toMatchObject({ code: "NETWORK", delivery: "not-sent" });
});

test("resends a mutation if the certificate is rejected, because no request was sent", async () => {
  let requests = 0;
  await using server = await serveTls(() => requests++);
  const error = await rejection(clientOf(server.baseUrl).execute(mutation));
  const reason = "DEPTH_ZERO_SELF_SIGNED_CERT";
  expect(error).toMatchObject({ code: "NETWORK", delivery: "not-sent", reason, attempts: 3 });
  expect(requests).toBe(0);
});

test("does not resend a mutation after a TLS error that does not prove that no request was sent", async () => {
  await using server = await serve((_, response) => respond(response, FINE));
  const error = await rejection(clientOf(server.baseUrl.replace("http:", "https:")).execute(mutation));
  expect(error).toMatchObject({ code: "NETWORK", delivery: "unknown", attempts: 1 });
  expect(error.reason).toMatch(/^ERR_SSL_/);
});

test.each([
  [query, 3, 3],
  [mutation, 1, 1],
])("33: after a socket was destroyed only a query is sent again (%#)", async (document, attempts, calls) => {
  await using server = await serve((request) => request.socket.destroy());
  const error = await rejection(clientOf(server.baseUrl).execute(document));
  expect(error).toMatchObject({ code: "NETWORK", delivery: "unknown", attempts });
  expect(server.count("/api")).toBe(calls);
});

test.each([
  [query, 3],
  [mutation, 1],
])("34: after a body was cut half way only a query is sent again (%#)", async (document, calls) => {
  await using server = await serve((request, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
    response.write('{"data":{"value":"secr');
    response.flushHeaders();
    setImmediate(() => request.socket.destroy());
  });
  const error = await rejection(clientOf(server.baseUrl).execute(document));
  expect(error).toMatchObject({ code: "NETWORK", delivery: "unknown", attempts: calls });
  expect(error.message).not.toContain("secr");
  expect(server.count("/api")).toBe(calls);
});

test("34: a query whose body was cut succeeds on the next try", async () => {
  await using server = await serve((request, response, nth) => {
    if (nth > 1) return respond(response, FINE);
    response.writeHead(200, { "content-length": "1000" }).write("{");
    setImmediate(() => request.socket.destroy());
  });
  expect(await clientOf(server.baseUrl).execute(query)).toEqual({ value: "fine" });
  expect(server.count("/api")).toBe(2);
});

test("35: no headers within the deadline is a timeout in that phase", async () => {
  await using server = await serve(() => {});
  const error = await rejection(clientOf(server.baseUrl, { timeout: 50 }).execute(query));
  expect(error).toMatchObject({ code: "TIMEOUT", phase: "headers", delivery: "unknown" });
  expect(error.message).toBe(
    `ReadValue: POST ${server.baseUrl}/api timed out after 50 ms while waiting for the response. Increase timeout.`,
  );
});

test("35: a body that drips for ever is a timeout in that phase", async () => {
  const stopped = gate();
  const arrived = gate();
  await using server = await serve((_, response) => {
    response.writeHead(200, { "content-type": "application/json" }).write(" ");
    const drip = setInterval(() => response.write(" "), 5);
    response.on("close", () => {
      clearInterval(drip);
      stopped.resolve();
    });
  });
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const failed = rejection(
    clientOf(server.baseUrl, {
      fetch: async (...request) => {
        const response = await fetch(...request);
        setImmediate(arrived.resolve);
        return response;
      },
    }).execute(query),
  );
  await arrived.promise;
  vi.advanceTimersByTime(30_000);
  expect(await failed).toMatchObject({ code: "TIMEOUT", phase: "body", attempts: 1 });
  await stopped.promise;
  vi.useRealTimers();
});

test("37: an abort before the call sends nothing", async () => {
  await using server = await serve((_, response) => respond(response, FINE));
  const reason = new Error("before");
  const signal = AbortSignal.abort(reason);
  expect(await rejection(clientOf(server.baseUrl).execute(query, {}, { signal }))).toBe(reason);
  expect(server.count("/api")).toBe(0);
});

test("37: an abort while connecting rejects with the reason itself", async () => {
  await using server = await serve((_, response) => respond(response, FINE));
  const controller = new AbortController();
  const willSend = () => queueMicrotask(() => controller.abort("reason"));
  const client = clientOf(server.baseUrl, { hooks: { willSend } });
  expect(await rejection(client.execute(query, {}, { signal: controller.signal }))).toBe("reason");
  expect(server.count("/api")).toBeLessThanOrEqual(1);
});

test("37: an abort while waiting for headers rejects with the reason itself", async () => {
  const arrived = gate();
  await using server = await serve(() => arrived.resolve());
  const controller = new AbortController();
  const failed = rejection(clientOf(server.baseUrl).execute(query, {}, { signal: controller.signal }));
  await arrived.promise;
  controller.abort("reason");
  expect(await failed).toBe("reason");
  expect(server.count("/api")).toBe(1);
});

test("37: an abort in the middle of the body rejects with the reason itself and frees the connection", async () => {
  const closed = gate();
  const started = gate();
  await using server = await serve((_, response) => {
    response.on("close", () => closed.resolve());
    response.writeHead(200).write("{", () => started.resolve());
  });
  const controller = new AbortController();
  const failed = rejection(clientOf(server.baseUrl).execute(query, {}, { signal: controller.signal }));
  await started.promise;
  controller.abort("reason");
  expect(await failed).toBe("reason");
  await closed.promise;
  expect(server.count("/api")).toBe(1);
});

test("38: leaves no listener on a signal that 10,000 calls shared, and no warning", async () => {
  const warned = vi.fn();
  process.on("warning", warned);
  const { signal } = new AbortController();
  const client = connect(createWire());
  await Promise.all(Array.from({ length: 10_000 }, () => client.execute(query, {}, { signal })));
  expect(getEventListeners(signal, "abort")).toHaveLength(0);
  expect(warned).not.toHaveBeenCalled();
  process.off("warning", warned);
});

test.each([301, 302, 303, 307, 308])("39: follows no redirect, to any origin (HTTP %i)", async (status) => {
  await using target = await serve((_, response) => respond(response, FINE));
  await using server = await serve((_, response) => {
    response.writeHead(status, { location: `${target.baseUrl}/elsewhere` }).end();
  });
  const error = await rejection(clientOf(server.baseUrl).execute(query));
  expect(error).toMatchObject({
    code: "REDIRECT",
    status,
    attempts: 1,
    delivery: status > 303 ? "rejected" : "unknown",
  });
  expect([server.count("/api"), target.count("/elsewhere")]).toEqual([1, 0]);
});

test("39: does not take the refresh token to where the exchange redirects", async () => {
  await using server = await serve((_, response) => {
    response.writeHead(307, { location: "/elsewhere" }).end();
  });
  const auth = refreshToken({ refreshToken: "refresh" });
  const error = await rejection(clientOf(server.baseUrl, { auth }).execute(query));
  expect(error).toMatchObject({ code: "REDIRECT", status: 307, attempts: 0, delivery: "not-sent" });
  expect([server.count("/auth/refresh"), server.count("/elsewhere"), server.count("/api")]).toEqual([1, 0, 0]);
});

test("40: stops at the size cap however small the compressed response was", async () => {
  const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, " "));
  await using server = await serve((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip", "content-type": "application/json" }).end(bomb);
  });
  const before = process.memoryUsage().rss;
  const error = await rejection(clientOf(server.baseUrl).execute(query));
  expect(error).toMatchObject({ code: "RESPONSE_TOO_LARGE", status: 200, attempts: 1 });
  expect(error.message).toContain("33554432 bytes");
  expect(process.memoryUsage().rss - before).toBeLessThan(150 * 1024 * 1024);
  expect(server.count("/api")).toBe(1);
});

test("40: stops an endless body at the cap that the caller chose", async () => {
  const closed = gate();
  await using server = await serve((_, response) => {
    response.on("close", () => closed.resolve());
    const more = () => {
      while (!response.destroyed && response.write(" ".repeat(1024)));
    };
    response.writeHead(200).on("drain", more);
    more();
  });
  const error = await rejection(clientOf(server.baseUrl, { maxResponseBytes: 10_000 }).execute(query));
  expect(error).toMatchObject({ code: "RESPONSE_TOO_LARGE" });
  await closed.promise;
});

test("40: reads a compressed response below the cap, split inside a character", async () => {
  const value = "ü".repeat(40_000);
  await using server = await serve((_, response) => {
    response.writeHead(200, { "content-encoding": "gzip" }).end(gzipSync(JSON.stringify({ data: { value } })));
  });
  expect(await clientOf(server.baseUrl).execute(query)).toEqual({ value });
});

test("31: a script that is done exits at once", async () => {
  await using server = await serve((request, response) => {
    respond(response, request.url === "/api" ? FINE : { access_token: "fresh" });
  });
  const script = `
    import { createClient, refreshToken } from "@integration-platform/graphql";
    const client = createClient({ baseUrl: process.argv[1], auth: refreshToken({ refreshToken: "r" }) });
    await client.execute({ kind: "query", name: "ReadValue", text: "{ value }" });
    process.on("exit", () => console.log(process.getActiveResourcesInfo().filter((name) => name === "Timeout").length));
  `;
  const { stdout } = await promisify(execFile)(
    process.execPath,
    ["--input-type=module", "-e", script, "--", server.baseUrl],
    { timeout: 20_000 },
  );
  expect(stdout).toBe("0\n");
});
