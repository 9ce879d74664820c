import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type AuditResult, auditServer } from "graphql-http";
import { expect, test } from "vitest";
import { createPlatform } from "../src/index.ts";

const NEWER_MEDIA_TYPE =
  "The specification promises “JSON” (section 4.1) and shows no media type. The local platform answers as the elder " +
  "of the two that GraphQL over HTTP knows, `application/json`, whatever is accepted: the harder case for a client, " +
  "since a status says nothing then.";
const STATUS_OF_OLDER =
  "Follows from the above: this status belongs to `application/graphql-response+json`. As `application/json`, what is " +
  "wrong with a document is told in a 200, which the suite asks for too (572B, FDE2, 7B9B).";
const NO_GET = "The query endpoint has the method POST (section 4.1). A GET is a 405, with `Allow`.";

/** Why the local platform does otherwise. One that no longer deviates, or a new one, fails the test. */
const REASONS: Readonly<Record<string, string>> = {
  "22EB": NEWER_MEDIA_TYPE,
  "865D": STATUS_OF_OLDER,
  "556A": STATUS_OF_OLDER,
  "51FE": STATUS_OF_OLDER,
  "74FF": STATUS_OF_OLDER,
  "86EE": STATUS_OF_OLDER,
  "5A70": NO_GET,
  D6D5: NO_GET,
  "6A70": NO_GET,
};

/** Audits the local platform over HTTP. The suite knows nothing of tokens: one is added to each of its requests. */
async function audit(): Promise<AuditResult[]> {
  const platform = createPlatform();
  await using server = await platform.listen();
  const authorization = `Bearer ${await platform.issueAccessToken()}`;
  const fetchFn = (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, headers: { ...init.headers, authorization } });
  return await auditServer({ url: `${server.baseUrl}/api`, fetchFn });
}

const isKept = ({ status }: AuditResult) => status === "ok";
const LEVELS = ["MUST", "SHOULD", "MAY"] as const;
const levelOf = ({ name }: AuditResult) => name.split(" ", 1)[0];
const cell = (text: string) => text.replaceAll("|", "\\|");

test("the local platform keeps every MUST of GraphQL over HTTP, and every deviation has its reason", async () => {
  const results = await audit();
  const deviations = results.filter((result) => !isKept(result));
  expect(deviations.filter((result) => levelOf(result) === "MUST")).toEqual([]);
  expect(deviations.map(({ id }) => id).sort()).toEqual(Object.keys(REASONS).sort());
  await expect(render(results)).toMatchFileSnapshot("../docs/graphql-http-audit.md");
});

function render(results: readonly AuditResult[]): string {
  const totals = LEVELS.map((level) => {
    const all = results.filter((result) => levelOf(result) === level);
    return `| ${level} | ${all.length} | ${all.filter(isKept).length} | ${all.filter((one) => !isKept(one)).length} |`;
  });
  const deviations = [...new Set(Object.values(REASONS))].map((reason) => {
    const those = results.filter((result) => !isKept(result) && REASONS[result.id] === reason);
    return `${reason}\n\n${those.map(renderDeviation).join("\n")}`;
  });
  const rows = results.map(({ id, name, status }) => `| ${id} | ${cell(name)} | ${status === "ok" ? "kept" : "not"} |`);
  return `# GraphQL over HTTP

The audit suite of \`graphql-http\` ${readVersion()} (${results.length} audits of the draft
[GraphQL over HTTP](https://graphql.github.io/graphql-over-http/draft/)) against the local platform, \`POST /api\` with a
valid access token. This page is made by \`npx vitest run test/audit.test.ts -u\`, and a test refuses it when it is stale
or when a deviation lacks its reason.

| | audits | kept | not |
|---|---|---|---|
${totals.join("\n")}

## Where it deviates, and why

${deviations.join("\n\n")}

## The whole result

| id | audit | |
|---|---|---|
${rows.join("\n")}
`;
}

function renderDeviation(result: AuditResult): string {
  if (result.status === "ok") return "";
  const { id, name, reason, response } = result;
  return `- \`${id}\` ${name}: ${reason} (HTTP ${response.status}, ${response.headers.get("content-type")})`;
}

function readVersion(): string {
  const file = join(import.meta.dirname, "../node_modules/graphql-http/package.json");
  return String(JSON.parse(readFileSync(file, "utf8")).version);
}
