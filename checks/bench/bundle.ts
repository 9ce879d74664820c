/** Bytes that a web page loads for one executed operation and for fifty, minified by esbuild. */

import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { ROOT } from "./fixtures.ts";
import type { Measurement, Table } from "./measurement.ts";

interface Program {
  readonly setUp: string;
  readonly document?: (text: string, name: string) => string;
  readonly execute: (document: string) => string;
}

const url = `"https://platform.example.com/api"`;
const headers = `{ authorization: "Bearer token" }`;
const ours = (auth: string): Program => ({
  setUp: `import { createClient, ${auth.split("(")[0]} } from "${join(ROOT, "dist/index.js")}";
const client = createClient({ baseUrl: "https://platform.example.com", auth: ${auth} });`,
  document: (text, name) => JSON.stringify({ name, kind: "query", text }),
  execute: (document) => `client.execute(${document})`,
});

/** Each as in its documentation. */
const PROGRAMS: Readonly<Record<string, Program>> = {
  "raw fetch": {
    setUp: "",
    execute: (document) =>
      `fetch(${url}, { method: "POST", headers: ${headers}, body: JSON.stringify({ query: ${document} }) }).then((r) => r.json())`,
  },
  "fetch-extras: timeout, retry, refresh, errors": {
    setUp: `import { pipeline, withHttpError, withRetry, withTimeout, withTokenRefresh } from "fetch-extras";
const send = pipeline(fetch, withTimeout(30000), withRetry({ methods: ["POST"] }),
  withTokenRefresh({ refreshToken: async () => "token" }), withHttpError());`,
    execute: (document) =>
      `send(${url}, { method: "POST", headers: ${headers}, body: JSON.stringify({ query: ${document} }) }).then((r) => r.json())`,
  },
  "ky alone": {
    setUp: `import ky from "ky"; const client = ky.create({ headers: ${headers} });`,
    execute: (document) => `client.post(${url}, { json: { query: ${document} } }).json()`,
  },
  "urql, auth and retry": {
    setUp: `import { Client, fetchExchange } from "@urql/core"; import { authExchange } from "@urql/exchange-auth";
import { retryExchange } from "@urql/exchange-retry";
const auth = authExchange(async (utils) => ({ addAuthToOperation: (operation) => utils.appendHeaders(operation, ${headers}),
  didAuthError: () => false, refreshAuth: async () => {} }));
const client = new Client({ url: ${url}, exchanges: [retryExchange({}), auth, fetchExchange] });`,
    execute: (document) => `client.query(${document}, {}).toPromise()`,
  },
  "graphql-request": {
    setUp: `import { GraphQLClient } from "graphql-request"; const client = new GraphQLClient(${url}, { headers: ${headers} });`,
    execute: (document) => `client.request(${document})`,
  },
  "Apollo, context and retry links": {
    setUp: `import { ApolloClient, ApolloLink, gql, HttpLink, InMemoryCache } from "@apollo/client/core";
import { SetContextLink } from "@apollo/client/link/context"; import { RetryLink } from "@apollo/client/link/retry";
const context = new SetContextLink(async () => ({ headers: ${headers} }));
const link = ApolloLink.from([new RetryLink(), context, new HttpLink({ uri: ${url} })]);
const client = new ApolloClient({ cache: new InMemoryCache(), link });`,
    document: (text) => `gql(${JSON.stringify(text)})`,
    execute: (document) => `client.query({ query: ${document} })`,
  },
  "ours, static token": ours(`accessToken("token")`),
  "ours, refresh token": ours(`refreshToken({ refreshToken: "token" })`),
};

export const bundle: Measurement = async ({ report }) => {
  const table: Table = {};
  for (const [name, program] of Object.entries(PROGRAMS)) {
    report(`bundle: ${name}`);
    const [one = "", fifty = ""] = await Promise.all([1, 50].map((count) => bundleProgram(program, count)));
    table[name] = {
      "minified, bytes": one.length,
      "gzip -9, bytes": gzipSync(one, { level: 9 }).length,
      "brotli, bytes": brotliCompressSync(one).length,
      "fifty operations, gzip -9": gzipSync(fifty, { level: 9 }).length,
    };
  }
  return table;
};

async function bundleProgram(
  { setUp, document = (text) => JSON.stringify(text), execute }: Program,
  count: number,
): Promise<string> {
  const operations = Array.from({ length: count }, (_, index) => {
    const name = `ListIntegrations${index}`;
    const text = `query ${name}($first: Int) { integrations(first: $first, page: ${index}) { nodes { id name } } }`;
    return `const ${name} = ${document(text, name)};\nconsole.log(await ${execute(name)});`;
  });
  const { outputFiles } = await build({
    stdin: { contents: `${setUp}\n${operations.join("\n")}`, resolveDir: import.meta.dirname },
    ...{ bundle: true, minify: true, write: false, format: "esm", platform: "browser", target: "esnext" },
    ...{ define: { "process.env.NODE_ENV": `"production"` }, legalComments: "none" },
  });
  return outputFiles[0]?.text ?? "";
}
