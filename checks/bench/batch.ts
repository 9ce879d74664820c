/**
 * 324 mutations of one document at 20 requests per second. `batch.ts <way>` prints requests, seconds and
 * failed items; the table also has the bytes that the way adds to a program.
 */

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { gzipSync } from "node:zlib";
import { accessToken, createClient } from "@integration-platform/graphql";
import { batch } from "@integration-platform/graphql/batch";
import { build } from "esbuild";
import { buildSchema, execute, parse, print } from "graphql";
import { RenameIntegrationDocument as NODE } from "../../test/fixtures/relay/generated/documents.ts";
import { RenameIntegrationDocument as DOCUMENT } from "../../test/fixtures/relay/generated/operations.ts";
import { schemaSDL } from "../../test/fixtures/relay/generated/schema.ts";
import { createFixedWindow } from "../../test/support/limits.ts";
import { type Measurement, summarize, type Table } from "./measurement.ts";
import { runForJson } from "./processes.ts";

const COUNT = 324;
const SIZE = 50;
/** Each has an ID, and returns whether each item succeeded. */
type Way = (base: string, ids: readonly string[]) => Promise<boolean[]>;

interface Request {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>>;
}

const connect = (baseUrl: string) => createClient({ baseUrl, auth: accessToken("token"), timeout: 120_000 });
const toVariables = (id: string) => ({ input: { id, name: `Name ${id}` } });

const WAYS: Readonly<Record<string, { readonly run: Way; readonly code?: string }>> = {
  "ours, batch": {
    run: async (base, ids) => {
      const results = await batch(connect(base), DOCUMENT, ids.map(toVariables), { size: SIZE });
      return results.map(({ status }) => status === "success");
    },
    code: 'import { batch } from "@integration-platform/graphql/batch"; console.log(batch);',
  },
  "ours, one by one": {
    run: async (base, ids) => {
      const client = connect(base);
      const results = await Promise.allSettled(ids.map((id) => client.execute(DOCUMENT, toVariables(id))));
      return results.map(({ status }) => status === "fulfilled");
    },
  },
  "@graphql-tools/batch-execute": {
    run: async (base, ids) => {
      const { createBatchingExecutor } = await import("@graphql-tools/batch-execute");
      const send = async ({
        document,
        variables,
      }: {
        readonly document: typeof NODE;
        readonly variables?: object;
      }) => {
        const body = JSON.stringify({ query: print(document as never), variables });
        for (;;) {
          const headers = { "content-type": "application/json", authorization: "Bearer token" };
          const response = await fetch(`${base}/api`, { method: "POST", headers, body });
          if (response.status !== 429) return (await response.json()) as never;
          await setTimeout(Number(response.headers.get("retry-after")) * 1000);
        }
      };
      const executor = createBatchingExecutor(send as never, { maxBatchSize: SIZE });
      const results = ids.map((id) => executor({ document: NODE as never, variables: toVariables(id) }));
      return (await Promise.all(results)).map((result) => !("errors" in result && result.errors));
    },
    code: 'import { createBatchingExecutor } from "@graphql-tools/batch-execute"; console.log(createBatchingExecutor);',
  },
};

export const batches: Measurement = async ({ quick, report }) => {
  const table: Table = {};
  for (const [name, { code }] of Object.entries(WAYS)) {
    report(`batch: ${name}`);
    const runs: Outcome[] = [];
    for (let round = 0; round < (quick || !code ? 1 : 5); round++)
      runs.push(await runForJson<Outcome>("batch.ts", name));
    table[name] = {
      requests: Math.max(...runs.map(({ requests }) => requests)),
      "wall, s": summarize(runs.map(({ seconds }) => seconds)),
      "failed items": Math.max(...runs.map(({ failed }) => failed)),
      ...(code && { "added, gzip -9, bytes": await measureAdded(code) }),
    };
  }
  return table;
};

interface Outcome {
  readonly requests: number;
  readonly seconds: number;
  readonly failed: number;
}

/** Bytes that a way adds to a program with our client. */
async function measureAdded(code: string): Promise<number> {
  const program =
    'import { accessToken, createClient } from "@integration-platform/graphql"; console.log(accessToken, createClient);';
  const [alone = 0, used = 0] = await Promise.all(
    [program, `${code}\n${program}`].map(async (contents) => {
      const stdin = { contents, resolveDir: import.meta.dirname };
      const options = {
        bundle: true,
        minify: true,
        format: "esm",
        platform: "browser",
        write: false,
      } as const;
      const { outputFiles } = await build({ stdin, ...options });
      return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
    }),
  );
  return used - alone;
}

async function run(way: Way): Promise<Outcome> {
  const schema = buildSchema(schemaSDL);
  const limit = createFixedWindow(() => 20, 1_000, true);
  let requests = 0;
  const renameIntegration = ({ input }: { readonly input: object }) => ({ integration: input, errors: [] });
  const server = createServer(async (request, response) => {
    const { query, variables } = (await json(request)) as Request;
    requests++;
    const seconds = limit(performance.now());
    const headers = { "content-type": "application/json", ...(seconds && { "retry-after": `${seconds}` }) };
    response.writeHead(seconds === undefined ? 200 : 429, headers);
    const rootValue = { renameIntegration };
    const input = { schema, document: parse(query), rootValue, variableValues: variables ?? {} };
    response.end(seconds === undefined ? JSON.stringify(await execute(input)) : "{}");
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const ids = Array.from({ length: COUNT }, (_, index) => `${index}`);
  const startedAt = performance.now();
  const succeeded = await way(base, ids);
  return {
    requests,
    seconds: (performance.now() - startedAt) / 1000,
    failed: succeeded.filter((hasSucceeded) => !hasSucceeded).length,
  };
}

if (import.meta.main) {
  const [name = ""] = process.argv.slice(2);
  const way = WAYS[name];
  if (!way) throw new Error(`Unknown way ${name}`);
  process.stdout.write(JSON.stringify(await run(way.run)));
  process.exit();
}
