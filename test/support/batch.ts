/**
 * A platform in this process that executes requests with graphql-js, and documents that codegen writes for
 * its schema.
 */

import { renderFiles } from "@integration-platform/graphql-compiler/internal/codegen/index";
import { transform } from "esbuild";
import { buildSchema, execute, parse, validate } from "graphql";
import {
  accessToken,
  type Client,
  type ClientOptions,
  createClient,
  type TypedDocumentString,
} from "../../src/index.ts";

/** A document whose types do not matter. */
// biome-ignore lint/suspicious/noExplicitAny: variables of any operation
export type AnyDocument = TypedDocumentString<any, any, any>;

interface GraphQLRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

interface BatchPlatformOptions {
  /** Largest number of root fields in one request. More is rejected before execution. */
  readonly maxRootFields?: number;
  /** Responds in place of the platform, if it returns a response. */
  readonly intercept?: (request: GraphQLRequest, nth: number) => Response | undefined;
  /** Replaces the response after the execution, as a gateway can. */
  readonly replace?: () => Response;
}

export interface BatchPlatform {
  /** The requests so far. */
  readonly requests: readonly GraphQLRequest[];
  connect(options?: Partial<ClientOptions>): Client;
}

const respond = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } });

/** @param root - Resolvers of the root fields. */
export function createBatchPlatform(
  sdl: string,
  root: object,
  options: BatchPlatformOptions = {},
): BatchPlatform {
  const schema = buildSchema(sdl);
  const requests: GraphQLRequest[] = [];
  const answer = async (request: GraphQLRequest): Promise<Response> => {
    requests.push(request);
    const intercepted = options.intercept?.(request, requests.length);
    if (intercepted) return intercepted;
    const document = parse(request.query);
    const errors = validate(schema, document);
    if (errors.length > 0) return respond({ errors }, 400);
    const [operation] = document.definitions;
    const count =
      operation && "selectionSet" in operation ? (operation.selectionSet?.selections.length ?? 0) : 0;
    if (count > (options.maxRootFields ?? Number.POSITIVE_INFINITY))
      return respond({ errors: [{ message: "The operation has too many root fields." }] }, 400);
    const { query: _, variables } = request;
    const result = await execute({ schema, document, rootValue: root, variableValues: variables ?? {} });
    return options.replace?.() ?? respond(result);
  };
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const request = new Request(input, init);
    return answer((await request.json()) as GraphQLRequest);
  };
  return {
    requests,
    connect: (options) =>
      createClient({
        baseUrl: "https://platform.example.com",
        auth: accessToken("token"),
        fetch,
        ...options,
      }),
  };
}

/** Returns the documents that codegen writes, by the name of their operation. */
export async function compileDocuments<Name extends string>(
  sdl: string,
  operations: string,
): Promise<Record<Name, AnyDocument>> {
  const input = { schemaText: sdl, schema: buildSchema(sdl), document: parse(operations) };
  const files = renderFiles(input, {
    scalars: {},
    importExtension: ".ts",
    command: "test",
    documentImport: "d",
    types: "open",
    shapes: true,
    documentNodes: false,
    filePerOperation: false,
    schemaModule: false,
  });
  const text = files.find(({ name }) => name === "operations.ts")?.text ?? "";
  const { code } = await transform(text, { loader: "ts" });
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<
    string,
    AnyDocument
  >;
  const documents = Object.values(module).map((document) => [document.name, document]);
  return Object.fromEntries(documents) as Record<Name, AnyDocument>;
}
