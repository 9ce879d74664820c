/** Measures what 10,000 requests cost `platform-graphql serve`, and writes it into docs/serve.md: `npm run load`. */

import { readFile, writeFile } from "node:fs/promises";
import { cpus, totalmem } from "node:os";
import { join } from "node:path";
import { type Round, sendRound } from "./round.ts";
import { type Memory, startServer } from "./server.ts";

const ROOT = join(import.meta.dirname, "..");
const PAGE = join(ROOT, "docs/serve.md");
const HEADING = "## Measured";
const CONCURRENCY = 32;
/** The first is the figure; the others show whether memory levels off. */
const ROUNDS = [
  { requests: 10_000, padding: 0, name: "the first 10,000" },
  { requests: 10_000, padding: 0, name: "the next 10,000" },
  { requests: 80_000, padding: 0, name: "the next 80,000" },
  { requests: 1000, padding: 1_000_000, name: "1,000 with bodies of 1 MB" },
];

const rows: string[] = [];
await using server = await startServer();
const { baseUrl } = server;
const accessToken = await exchange();
rows.push(renderRow("started", undefined, await server.memory()));
for (const { name, requests, padding } of ROUNDS) {
  const round = await sendRound({ baseUrl, accessToken, requests, padding, concurrency: CONCURRENCY });
  rows.push(renderRow(name, round, await server.memory()));
}
const measured = await render(rows);
const page = await readFile(PAGE, "utf8");
await writeFile(PAGE, `${page.slice(0, page.indexOf(HEADING))}${measured}`);
process.stdout.write(measured);

async function exchange(): Promise<string> {
  const response = await fetch(`${baseUrl}/auth/refresh`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ refresh_token: server.refreshToken }),
  });
  const { access_token: token } = (await response.json()) as { readonly access_token: string };
  return token;
}

function renderRow(name: string, round: Round | undefined, { rss, peak }: Memory): string {
  const memory = [rss, peak].map((mebibytes) => `${Math.round(mebibytes)} MiB`);
  if (!round) return `| ${[name, "", "", "", "", ...memory].join(" | ")} |`;
  const { requests, durationMs, latenciesMs } = round;
  const at = (share: number) =>
    `${(latenciesMs[Math.min(latenciesMs.length - 1, Math.floor(latenciesMs.length * share))] ?? 0).toFixed(1)} ms`;
  const speed = `${count(Math.round((requests / durationMs) * 1000))}/s`;
  return `| ${[name, `${(durationMs / 1000).toFixed(1)} s`, speed, at(0.5), at(0.99), ...memory].join(" | ")} |`;
}

async function render(lines: readonly string[]): Promise<string> {
  const read = async (path: string): Promise<string> =>
    (JSON.parse(await readFile(join(ROOT, path, "package.json"), "utf8")) as { readonly version: string }).version;
  const [own, graphql, msw] = await Promise.all([".", "node_modules/graphql", "node_modules/msw"].map(read));
  const [processor] = cpus();
  const machine = `${cpus().length} × ${processor?.model.trim()}, ${Math.round(totalmem() / 1024 ** 3)} GiB`;
  return `${HEADING}

\`POST /api\` with \`ListIntegrations\` and an access token, ${CONCURRENCY} at a time, over loopback, every answer checked. The server
keeps a record of its last 10,000 requests, so its memory grows with the first 10,000 and levels off then.
\`npm run load\` measures it and rewrites this part.

| requests | time | rate | median | 99 % | resident | peak |
|---|--:|--:|--:|--:|--:|--:|
${lines.join("\n")}

${new Date().toISOString().slice(0, 10)}, package ${own}, Node ${process.versions.node}, graphql ${graphql}, msw ${msw}; ${process.platform} ${process.arch}, ${machine}, with
the client on the same machine.
`;
}

function count(number: number): string {
  return number.toLocaleString("en");
}
