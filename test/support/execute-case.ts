/** Executes an operation with the client, and checks the requests, the pages and the payloads. */

import type { ContractCase, LocalPlatform } from "@integration-platform/graphql-testing/local";
import { expect } from "vitest";
import type { ClientOptions, TypedDocumentString } from "../../src/index.ts";
import { accessToken, type Client, createClient, paginate, unwrapPayload } from "../../src/index.ts";
import { rejection } from "./wire.ts";

/** A document whose types are not known. */
type AnyDocument = TypedDocumentString<Readonly<Record<string, unknown>>, { after: string | null }, "query">;

/** A client of a platform, and the access token that it sends. */
export interface Connection {
  readonly platform: LocalPlatform;
  readonly client: Client;
  readonly token: string;
}

/** Creates a client of a platform in this process. */
export function connectLocal(platform: LocalPlatform): Promise<Connection> {
  return connect(platform, { fetch: async (url, init) => platform.fetch(new Request(url, init)) });
}

/** Creates a client that uses the `fetch` and the base URL of the options. */
export async function connect(
  platform: LocalPlatform,
  options: Partial<ClientOptions> = {},
): Promise<Connection> {
  const token = await platform.issueAccessToken();
  const client = createClient({ baseUrl: platform.baseUrl, auth: accessToken(token), ...options });
  return { platform, client, token };
}

export async function executeCase(
  { platform, client, token }: Connection,
  contractCase: ContractCase<TypedDocumentString>,
): Promise<void> {
  const { variables, connections, payloads } = contractCase;
  const document = contractCase.document as AnyDocument;
  const execute = () => client.execute(document, variables as never);

  // Generated data, so that no rule is needed.
  platform.answer(document.text);
  const received = platform.count("api");
  const data = await execute();
  expect(platform.count("api")).toBe(received + 1);
  const request = platform.requests.at(-1);
  expect(request).toMatchObject({ kind: "api", method: "POST", path: "/api", status: 200 });
  expect(request?.headers).toMatchObject({
    "content-type": "application/json",
    authorization: `Bearer ${token}`,
  });
  expect(request?.body).toEqual({ query: document.text, ...(variables && { variables }) });

  for (const { path, cursor } of connections) {
    const read = (result: unknown) => path.reduce<unknown>((value, name) => Object(value)[name], result);
    await expectPages(client, document, variables, read as never, cursor);
  }
  for (const { name, errors } of payloads) {
    const payload = data[name] as Readonly<Record<string, unknown>>;
    expect(payload[errors]).toEqual([]);
    if (errors === "errors") expect(unwrapPayload(payload as never)).toBe(payload);
  }
  if (payloads.length > 0) {
    platform.reject(document.text, [{ messages: ["Rejected."] }]);
    const rejected = await execute();
    for (const { name, errors } of payloads) {
      const payload = rejected[name] as Readonly<Record<string, unknown>>;
      expect(payload[errors]).toHaveLength(1);
      if (errors === "errors")
        expect(() => unwrapPayload(payload as never)).toThrow(expect.objectContaining({ code: "REJECTED" }));
    }
  }
}

interface Page {
  readonly nodes?: readonly unknown[];
  readonly edges?: readonly unknown[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
}

/** Reads all pages, and compares the number of items with the number of requests. */
async function expectPages(
  client: Client,
  document: AnyDocument,
  variables: object | undefined,
  read: (result: unknown) => Page,
  cursor: string,
): Promise<void> {
  const pages: Page[] = [];
  const select = (result: unknown) => {
    const page = read(result);
    pages.push(page);
    return page as { readonly nodes: readonly unknown[]; readonly pageInfo: Page["pageInfo"] };
  };
  const options = { cursor } as { cursor: "after" };
  const items: unknown[] = [];
  for await (const item of paginate(client, document, variables as never, select, options)) items.push(item);
  const sizes = pages.map(({ nodes, edges }) => (nodes ?? edges ?? []).length);
  expect(items.length).toBeGreaterThan(0);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(items.length);
  expect(new Set(sizes.slice(0, -1)).size).toBeLessThan(2);
  expect(pages.map(({ pageInfo }) => pageInfo.hasNextPage)).toEqual(
    sizes.map((_, index) => index < sizes.length - 1),
  );
  const invalid = { ...variables, [cursor]: "a cursor that was never issued" };
  expect(await rejection(client.execute(document, invalid as never))).toMatchObject({ code: "GRAPHQL" });
}
