/** The server of the page: its files, JSON of the platform, a stream of requests, and two actions. */

import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { User } from "../accounts.ts";
import { openSession } from "../data/open-session.ts";
import type { Session } from "../data/session.ts";
import type { World } from "../data/world.ts";
import { JSON_TYPE } from "../endpoints.ts";
import { RequestError } from "../request-errors.ts";
import { describeRow, listRows, listTables } from "./describe-rows.ts";
import { describeInput, describeOperation, type PageOperation, summarizeOperations } from "./forms.ts";
import { HEADERS, readPageFile } from "./page-files.ts";
import type { About, Changes } from "./protocol.ts";
import {
  createRecorder,
  describe,
  MAX_REQUESTS,
  type Recorded,
  type Recorder,
  summarize,
} from "./recorder.ts";
import { describeChange } from "./row-history.ts";
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

/** The platform that the page shows. */
export interface PageTarget {
  readonly world: World;
  readonly platform: {
    readonly users: readonly User[];
    issueAccessToken(options: { readonly tenantId?: string }): Promise<string>;
    reset(): void;
  };
}

export interface Page extends Pick<Recorder, "record" | "close"> {
  /** Responds to a request for the page, whose path is after the base URL. Returns whether it did. */
  respond(path: string, request: IncomingMessage, response: ServerResponse): Promise<boolean>;
}

/** Rows of one list of changes. */
const SHOWN_CHANGES = 200;
/** Folder of all that belongs to the page, except the page. */
const FOLDER = "/_page/";

interface State {
  readonly about: (request: IncomingMessage) => About;
  readonly target: PageTarget;
  readonly options: LocalPageOptions;
  readonly session: () => Session;
  readonly recorder: Recorder;
  readonly stream: Stream;
  /** JSON without secrets. */
  readonly toText: (value: unknown) => string;
}

export function createPage(target: PageTarget, options: LocalPageOptions, basePath: string): Page {
  const { world, platform } = target;
  const { redact = (text) => text, schema = "the schema", scenarios = [] } = options;
  const instance = randomUUID();
  const toText = (value: unknown): string =>
    JSON.stringify(value, (_, member) => (typeof member === "string" ? redact(member) : member));
  const recorder: Recorder = createRecorder(world, (request) => stream.send(request));
  const stream = createStream(instance, recorder, toText);
  const [user] = platform.users as [User];
  const { name: userName, tenants } = user;
  const access = { user, tenantId: tenants[0]?.id ?? "" };
  const state: State = {
    about: ({ headers }) => ({
      instance,
      schema,
      scenarios,
      userName,
      tenants,
      baseUrl: `http://${headers.host}${basePath}`,
    }),
    session: () => openSession(world, { access, isMutation: false }),
    target,
    options,
    recorder,
    stream,
    toText,
  };
  return {
    record: recorder.record,
    close: recorder.close,
    async respond(path, request, response) {
      // Previews of editors add a query to the address of the page.
      const [pagePath] = path.split("?", 1);
      const isRead = request.method === "GET" || request.method === "HEAD";
      if (isRead && pagePath === "/") return sendFile("index.html", response);
      // The files are relative to the page.
      if (isRead && pagePath === "") return redirect(`${basePath}/`, response);
      if (!path.startsWith(FOLDER)) return false;
      const { pathname, searchParams } = new URL(path, "http://page");
      const name = pathname.slice(FOLDER.length);
      if (isRead && (await sendFile(name, response))) return true;
      await respondJson(state, name, searchParams, { request, response });
      return true;
    },
  };
}

function redirect(location: string, response: ServerResponse): boolean {
  response.writeHead(308, { ...HEADERS, location }).end();
  return true;
}

async function sendFile(name: string, response: ServerResponse): Promise<boolean> {
  const file = await readPageFile(name);
  if (file) response.writeHead(200, file.headers).end(file.body);
  return file !== undefined;
}

/** Responds with JSON, or with the stream of requests. An error is `{ error }`. */
async function respondJson(
  state: State,
  name: string,
  query: URLSearchParams,
  exchange: Exchange,
): Promise<void> {
  const { request, response } = exchange;
  try {
    requireOwnPage(request);
    if (request.method === "POST") return sendJson(response, 200, await act(state, name, request));
    if (name === "events") return openStream(state, response);
    const view = Object.hasOwn(VIEWS, name) ? VIEWS[name] : undefined;
    if (!view) throw new RequestError(404, "NOT_FOUND", "The page has no such address.");
    sendJson(response, 200, state.toText(await view(state, query, request)));
  } catch (error) {
    const status = error instanceof RequestError ? error.status : 500;
    const message = error instanceof Error ? error.message : String(error);
    sendJson(response, status, state.toText({ error: message }));
  }
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * Pages of other origins can send requests, although they cannot read the responses. Browsers send
 * `Sec-Fetch-Site`; JSON needs a preflight, which is not answered.
 */
function requireOwnPage({ headers, method }: IncomingMessage): void {
  const { origin, host, "sec-fetch-site": site = "same-origin", "content-type": type } = headers;
  const isOwn = (origin === undefined || origin === `http://${host}`) && site === "same-origin";
  if (!isOwn) throw new RequestError(403, "FORBIDDEN", "Only the page of this server can use this address.");
  if (method === "GET" || (method === "POST" && type === JSON_TYPE)) return;
  throw new RequestError(415, "UNSUPPORTED_MEDIA_TYPE", `Send GET, or POST with ${JSON_TYPE}.`);
}

type View = (state: State, query: URLSearchParams, request: IncomingMessage) => unknown;

/** JSON by path. */
const VIEWS: Readonly<Record<string, View>> = {
  about: (state, _, request) => state.about(request),
  tables: ({ target }) => listTables(target.world),
  rows: ({ session }, query) => {
    const offset = Math.max(0, Number.parseInt(query.get("offset") ?? "", 10) || 0);
    return listRows(session(), { type: query.get("type") ?? "", offset, search: query.get("search") ?? "" });
  },
  row: ({ session }, query) => {
    const isComplete = query.has("all");
    return describeRow(session(), { type: query.get("type") ?? "", id: query.get("id") ?? "", isComplete });
  },
  request: ({ recorder }, query) => describe(findRequest(recorder, query)),
  changes: (state, query) => {
    const { recorder } = state;
    return describeChanges(state, query.has("id") ? findRequest(recorder, query) : recorder.lastChanged());
  },
  operations: async ({ options }) => summarizeOperations((await options.operations?.()) ?? []),
  operation: async ({ options }, query) =>
    describeOperation((await options.operations?.()) ?? [], query.get("name") ?? ""),
  input: ({ target }, query) => describeInput(target.world.structure.schema, query.get("name") ?? ""),
};

/** @throws RequestError 404 if the request is no longer recorded. */
function findRequest(recorder: Recorder, query: URLSearchParams): Recorded {
  const request = recorder.find(Number(query.get("id")));
  if (request) return request;
  const message = `Request ${query.get("id")} is not recorded. The page keeps the last ${MAX_REQUESTS} requests until a reset.`;
  throw new RequestError(404, "NOT_FOUND", message);
}

async function describeChanges({ session }: State, request: Recorded | undefined): Promise<Changes> {
  if (!request) return { total: 0, rows: [] };
  const { changes } = request;
  const current = session();
  const rows = changes.slice(0, SHOWN_CHANGES).map((history) => describeChange(current, history));
  return { request: summarize(request), total: changes.length, rows: await Promise.all(rows) };
}

/** @returns JSON. @throws RequestError 404 if there is no such action. */
async function act(
  { target, recorder, stream }: State,
  name: string,
  request: IncomingMessage,
): Promise<string> {
  const { platform } = target;
  if (name === "reset") {
    platform.reset();
    recorder.reset();
    stream.reset();
    return "{}";
  }
  if (name !== "token") throw new RequestError(404, "NOT_FOUND", "The page has no such action.");
  const tenantId = request.headers["x-tenant-id"];
  const accessToken = await platform.issueAccessToken(typeof tenantId === "string" ? { tenantId } : {});
  return JSON.stringify({ accessToken });
}

function openStream({ stream }: State, response: ServerResponse): void {
  response.writeHead(200, { ...HEADERS, "content-type": "text/event-stream" });
  if (!stream.open(response)) response.end();
}

function sendJson(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, { ...HEADERS, "content-type": JSON_TYPE }).end(text);
}
