/** `examples/agent.ts` as a server of the Model Context Protocol, called through its own SDK. */

import { readFileSync } from "node:fs";
import { InMemoryTransport, type JSONRPCMessage, type McpServer } from "@modelcontextprotocol/server";
import { afterAll, expect, test } from "vitest";
import { accessToken, type Client, createClient } from "../../src/index.ts";
import * as documents from "../../test/fixtures/relay/generated/operations.ts";
import { writeBlocks } from "../../test/support/blocks.ts";

const TOKEN = "secret-token";
const code = readFileSync(new URL("../../examples/agent.ts", import.meta.url), "utf8");
const written = await writeBlocks([{ code, place: "examples/agent.ts" }], "checks/libraries");
afterAll(() => written[Symbol.asyncDispose]());
const { createAgentServer } = (await import(written.files[0] ?? "")) as {
  createAgentServer: (client: Client, documents: object, options: object) => McpServer;
};

type Answer = { readonly result?: Record<string, unknown>; readonly error?: object };

/** A server whose platform responds with this body, and the requests that it receives. */
async function start(body: unknown, options: object = {}) {
  const requests: unknown[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    requests.push(await new Request(input, init).json());
    return new Response(JSON.stringify(body));
  };
  const client = createClient({ baseUrl: "https://platform.example.com", auth: accessToken(TOKEN), fetch });
  const queries = { GetRun: "One run.", PageIntegrations: "Integrations." };
  const server = createAgentServer(client, documents, { queries, ...options });
  const [own, other] = InMemoryTransport.createLinkedPair();
  const waiting = new Map<unknown, (answer: Answer) => void>();
  const texts: string[] = [];
  own.onmessage = (message: JSONRPCMessage) => {
    texts.push(JSON.stringify(message));
    if ("id" in message) waiting.get(message.id)?.(message as Answer);
  };
  await server.connect(other);
  let id = 0;
  const request = (method: string, params: object): Promise<Answer> =>
    new Promise((resolve) => {
      waiting.set(++id, resolve);
      void own.send({ jsonrpc: "2.0", id, method, params } as JSONRPCMessage);
    });
  const version = "2025-06-18";
  await request("initialize", {
    protocolVersion: version,
    capabilities: {},
    clientInfo: { name: "agent", version: "1" },
  });
  await own.send({ jsonrpc: "2.0", method: "notifications/initialized" });
  const call = async (name: string, input: object) =>
    (await request("tools/call", { name, arguments: input })).result;
  return { request, call, requests, texts };
}

const contentOf = (result: Record<string, unknown> | undefined) =>
  (result?.content as readonly { readonly text: string }[] | undefined)?.[0]?.text ?? "";

test("the example compiles", async () => {
  expect(await written.compile()).toBe("");
});

test("the example has at most 100 lines", () => {
  expect(code.trimEnd().split("\n").length).toBeLessThanOrEqual(100);
});

test("the agent sees the operations of the allow-list, with the schemas of their variables, and no mutation", async () => {
  const { request } = await start({});
  const { result } = await request("tools/list", {});
  expect(result?.tools).toMatchObject([
    {
      name: "GetRun",
      description: "One run.",
      annotations: { readOnlyHint: true },
      inputSchema: { type: "object", required: ["id"], properties: { id: { type: ["string", "integer"] } } },
    },
    { name: "PageIntegrations" },
  ]);
});

test("a call executes the operation, and the agent gets its data", async () => {
  const { call, requests } = await start({ data: { run: { id: "1" } } });
  expect(contentOf(await call("GetRun", { id: "1" }))).toBe('{"run":{"id":"1"}}');
  expect(requests).toMatchObject([{ variables: { id: "1" } }]);
});

test.each([[{}], [{ id: null }], [{ id: "1", other: 1 }]])(
  "invalid input %j is an error, and nothing is sent",
  async (input) => {
    const { call, requests } = await start({ data: {} });
    expect(await call("GetRun", input)).toMatchObject({ isError: true });
    expect(requests).toEqual([]);
  },
);

test("an operation that is not in the allow-list cannot be called", async () => {
  const { request, requests } = await start({ data: {} });
  const answer = await request("tools/call", { name: "DeleteIntegration", arguments: { id: "1" } });
  expect(answer.error ?? answer.result?.isError).toBeTruthy();
  expect(requests).toEqual([]);
});

test("mutations must be named as mutations", async () => {
  await expect(start({}, { queries: { DeleteIntegration: "" } })).rejects.toThrow(
    "DeleteIntegration is not a query",
  );
  await expect(start({}, { queries: { Nope: "" } })).rejects.toThrow("Nope is not a query");
  const { call, requests } = await start(
    { data: { deleteIntegration: null } },
    { mutations: { DeleteIntegration: "" } },
  );
  await call("DeleteIntegration", { id: "1" });
  expect(requests).toHaveLength(1);
});

test("errors have the code and the delivery, and nothing of the platform", async () => {
  const body = { data: { run: null }, errors: [{ message: `Bearer ${TOKEN} quoted` }] };
  const { call, texts } = await start(body);
  const result = await call("GetRun", { id: "1" });
  expect(result).toMatchObject({ isError: true });
  expect(JSON.parse(contentOf(result))).toEqual({ code: "GRAPHQL", delivery: "done" });
  expect(texts.join()).not.toMatch(/secret-token|quoted/);
});

test("a result that is too long is an error", async () => {
  const { call } = await start({ data: { run: { id: "x".repeat(100) } } }, { maxLength: 50 });
  expect(JSON.parse(contentOf(await call("GetRun", { id: "1" })))).toEqual({
    code: "TOO_LONG",
    delivery: "done",
  });
});
