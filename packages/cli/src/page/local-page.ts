/** The server of the page: its files, JSON of the platform, a stream of requests, and two actions. */

import { randomUUID } from "node:crypto";
import type { Inspector, LocalPlatform } from "@integration-platform/graphql-testing/local";
import { suggestInline } from "../text/suggest.ts";
import {
  describeInput,
  describeOperation,
  listUsedTypes,
  type PageOperation,
  summarizeOperations,
} from "./forms.ts";
import { PageError } from "./page-error.ts";
import { HEADERS, readPageFile } from "./page-files.ts";
import type { About, Changes, TableSummary } from "./protocol.ts";
import {
  createRecorder,
  describe,
  MAX_REQUESTS,
  type Recorded,
  type Recorder,
  summarize,
} from "./recorder.ts";
import { createStream, type Stream } from "./stream.ts";

export interface LocalPageOptions {
  /** Name of the schema, as it is shown. @default "the schema" */
  readonly schema?: string;
  /** Names of the active scenarios, as they are shown. @default none */
  readonly scenarios?: readonly string[];
  /** Reads the operations that the page can run. Called each time the page lists them. @default none */
  readonly operations?: () => Promise<readonly PageOperation[]>;
  /** Masks secrets in each text that the page receives. @default changes nothing */
  readonly redact?: (text: string) => string;
}

export interface LocalPage {
  /** Responds to a request for the page. Other requests are recorded, and the platform responds. */
  intercept(request: Request, respond: (request: Request) => Promise<Response>): Promise<Response>;
}

/** Rows of one list of changes. */
const SHOWN_CHANGES = 200;
/** Folder of all that belongs to the page, except the page. */
const FOLDER = "/_page/";
const JSON_TYPE = "application/json";

interface State {
  readonly about: (request: Request) => About;
  readonly platform: LocalPlatform;
  readonly inspector: Inspector;
  readonly options: LocalPageOptions;
  readonly recorder: Recorder;
  readonly stream: Stream;
  /** JSON without secrets. */
  readonly toText: (value: unknown) => string;
}

export function createPage(platform: LocalPlatform, options: LocalPageOptions): LocalPage {
  const { redact = (text) => text, schema = "the schema", scenarios = [] } = options;
  const instance = randomUUID();
  const toText = (value: unknown): string =>
    JSON.stringify(value, (_, member) => (typeof member === "string" ? redact(member) : member));
  const inspector = platform.inspect();
  const recorder: Recorder = createRecorder(platform, inspector, (request) => stream.send(request));
  const stream = createStream(instance, recorder, toText);
  const [user] = platform.users;
  const about = ({ headers }: Request): About => ({
    instance,
    schema,
    scenarios,
    userName: user?.name ?? "",
    tenants: platform.tenants,
    baseUrl: `http://${headers.get("host")}`,
  });
  const state: State = { about, platform, inspector, options, recorder, stream, toText };
  return {
    async intercept(request, respond) {
      const own = await respondToPage(state, new URL(request.url).pathname, request);
      return own ?? recorder.record(request, respond);
    },
  };
}

/** `undefined` if the path is not one of the page. */
async function respondToPage(state: State, path: string, request: Request): Promise<Response | undefined> {
  const isRead = request.method === "GET" || request.method === "HEAD";
  if (isRead && path === "/") return readFile("index.html");
  if (!path.startsWith(FOLDER)) return undefined;
  const name = path.slice(FOLDER.length);
  return (isRead ? await readFile(name) : undefined) ?? respondJson(state, name, request);
}

async function readFile(name: string): Promise<Response | undefined> {
  const file = await readPageFile(name);
  return file && new Response(file.body, { headers: file.headers });
}

/** Responds with JSON, or with the stream of requests. An error is `{ error }`. */
async function respondJson(state: State, name: string, request: Request): Promise<Response> {
  try {
    requireOwnPage(request);
    if (request.method === "POST") return toResponse(200, await act(state, name, request));
    if (name === "events") return openStream(state);
    const view = Object.hasOwn(VIEWS, name) ? VIEWS[name] : undefined;
    if (!view) throw new PageError(404, "The page has no such address.");
    const { searchParams } = new URL(request.url);
    return toResponse(200, state.toText(await view(state, searchParams, request)));
  } catch (error) {
    const status = error instanceof PageError ? error.status : 500;
    const message = error instanceof Error ? error.message : String(error);
    return toResponse(status, state.toText({ error: message }));
  }
}

/**
 * Pages of other origins can send requests, although they cannot read the responses. Browsers send
 * `Sec-Fetch-Site`; JSON needs a preflight, which gets no response.
 */
function requireOwnPage({ headers, method }: Request): void {
  const origin = headers.get("origin");
  const site = headers.get("sec-fetch-site") ?? "same-origin";
  const isOwn = (origin === null || origin === `http://${headers.get("host")}`) && site === "same-origin";
  if (!isOwn) throw new PageError(403, "Only the page of this server can use this address.");
  if (method === "GET" || (method === "POST" && headers.get("content-type") === JSON_TYPE)) return;
  throw new PageError(415, `Send GET, or POST with ${JSON_TYPE}.`);
}

const readText = (query: URLSearchParams, name: string): string => query.get(name) ?? "";

type View = (state: State, query: URLSearchParams, request: Request) => unknown;

/** JSON by path. */
const VIEWS: Readonly<Record<string, View>> = {
  about: (state, _, request) => state.about(request),
  tables: listTables,
  rows: async ({ inspector }, query) => {
    const table = readText(query, "type");
    const offset = Math.max(0, Number.parseInt(readText(query, "offset"), 10) || 0);
    const page = await inspector.rows(table, { offset, search: readText(query, "search") });
    return page ?? throwNoTable(inspector, table);
  },
  row: async ({ inspector }, query) => {
    const [table, id] = [readText(query, "type"), readText(query, "id")];
    const row = await inspector.row(table, id, query.has("all"));
    if (row) return row;
    if (!inspector.tables().some(({ type }) => type === table)) return throwNoTable(inspector, table);
    throw new PageError(404, `There is no ${table} "${id}". It can have been removed.`);
  },
  request: ({ recorder }, query) => describe(findRequest(recorder, query)),
  changes: (state, query) => {
    const { recorder } = state;
    return describeChanges(state, query.has("id") ? findRequest(recorder, query) : recorder.lastChanged());
  },
  operations: async ({ options }) => summarizeOperations((await options.operations?.()) ?? []),
  operation: async ({ options }, query) =>
    describeOperation((await options.operations?.()) ?? [], readText(query, "name")),
  input: ({ inspector }, query) => describeInput(inspector.schema, readText(query, "name")),
};

/** The tables with data first, then those of the project's operations. */
async function listTables({ inspector, options }: State): Promise<TableSummary[]> {
  const operations = await options.operations?.().catch(() => []);
  const used = listUsedTypes(inspector.schema, operations ?? []);
  const rank = ({ type, hasData }: TableSummary): number => (hasData ? 2 : Number(used.has(type)));
  return inspector.tables().toSorted((a, b) => rank(b) - rank(a));
}

function throwNoTable(inspector: Inspector, name: string): never {
  const names = inspector.tables().map(({ type }) => type);
  throw new PageError(404, `There is no table "${name}"${suggestInline(name, names)}.`);
}

/** @throws PageError 404 if the request is no longer recorded. */
function findRequest(recorder: Recorder, query: URLSearchParams): Recorded {
  const request = recorder.find(Number(query.get("id")));
  if (request) return request;
  const message = `Request ${query.get("id")} is not recorded. The page keeps the last ${MAX_REQUESTS} requests until a reset.`;
  throw new PageError(404, message);
}

async function describeChanges({ inspector }: State, request: Recorded | undefined): Promise<Changes> {
  if (!request) return { total: 0, rows: [] };
  const { changes } = request;
  const rows = changes.slice(0, SHOWN_CHANGES).map((change) => inspector.describeChange(change));
  return { request: summarize(request), total: changes.length, rows: await Promise.all(rows) };
}

/** @returns JSON. @throws PageError 404 if there is no such action. */
async function act({ platform, recorder, stream }: State, name: string, request: Request): Promise<string> {
  if (name === "reset") {
    platform.reset();
    recorder.reset();
    stream.reset();
    return "{}";
  }
  if (name !== "token") throw new PageError(404, "The page has no such action.");
  const tenantId = request.headers.get("x-tenant-id");
  const accessToken = await platform.issueAccessToken(tenantId === null ? {} : { tenantId });
  return JSON.stringify({ accessToken });
}

function openStream({ stream }: State): Response {
  return new Response(stream.open() ?? null, {
    headers: { ...HEADERS, "content-type": "text/event-stream" },
  });
}

function toResponse(status: number, text: string): Response {
  return new Response(text, { status, headers: { ...HEADERS, "content-type": JSON_TYPE } });
}
