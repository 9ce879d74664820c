/** Bytes that a web page loads for one executed operation, and for fifty. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { type AnyNode, parse } from "acorn";
import { build, type Plugin } from "esbuild";
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
  /** Of ours with a static token, by package or by file of ours. */
  readonly contents: Record<string, Part>;
  /** What it would be, compressed, without a word of our errors' texts. */
  readonly withoutTexts: number;
}

/** Bytes. */
interface Part {
  readonly minified: number;
  /** By how much the compressed bundle is smaller without it. */
  readonly gzip: number;
}

interface Program {
  readonly setUp: string;
  readonly document?: (text: string, name: string) => string;
  readonly execute: (document: string) => string;
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

const OURS_STATIC = ours(`accessToken("token")`);

/** Each as its documentation has it: what is set up once, how an operation is written, and how it is executed. */
const PROGRAMS: Readonly<Record<string, Program>> = {
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
  [OURS]: OURS_STATIC,
  "ours, refresh token": ours(`refreshToken({ refreshToken: "token" })`),
};

export const bundle: Measurement<Bundles> = {
  async measure({ report }) {
    const programs: Record<string, { one: Size; fifty: Size }> = {};
    for (const [name, program] of Object.entries(PROGRAMS)) {
      report(`bytes shipped: ${name}`);
      const [one = "", fifty = ""] = await Promise.all([1, 50].map((n) => bundleProgram(renderProgram(program, n))));
      programs[name] = { one: measureText(one), fifty: measureText(fifty) };
    }
    const program = renderProgram(OURS_STATIC, 1);
    const [contents, withoutTexts] = await Promise.all([measureContents(program), measureWithoutTexts(program)]);
    return { programs, contents, withoutTexts };
  },

  render({ programs, contents, withoutTexts }) {
    const row = (name: string, one: Size, fifty: Size) => [
      name.startsWith("ours") ? `**${name}**` : name,
      ...[one.minified, one.gzip, one.brotli, fifty.gzip].map((bytes) => `${renderNumber(bytes / 1000)} kB`),
    ];
    const own = Object.entries(contents).sort(([, one], [, other]) => other.gzip - one.gzip);
    return `## Bytes shipped

Minified by esbuild; for one executed operation, and for fifty.

${renderTable(
  ["client", "minified", "gzip", "brotli", "gzip, fifty operations"],
  Object.entries(programs).map(([name, { one, fifty }]) => row(name, one, fifty)),
)}

In ours with a static token; compressed, by how much the bundle is smaller without that part. Without a word of our errors' texts it would
be ${renderNumber(withoutTexts / 1000)} kB.

${renderTable(
  ["part", "minified, bytes", "gzip, bytes"],
  own.map(([part, { minified, gzip }]) => [part, renderNumber(minified), renderNumber(gzip)]),
)}
`;
  },
};

function renderProgram({ setUp, document = (text) => JSON.stringify(text), execute }: Program, count: number): string {
  const operations = Array.from({ length: count }, (_, index) => {
    const name = `ListIntegrations${index}`;
    const text = `query ${name}($first: Int) { integrations(first: $first, page: ${index}) { nodes { id name } } }`;
    return `const ${name} = ${document(text, name)};\nconsole.log(await ${execute(name)});`;
  });
  return `${setUp}\n${operations.join("\n")}`;
}

const optionsFor = (contents: string) =>
  ({
    stdin: { contents, resolveDir: import.meta.dirname, sourcefile: "the program itself" },
    absWorkingDir: join(import.meta.dirname, ".."),
    bundle: true,
    format: "esm",
    target: "esnext",
    define: { "process.env.NODE_ENV": `"production"` },
    legalComments: "none",
    write: false,
  }) as const;

async function bundleProgram(contents: string): Promise<string> {
  const { outputFiles } = await build({ ...optionsFor(contents), minify: true });
  return outputFiles[0]?.text ?? "";
}

/** What is in a bundle, by package or by file of ours. */
async function measureContents(contents: string): Promise<Record<string, Part>> {
  const [{ metafile }, inSections] = await Promise.all([
    build({ ...optionsFor(contents), minify: true, metafile: true }),
    // With its white space, esbuild says where each file begins.
    build({ ...optionsFor(contents), minifyIdentifiers: true, minifySyntax: true }),
  ]);
  const sections = (inSections.outputFiles[0]?.text ?? "").split(/^(?=\/\/ )/m).map((section) => {
    const [comment = "", ...lines] = section.split("\n");
    return { part: nameOf(comment.slice(3)), text: lines.map((line) => line.trimStart()).join("\n") };
  });
  const gzip = (chosen: typeof sections) => measureText(chosen.map(({ text }) => text).join("")).gzip;
  const parts: Record<string, Part> = {};
  for (const output of Object.values(metafile.outputs)) {
    for (const [file, { bytesInOutput }] of Object.entries(output.inputs)) {
      const part = nameOf(file);
      const minified = (parts[part]?.minified ?? 0) + bytesInOutput;
      const others = sections.filter((section) => section.part !== part);
      if (minified > 0) parts[part] = { minified, gzip: gzip(sections) - gzip(others) };
    }
  }
  return parts;
}

function nameOf(file: string): string {
  return /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(file)?.[1] ?? file.replace("dist/", "");
}

async function measureWithoutTexts(contents: string): Promise<number> {
  const { outputFiles } = await build({ ...optionsFor(contents), minify: true, plugins: [withoutTexts] });
  return measureText(outputFiles[0]?.text ?? "").gzip;
}

/** Empties every string of ours that has words in it. */
const withoutTexts: Plugin = {
  name: "without texts",
  setup({ onLoad }) {
    onLoad({ filter: /\/dist\/[^/]*(?:\/[^/]*)?\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, "utf8");
      const cuts: [start: number, end: number][] = [];
      const look = (node: unknown): void => {
        if (Array.isArray(node)) for (const one of node) look(one);
        if (typeof node !== "object" || node === null || !("type" in node)) return;
        const { type, start, end, ...rest } = node as AnyNode;
        if (type === "Literal" && /^"[^"]*\w \w/.test(contents.slice(start, end))) cuts.push([start + 1, end - 1]);
        if (type === "TemplateElement" && /[a-z] |^ [a-z(]/.test(contents.slice(start, end))) cuts.push([start, end]);
        for (const child of Object.values(rest)) look(child);
      };
      look(parse(contents, { ecmaVersion: "latest", sourceType: "module" }));
      for (const [start, end] of cuts.sort(([one], [other]) => other - one)) {
        contents = contents.slice(0, start) + contents.slice(end);
      }
      return { contents };
    });
  },
};

function measureText(text: string): Size {
  return { minified: text.length, gzip: gzipSync(text, { level: 9 }).length, brotli: brotliCompressSync(text).length };
}
