/** A server of the Model Context Protocol that offers chosen operations as tools: the recipe "Agents". */

import {
  type Client,
  createClient,
  isOperationError,
  type TypedDocumentString,
} from "@integration-platform/graphql";
import { fromEnvironment } from "@integration-platform/graphql/node";
import { type InputSchemaOptions, inputSchema } from "@integration-platform/graphql-compiler";
import { type CallToolResult, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";
import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import { buildSchema, parse } from "graphql";
import * as documents from "./generated/operations.ts";
import { schemaSDL } from "./generated/schema.ts";

type Documents = Readonly<Record<string, TypedDocumentString>>;

interface AgentOptions {
  /** Queries that the agent can call: the documents, and what the agent reads about them. */
  readonly queries: Readonly<Record<string, string>>;
  /** Mutations that the agent can call. @default none */
  readonly mutations?: Readonly<Record<string, string>>;
  /** JSON Schemas of custom scalars. */
  readonly scalars?: InputSchemaOptions["scalars"];
  /** Maximum length of a result in characters. @default 20000 */
  readonly maxLength?: number;
}

export function createAgentServer(client: Client, documents: Documents, options: AgentOptions): McpServer {
  const { queries, mutations = {}, scalars = {}, maxLength = 20_000 } = options;
  const schema = buildSchema(schemaSDL);
  const server = new McpServer({ name: "platform", version: "1.0.0" });

  const register = (kind: "query" | "mutation", name: string, description: string): void => {
    const document = documents[`${name}Document`];
    if (document?.kind !== kind) throw new TypeError(`${name} is not a ${kind} of the package.`);
    const [operation] = parse(document.text).definitions;
    if (operation?.kind !== "OperationDefinition") throw new TypeError(`${name} has no operation.`);
    const input = fromJsonSchema<never>({ ...inputSchema(schema, operation, { scalars }) });
    const annotations = { readOnlyHint: kind === "query" };
    server.registerTool(
      name,
      { description, inputSchema: input, annotations },
      async (variables, { mcpReq }) => {
        try {
          const text = JSON.stringify(await client.execute(document, variables, { signal: mcpReq.signal }));
          return text.length <= maxLength ? answer(text) : fail("TOO_LONG", "done");
        } catch (error) {
          // Messages and data of the platform are not passed on: they can quote what the agent must not see.
          return isOperationError(error) ? fail(error.code, error.delivery) : fail("ABORTED", "unknown");
        }
      },
    );
  };
  for (const [name, description] of Object.entries(queries)) register("query", name, description);
  for (const [name, description] of Object.entries(mutations)) register("mutation", name, description);
  return server;
}

const answer = (text: string): CallToolResult => ({ content: [{ type: "text", text }] });

/** `delivery` tells the agent whether it can try again: not after `unknown` or `done`. */
const fail = (code: string, delivery: string): CallToolResult => ({
  ...answer(JSON.stringify({ code, delivery })),
  isError: true,
});

// `node src/agent.ts` serves over stdin and stdout.
if (import.meta.main) {
  const queries = { GetRun: "One run of an integration, by its ID." };
  const server = createAgentServer(createClient(fromEnvironment()), documents, { queries });
  await server.connect(new StdioServerTransport());
}
