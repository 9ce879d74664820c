/** Bytes that a web page loads for one executed operation, and for fifty. */

import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { renderNumber, renderTable } from "./markdown.ts";
import type { Measurement } from "./measurement.ts";

/** Sizes in bytes, minified. */
interface Size {
  readonly minified: number;
  readonly gzip: number;
  readonly brotli: number;
}

export interface Bundles {
  readonly programs: Record<string, { readonly one: Size; readonly fifty: Size }>;
  /** Of ours with a static token: what each package, or each of our files, has in it, minified. */
  readonly contents: Record<string, number>;
}

const OURS = "ours, static token";
const url = `"https://platform.example.com/api"`;
const headers = `{ authorization: "Bearer token" }`;
const ours = (auth: string) => ({
  setUp: `import { createClient, ${auth.split("(")[0]} } from "../dist/index.js";
const client = createClient({ baseUrl: "https://platform.example.com", auth: ${auth} });`,
  document: (text: string, name: string) => JSON.stringify({ name, kind: "query", text }),
  execute: (document: string) => `client.execute(${document})`,
});

/** Each as its documentation has it: what is set up once, how an operation is written, and how it is executed. */
const PROGRAMS: Readonly<
  Record<
    string,
    { setUp: string; document?: (text: string, name: string) => string; execute: (document: string) => string }
  >
> = {
  "raw fetch": {
    setUp: "",
    execute: (document) =>
      `fetch(${url}, { method: "POST", headers: { ...${headers}, "content-type": "application/json" }, body: JSON.stringify({ query: ${document} }) }).then((response) => response.json())`,
  },
  "@shopify/graphql-client": {
    setUp: `import { createGraphQLClient } from "@shopify/graphql-client"; const client = createGraphQLClient({ url: ${url}, headers: ${headers} });`,
    execute: (document) => `client.request(${document})`,
  },
  "@octokit/graphql": {
    setUp: `import { graphql } from "@octokit/graphql"; const client = graphql.defaults({ baseUrl: ${url}, headers: ${headers} });`,
    execute: (document) => `client(${document})`,
  },
  "ky alone": {
    setUp: `import ky from "ky"; const client = ky.create({ headers: ${headers} });`,
    execute: (document) => `client.post(${url}, { json: { query: ${document} } }).json()`,
  },
  "@urql/core": {
    setUp: `import { Client, fetchExchange } from "@urql/core"; const client = new Client({ url: ${url}, exchanges: [fetchExchange], fetchOptions: { headers: ${headers} } });`,
    execute: (document) => `client.query(${document}, {}).toPromise()`,
  },
  "graphql-request": {
    setUp: `import { GraphQLClient } from "graphql-request"; const client = new GraphQLClient(${url}, { headers: ${headers} });`,
    execute: (document) => `client.request(${document})`,
  },
  "@apollo/client": {
    setUp: `import { ApolloClient, gql, HttpLink, InMemoryCache } from "@apollo/client/core";
const client = new ApolloClient({ cache: new InMemoryCache(), link: new HttpLink({ uri: ${url}, headers: ${headers} }) });`,
    document: (text) => `gql(${JSON.stringify(text)})`,
    execute: (document) => `client.query({ query: ${document} })`,
  },
  [OURS]: ours(`accessToken("token")`),
  "ours, refresh token": ours(`refreshToken({ refreshToken: "token" })`),
};

export const bundle: Measurement<Bundles> = {
  async measure({ report }) {
    const programs: Record<string, { one: Size; fifty: Size }> = {};
    let contents: Record<string, number> = {};
    for (const [name, program] of Object.entries(PROGRAMS)) {
      report(`bytes shipped: ${name}`);
      const [one, fifty] = await Promise.all([1, 50].map((count) => bundleProgram(renderProgram(program, count))));
      if (!one || !fifty) continue;
      programs[name] = { one: measureText(one.text), fifty: measureText(fifty.text) };
      if (name === OURS) contents = one.contents;
    }
    return { programs, contents };
  },

  render({ programs, contents }) {
    const row = (name: string, one: Size, fifty: Size) => [
      name.startsWith("ours") ? `**${name}**` : name,
      ...[one.minified, one.gzip, one.brotli, fifty.gzip].map((bytes) => `${renderNumber(bytes / 1000)} kB`),
    ];
    const own = Object.entries(contents).sort(([, one], [, other]) => other - one);
    return `## Bytes shipped

Minified by esbuild; for one executed operation, and for fifty.

${renderTable(
  ["client", "minified", "gzip", "brotli", "gzip, fifty operations"],
  Object.entries(programs).map(([name, { one, fifty }]) => row(name, one, fifty)),
)}

In ours with a static token, minified and before compression:

${renderTable(
  ["part", "bytes"],
  own.map(([part, bytes]) => [part, renderNumber(bytes)]),
)}
`;
  },
};

function renderProgram(
  { setUp, document = (text) => JSON.stringify(text), execute }: (typeof PROGRAMS)[string],
  count: number,
): string {
  const operations = Array.from({ length: count }, (_, index) => {
    const name = `ListIntegrations${index}`;
    const text = `query ${name}($first: Int) { integrations(first: $first, page: ${index}) { nodes { id name } } }`;
    return `const ${name} = ${document(text, name)};\nconsole.log(await ${execute(name)});`;
  });
  return `${setUp}\n${operations.join("\n")}`;
}

async function bundleProgram(contents: string): Promise<{ text: string; contents: Record<string, number> }> {
  const { outputFiles, metafile } = await build({
    stdin: { contents, resolveDir: import.meta.dirname },
    absWorkingDir: join(import.meta.dirname, ".."),
    bundle: true,
    minify: true,
    format: "esm",
    target: "esnext",
    define: { "process.env.NODE_ENV": `"production"` },
    legalComments: "none",
    metafile: true,
    write: false,
  });
  const parts: Record<string, number> = {};
  for (const [file, { bytesInOutput }] of Object.values(metafile.outputs).flatMap(({ inputs }) =>
    Object.entries(inputs),
  )) {
    const part = /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file.replace("dist/", "");
    if (bytesInOutput > 0) parts[part] = (parts[part] ?? 0) + bytesInOutput;
  }
  return { text: outputFiles[0]?.text ?? "", contents: parts };
}

function measureText(text: string): Size {
  return { minified: text.length, gzip: gzipSync(text, { level: 9 }).length, brotli: brotliCompressSync(text).length };
}
