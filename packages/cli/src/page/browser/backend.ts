/** Requests to the server of the page. */

import type {
  About,
  Changes,
  InputType,
  OperationForm,
  OperationSummary,
  RequestDetails,
  RowDetails,
  RowsPage,
  TableSummary,
} from "../protocol.ts";

/** The JSON of each view. */
interface Views {
  readonly about: About;
  readonly tables: readonly TableSummary[];
  readonly rows: RowsPage;
  readonly row: RowDetails;
  readonly request: RequestDetails;
  readonly changes: Changes;
  readonly operations: readonly OperationSummary[];
  readonly operation: OperationForm;
  readonly input: InputType;
}

/** An error that the page shows. */
export class PageError extends Error {
  override readonly name: string = "PageError";
}

const STOPPED =
  "The server does not respond. Start it again with platform-graphql serve: the page continues then.";

/** @throws PageError if the server does not respond, or responds with an error. */
export async function load<Name extends keyof Views>(
  name: Name,
  query: Readonly<Record<string, string | number>> = {},
): Promise<Views[Name]> {
  const entries = Object.entries(query).map(([key, value]) => [key, String(value)]);
  return send(`_page/${name}?${new URLSearchParams(entries)}`, {});
}

/** @throws PageError */
export async function act<Result>(
  name: "reset" | "token",
  headers: Readonly<Record<string, string>> = {},
): Promise<Result> {
  return send(`_page/${name}`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: "{}",
  });
}

async function send<Result>(path: string, init: RequestInit): Promise<Result> {
  const response = await fetch(path, init).catch(() => {
    throw new PageError(STOPPED);
  });
  const body = await response
    .json()
    .catch(() => ({ error: `The server responded with ${response.status}.` }));
  if (!response.ok) throw new PageError(body.error);
  return body;
}

interface GraphQLRequest {
  readonly query: string;
  readonly operationName: string;
  readonly variables: Readonly<Record<string, unknown>>;
}

export interface Answer {
  readonly status: number;
  readonly durationMs: number;
  readonly text: string;
}

/** Sends an operation to the API as any client does, with a token of its own. @throws PageError */
export async function run(request: GraphQLRequest, tenantId: string): Promise<Answer> {
  const { accessToken } = await act<{ readonly accessToken: string }>("token", { "x-tenant-id": tenantId });
  const headers = { "content-type": "application/json", authorization: `Bearer ${accessToken}` };
  const startedAt = performance.now();
  try {
    const response = await fetch("api", { method: "POST", headers, body: JSON.stringify(request) });
    const text = await response.text();
    return { status: response.status, durationMs: performance.now() - startedAt, text };
  } catch {
    throw new PageError("There was no response: the server was stopped, or a scenario cut the connection.");
  }
}
