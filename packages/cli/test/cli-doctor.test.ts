/** `platform-graphql doctor`: the checks of the environment, the connection, the account and the project. */

import { createHash } from "node:crypto";
import dns from "node:dns";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:https";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { join } from "node:path";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { stripVTControlCharacters } from "node:util";
import { HttpResponse, http } from "msw";
import { expect, onTestFinished, test, vi } from "vitest";
import { createCertificate } from "../../../test/support/certificate.ts";
import { freePort, respond, serve } from "../../../test/support/server.ts";
import { jwt, tokenExpiringIn } from "../../../test/support/wire.ts";
import { background, CANARY, command, type Finished, steady } from "./support/command.ts";
import { listen, SCHEMA } from "./support/platform.ts";
import { createProject, renderConfig } from "./support/project.ts";

const ROOT = join(import.meta.dirname, "../../..");
const SKIPPED = "skipped: requires: connection";
const DAY_MS = 24 * 60 * 60 * 1000;

interface Setting {
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** Runs the command in a folder of its own. */
async function doctor({ env = {}, files = {}, args = [] }: Setting = {}): Promise<Finished> {
  using project = createProject(files);
  return await command(["doctor", ...args], { env, cwd: project.folder });
}

interface Row {
  readonly id: string;
  readonly status: string;
  readonly message: string;
  readonly hint?: string;
}

/**
 * Runs the command with `--format json`. Each check is also on one line, such as
 * `failed: a message → a hint`.
 */
async function diagnose(setting: Setting) {
  const { stdout, ...ended } = await doctor({
    ...setting,
    args: [...(setting.args ?? []), "--format", "json"],
  });
  const { checks, ...document } = JSON.parse(stdout) as {
    readonly checks: readonly Row[];
    readonly requests: number;
  };
  const lines = checks.map(({ id, status, message, hint }) => [
    id,
    `${status}: ${message}${hint === undefined ? "" : ` → ${hint}`}`,
  ]);
  return { ...ended, stdout, document, checks, lines: Object.fromEntries(lines) as Record<string, string> };
}

const provenance = (snapshot: string, taken: string) =>
  JSON.stringify({
    how: "introspection",
    headers: [],
    taken,
    sha256: createHash("sha256").update(snapshot).digest("hex"),
  });

const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS - 1000).toISOString();

test("finds no problem between a project and its platform", async () => {
  const { env } = await listen();
  const files = { "schema/schema.graphql": SCHEMA, "schema/provenance.json": provenance(SCHEMA, daysAgo(0)) };
  const { code, stdout, stderr } = await doctor({ env, files });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const shown = steady(stdout)
    .replaceAll(/until \S+Z/g, "until TIME")
    .replace(/\d+\.\d+\.\d+ \(/, "N.N.N (");
  expect(shown).toMatchInlineSnapshot(`
    "  ✓ Node.js         N.N.N (22.12 or later is required)
      ✓ configuration   base URL from PLATFORM_BASE_URL, refresh token from PLATFORM_REFRESH_TOKEN
      ✓ connection      127.0.0.1:PORT, http: without TLS
      ✓ token refresh   access token received in N ms
      ✓ token           tenant UUID, valid until TIME
      ✓ query           { __typename } in N ms
      ✓ introspection   allowed, 3 types
      ✓ snapshot        pulled today (introspection)
      ✓ drift           none: the live schema is the snapshot
      ? generated code  not checked: no codegen.ts or platform.config.ts with typedOperations() here or above
                        → Run "npx @integration-platform/graphql-cli init" in the folder of your package.
      ✓ graphql         not installed in this project

    10 passed · 1 not checked
    4 requests · N ms · http://127.0.0.1:PORT
    "
  `);
});

test("checks a local platform with the schema of the project", async () => {
  const schema = "type Query { size: Int! }";
  using project = createProject({ "schema/schema.graphql": schema });
  const { code, stdout, stderr } = await command(["doctor", "--local"], { cwd: project.folder });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/✓ introspection +allowed, 1 type\n.*\n.*\n {2}✓ drift +none/);
  const invalid = await doctor({ args: ["--local"], files: { "schema/schema.graphql": "type {" } });
  expect(invalid).toMatchObject({ code: 3, stdout: "" });
  expect(invalid.stderr).toMatch(/^error: schema\/schema\.graphql:1:6: .+\nhint: {2}.+\n$/);
});

test("prints a versioned JSON document", async () => {
  const { stdout, ...ended } = await doctor({ args: ["--format", "json"] });
  expect(ended).toEqual({ code: 1, stderr: "" });
  const { version } = process;
  const shown = stdout.replace(version.slice(1), "N.N.N").replace(/"durationMs": \d+/, '"durationMs": N');
  expect(shown).toMatchInlineSnapshot(`
    "{
      "version": 1,
      "checks": [
        {
          "id": "node",
          "title": "Node.js",
          "status": "passed",
          "message": "N.N.N (22.12 or later is required)"
        },
        {
          "id": "configuration",
          "title": "configuration",
          "status": "failed",
          "message": "Missing environment variables: PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN",
          "hint": "Set the variables, or check a local platform with --local."
        },
        {
          "id": "connection",
          "title": "connection",
          "status": "skipped",
          "message": "requires: configuration"
        },
        {
          "id": "refresh",
          "title": "token refresh",
          "status": "skipped",
          "message": "requires: configuration"
        },
        {
          "id": "token",
          "title": "token",
          "status": "skipped",
          "message": "requires: configuration"
        },
        {
          "id": "query",
          "title": "query",
          "status": "skipped",
          "message": "requires: configuration"
        },
        {
          "id": "introspection",
          "title": "introspection",
          "status": "skipped",
          "message": "requires: configuration"
        },
        {
          "id": "snapshot",
          "title": "snapshot",
          "status": "skipped",
          "message": "no codegen.ts or platform.config.ts here or above, and no schema/schema.graphql",
          "hint": "Run \\"npx @integration-platform/graphql-cli init\\" in the folder of your package."
        },
        {
          "id": "drift",
          "title": "drift",
          "status": "skipped",
          "message": "requires: configuration"
        },
        {
          "id": "generated",
          "title": "generated code",
          "status": "skipped",
          "message": "no codegen.ts or platform.config.ts with typedOperations() here or above",
          "hint": "Run \\"npx @integration-platform/graphql-cli init\\" in the folder of your package."
        },
        {
          "id": "graphql",
          "title": "graphql",
          "status": "passed",
          "message": "not installed in this project"
        }
      ],
      "summary": {
        "passed": 2,
        "warnings": 0,
        "failed": 1,
        "errors": 0,
        "skipped": 8,
        "notChecked": 8
      },
      "requests": 0,
      "durationMs": N
    }
    "
  `);
});

test("sends the refresh token once, and the headers of the config with the introspection, and changes no data", async () => {
  const { platform, baseUrl, env } = await listen();
  const tenant = platform.tenants[1]?.id ?? "";
  const config = renderConfig(
    'documents: "operations", output: "generated", headers: { "X-Zone": "$PLATFORM_ZONE" }',
  );
  const { code, lines, document, stdout } = await diagnose({
    env: { ...env, PLATFORM_TENANT_ID: tenant, PLATFORM_ZONE: CANARY },
    files: { "codegen.ts": config, "schema/schema.graphql": SCHEMA },
  });
  const summary = { passed: 9, warnings: 1, failed: 1, errors: 0, skipped: 0, notChecked: 0 };
  expect({ code, document }).toEqual({
    code: 1,
    document: {
      version: 1,
      platform: { baseUrl, local: false },
      summary,
      requests: 4,
      durationMs: expect.any(Number),
    },
  });
  expect(lines).toEqual({
    node: expect.stringMatching(/^passed: \d+\.\d+\.\d+ \(22\.12 or later is required\)$/),
    configuration:
      "passed: base URL from PLATFORM_BASE_URL, refresh token from PLATFORM_REFRESH_TOKEN, tenant from PLATFORM_TENANT_ID",
    connection: `passed: ${new URL(baseUrl).host}, http: without TLS`,
    refresh: expect.stringMatching(/^passed: access token received in \d+ ms$/),
    token: expect.stringMatching(new RegExp(`^passed: tenant ${tenant}, valid until `)),
    query: expect.stringMatching(/^passed: \{ __typename \} in \d+ ms$/),
    introspection: "passed: allowed, 3 types",
    snapshot:
      'warning: schema/schema.graphql has no date → Run "npx @integration-platform/graphql-cli schema pull".',
    drift: "passed: none: the live schema is the snapshot",
    generated:
      'failed: cannot read "operations": no such file or folder → Write one with "npx @integration-platform/graphql-cli add <field>", or change "documents" in the config.',
    graphql: "passed: not installed in this project",
  });
  expect([platform.count("refresh"), platform.count("api")]).toEqual([1, 3]);
  expect(platform.requests.map(({ operation, headers }) => [operation, headers["x-zone"]])).toEqual([
    [undefined, undefined],
    ["Typename", undefined],
    ["IntrospectionSupport", CANARY],
    ["IntrospectionQuery", CANARY],
  ]);
  expect(stdout).not.toContain(CANARY);
});

test("reports a misspelt variable", async () => {
  const env = {
    PLATFORM_BASE_URL: "http://localhost:1",
    PLATFORM_ACCESS_TOKEN: CANARY,
    PLATFORM_TENANTID: CANARY,
    VERSIONS_TENANTID: CANARY,
    PLATFORM_: CANARY,
  };
  const { lines, stdout } = await diagnose({ env });
  expect(lines.configuration).toBe(
    "warning: base URL from PLATFORM_BASE_URL, access token from PLATFORM_ACCESS_TOKEN → Rename PLATFORM_TENANTID, which is not used, to PLATFORM_TENANT_ID.",
  );
  expect(stdout).not.toContain(CANARY);
});

test("distinguishes an unknown host from one that does not accept connections", async () => {
  const proxy = { PLATFORM_REFRESH_TOKEN: CANARY, HTTPS_PROXY: "http://p:1" };
  const unknown = await diagnose({ env: { ...proxy, PLATFORM_BASE_URL: "https://platform.invalid" } });
  expect(unknown.code).toBe(1);
  expect(unknown.lines.connection).toMatch(
    /^failed: cannot resolve platform\.invalid \(E\w+\) → Set NODE_USE_ENV_PROXY=1, so that Node\.js uses HTTPS_PROXY\.$/,
  );
  expect(unknown.lines.refresh).toBe(SKIPPED);

  const host = `127.0.0.1:${await freePort()}`;
  const env = { PLATFORM_REFRESH_TOKEN: CANARY };
  const closed = await diagnose({ env: { ...env, PLATFORM_BASE_URL: `http://${host}` } });
  expect(closed).toMatchObject({ lines: { refresh: SKIPPED, query: SKIPPED }, document: { requests: 0 } });
  expect(closed.lines.connection).toBe(
    `failed: ${host} does not accept connections (ECONNREFUSED) → Check PLATFORM_BASE_URL, and whether a firewall blocks the connection.`,
  );
  // The error is another one on a machine without IPv6.
  const address = `[::1]:${await freePort()}`;
  const other = { ...env, PLATFORM_BASE_URL: `http://${address}`, https_proxy: "http://p:1" };
  const { connection = "" } = (await diagnose({ env: other })).lines;
  expect(connection.replace(/ \(\w+\)/, "")).toBe(
    `failed: ${address} does not accept connections → Set NODE_USE_ENV_PROXY=1, so that Node.js uses https_proxy.`,
  );
});

const [AUTHORITY, PLAIN, BLOCKED] = [
  "Set NODE_EXTRA_CA_CERTS to the certificate of the authority that signed it.",
  "Check PLATFORM_BASE_URL: the server does not use HTTPS.",
  "Check PLATFORM_BASE_URL, and whether a firewall blocks the connection.",
];

test.for([
  ["EAI_AGAIN", "cannot resolve platform.example", BLOCKED],
  ["ECONNRESET", "platform.example does not accept connections", BLOCKED],
  ["SELF_SIGNED_CERT_IN_CHAIN", "platform.example has no valid certificate", AUTHORITY],
  ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "platform.example has no valid certificate", AUTHORITY],
  ["UNABLE_TO_DECODE_ISSUER_PUBLIC_KEY", "platform.example has no valid certificate", AUTHORITY],
  ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "platform.example has no valid certificate", AUTHORITY],
  ["CERT_SIGNATURE_FAILURE", "platform.example has no valid certificate", AUTHORITY],
  ["ERR_SSL_WRONG_VERSION_NUMBER", "platform.example has no valid certificate", PLAIN],
  ["ERR_TLS_DH_PARAM_SIZE", "platform.example has no valid certificate", PLAIN],
  ["EPROTO", "platform.example has no valid certificate", PLAIN],
] as const)("explains the error %s of a connection", async ([code, problem, hint]) => {
  // The lookup stands for the whole connection: it is the only part that needs no server.
  const fail = (...args: readonly unknown[]) =>
    (args.at(-1) as (error: Error) => void)(Object.assign(new Error(), { code }));
  const lookup = vi.spyOn(dns, "lookup").mockImplementation(fail as never);
  onTestFinished(() => lookup.mockRestore());
  const env = { PLATFORM_BASE_URL: "https://platform.example", PLATFORM_REFRESH_TOKEN: CANARY };
  const { lines } = await diagnose({ env });
  expect(lines.connection).toBe(`failed: ${problem} (${code}) → ${hint}`);
});

test("does not check the connection if Node.js uses a proxy", async () => {
  await using platform = await serve((_, response) => respond(response, {}));
  const env = { HTTPS_PROXY: "http://127.0.0.1:1", NODE_USE_ENV_PROXY: "1", PLATFORM_ACCESS_TOKEN: CANARY };
  const { lines } = await diagnose({ env: { ...env, PLATFORM_BASE_URL: platform.baseUrl } });
  expect(lines.connection).toBe("passed: through the proxy (NODE_USE_ENV_PROXY)");
});

/** A server that accepts connections, and does not answer. */
async function serveSilence() {
  const server = createTcpServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const env = { PLATFORM_BASE_URL: `https://127.0.0.1:${port}`, PLATFORM_REFRESH_TOKEN: CANARY };
  return { server, port, env };
}

test("reports a server that accepts connections but does not answer the TLS handshake", async () => {
  const { port, env } = await serveSilence();
  const { lines } = await diagnose({ env, args: ["--timeout", "50"] });
  expect(lines.connection).toMatch(`failed: 127.0.0.1:${port} does not accept connections (ETIMEDOUT)`);
});

test("an interruption ends the wait for a TLS handshake", async () => {
  const { server, env } = await serveSilence();
  const running = background(["doctor"], { env });
  await once(server, "connection");
  running.interrupt();
  expect(await running.finished).toEqual({ code: 130, stdout: "", stderr: "" });
});

test.for(["/auth/refresh", "query Typename", "__schema"])(
  "an interruption ends the wait for the answer to %s",
  async (awaited) => {
    await using server = await serve((request, response, _, body) => {
      if (`${request.url} ${body}`.includes(awaited)) running.interrupt();
      else respond(response, request.url === "/auth/refresh" ? { access_token: "t" } : { data: {} });
    });
    const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: CANARY };
    const running = background(["doctor", "--timeout", "2147483647"], { env });
    expect(await running.finished).toEqual({ code: 130, stdout: "", stderr: "" });
  },
);

/** An HTTPS server on loopback that rejects every refresh request. */
async function serveTls(until: Date, address?: string) {
  const certificate = createCertificate({ until, ...(address !== undefined && { address }) });
  const server = createServer(certificate, (request, response) => {
    request.resume().on("end", () => respond(response, { error: "invalid_grant" }, 401));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    cert: certificate.cert,
    env: { PLATFORM_BASE_URL: `https://127.0.0.1:${port}`, PLATFORM_REFRESH_TOKEN: CANARY },
  };
}

test.for([
  [14.5, "127.0.0.1", "passed: TLSv1.3, certificate valid for 14 more days"],
  [
    ...([13.5, "127.0.0.1"] as const),
    "warning: TLSv1.3, certificate valid for 13 more days → Ask the platform's operators to replace the certificate.",
  ],
  [
    ...([-1, "127.0.0.1"] as const),
    "failed: HOST has no valid certificate (CERT_HAS_EXPIRED) → Check this machine's clock; if it is right, the certificate has expired or is not yet valid.",
  ],
  [
    ...([400, "127.0.0.1"] as const),
    "failed: HOST has no valid certificate (CERT_NOT_YET_VALID) → Check this machine's clock; if it is right, the certificate has expired or is not yet valid.",
  ],
  [
    ...([30, "127.0.0.2"] as const),
    "failed: HOST has no valid certificate (ERR_TLS_CERT_ALTNAME_INVALID) → Check PLATFORM_BASE_URL: the certificate is for another host.",
  ],
] as const)("reports a certificate that expires in %s days, for %s", async ([days, address, line]) => {
  const { cert, env } = await serveTls(new Date(Date.now() + days * DAY_MS), address);
  const before = getCACertificates("default");
  setDefaultCACertificates([...before, cert]);
  onTestFinished(() => setDefaultCACertificates(before));
  const { lines } = await diagnose({ env });
  expect(lines.connection?.replace(/127\.0\.0\.1:\d+/, "HOST")).toBe(line);
  expect(lines.refresh).toMatch(line.startsWith("failed") ? SKIPPED : /^failed/);
});

test("rejects an untrusted certificate, warns if it is not verified, and recognizes a server without TLS", async () => {
  const { env } = await serveTls(new Date(Date.now() + 30.5 * DAY_MS));
  const check = async (own = {}) => (await diagnose({ env: { ...env, ...own } })).lines.connection;
  expect(await check()).toMatch(
    /^failed: .* has no valid certificate \(DEPTH_ZERO_SELF_SIGNED_CERT\) → Set NODE_EXTRA_CA_CERTS to the certificate of the authority that signed it\.$/,
  );
  vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
  expect(await check()).toMatch(
    /^warning: .* → Unset NODE_TLS_REJECT_UNAUTHORIZED=0: any server can receive your tokens\.$/,
  );
  vi.unstubAllEnvs();

  await using plain = await serve((_, response) => respond(response, {}));
  expect(await check({ PLATFORM_BASE_URL: plain.baseUrl.replace("http:", "https:") })).toMatch(
    /^failed: .* has no valid certificate \((?:ERR_SSL_\w+|EPROTO)\) → Check PLATFORM_BASE_URL: the server does not use HTTPS\.$/,
  );
});

const TENANT = "0F0F0F0F-0000-4000-8000-000000000001";
const OTHER_TENANT = "0f0f0f0f-0000-4000-8000-000000000002";

test.each([
  [{}, "Set"],
  [{ PLATFORM_TENANT_ID: TENANT }, "Check PLATFORM_TENANT_ID, or set"],
])("explains a rejected refresh token, with the tenant if there is one: %j", async (tenant, advice) => {
  const { env } = await listen();
  const { code, lines, stdout, stderr } = await diagnose({
    env: { ...env, ...tenant, PLATFORM_REFRESH_TOKEN: CANARY },
  });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(lines.refresh).toMatch(/^failed: .*401.* → /);
  const action =
    "a new PLATFORM_REFRESH_TOKEN (me:token --type refresh). A platform that rotates them accepts each one once.";
  expect(lines.refresh?.split(" → ")[1]).toBe(`${advice} ${action}`);
  const { token, query, drift } = lines;
  expect([token, query, drift]).toEqual(Array(3).fill(expect.stringMatching(/^skipped/)));
  expect(stdout).not.toContain(CANARY);
});

test("reports a timeout", async () => {
  await using server = await serve(() => {});
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: CANARY };
  const { lines } = await diagnose({ env, args: ["--timeout", "500"] });
  expect(lines.refresh).toMatch(/^failed: .*timed out after 500 ms/);
});

test("recognizes a web page, and does not print it", async () => {
  await using server = await serve((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<html>${CANARY}</html>`);
  });
  const { lines, stdout } = await diagnose({
    env: { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: "r" },
  });
  expect(lines.refresh).toMatch(
    /^failed: .*access_token.* → Check PLATFORM_BASE_URL: it can be the URL of a web page, a login or a proxy\.$/,
  );
  const query = await diagnose({
    env: { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_ACCESS_TOKEN: "opaque" },
  });
  expect(query.lines.query).toMatch(/^failed: .*without a GraphQL response/);
  expect(stdout + query.stdout).not.toContain(CANARY);
});

test("reports a token by its claims", async () => {
  const { platform, env } = await listen();
  const check = async (credentials: Readonly<Record<string, string>>) =>
    (await diagnose({ env: { PLATFORM_BASE_URL: env.PLATFORM_BASE_URL, ...credentials } })).lines.token;
  expect(await check({ PLATFORM_ACCESS_TOKEN: jwt({ exp: 1_700_000_000 }) })).toMatch(
    /^failed: no tenant claim, expired at 2023-11-14T22:13:20Z → Set a new PLATFORM_ACCESS_TOKEN, or PLATFORM_REFRESH_TOKEN instead\.$/,
  );
  expect(await check({ PLATFORM_ACCESS_TOKEN: tokenExpiringIn(3_630_000) })).toMatch(
    /^warning: .*valid until .* → Set PLATFORM_REFRESH_TOKEN for long use\.$/,
  );
  expect(await check({ PLATFORM_ACCESS_TOKEN: "opaque" })).toMatch(/^passed/);
  const [mine = "", other = ""] = platform.tenants.map(({ id }) => id);
  const token = await platform.issueAccessToken({ tenantId: mine });
  expect(await check({ PLATFORM_ACCESS_TOKEN: token, PLATFORM_TENANT_ID: other })).toMatch(
    /^failed: .* → Check PLATFORM_TENANT_ID: it is another tenant\.$/,
  );
});

const NOW = Date.UTC(2026, 0, 31, 12);
const SECOND = 1000;
const HOUR = 3_600_000;

test.for<[claims: object, credentials: Readonly<Record<string, string>>, line: string]>([
  [{}, {}, "passed: no tenant claim, no expiry claim"],
  [{ exp: "soon", tenant_id: 1 }, {}, "passed: no tenant claim, no expiry claim"],
  [
    { tenant_id: TENANT },
    { PLATFORM_TENANT_ID: TENANT.toLowerCase() },
    `passed: tenant ${TENANT}, no expiry claim`,
  ],
  [{ tenant_id: TENANT }, {}, `passed: tenant ${TENANT}, no expiry claim`],
  [
    { tenant_id: TENANT },
    { PLATFORM_TENANT_ID: OTHER_TENANT },
    `failed: tenant ${TENANT}, no expiry claim → Check PLATFORM_TENANT_ID: it is another tenant.`,
  ],
  [{}, { PLATFORM_TENANT_ID: OTHER_TENANT }, "passed: no tenant claim, no expiry claim"],
  [{ exp: 1e16 }, {}, "passed: no tenant claim, no expiry claim"],
  [{ exp: 25 * HOUR }, {}, "passed: no tenant claim, valid until 2026-02-01T13:00:00Z"],
  [{ exp: 24 * HOUR }, {}, "passed: no tenant claim, valid until 2026-02-01T12:00:00Z"],
  [
    { exp: 24 * HOUR - SECOND },
    {},
    "warning: no tenant claim, valid until 2026-02-01T11:59:59Z → Set PLATFORM_REFRESH_TOKEN for long use.",
  ],
  [
    { exp: HOUR },
    {},
    "warning: no tenant claim, valid until 2026-01-31T13:00:00Z → Set PLATFORM_REFRESH_TOKEN for long use.",
  ],
  [
    { exp: 0 },
    {},
    "failed: no tenant claim, expired at 2026-01-31T12:00:00Z → Set a new PLATFORM_ACCESS_TOKEN, or PLATFORM_REFRESH_TOKEN instead.",
  ],
  [
    { exp: -61 * SECOND },
    {},
    "failed: no tenant claim, expired at 2026-01-31T11:58:59Z → Set a new PLATFORM_ACCESS_TOKEN, or PLATFORM_REFRESH_TOKEN instead.",
  ],
  [
    { exp: HOUR },
    { PLATFORM_REFRESH_TOKEN: CANARY },
    "passed: no tenant claim, valid until 2026-01-31T13:00:00Z",
  ],
  [
    { exp: -HOUR },
    { PLATFORM_REFRESH_TOKEN: CANARY },
    "warning: no tenant claim, expired at 2026-01-31T11:00:00Z → Check this machine's clock.",
  ],
])("reports the claims %j with %j", async ([claims, credentials, line]) => {
  vi.useFakeTimers({ now: NOW, toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const exp = "exp" in claims && typeof claims.exp === "number" ? { exp: (NOW + claims.exp) / 1000 } : {};
  const token = jwt({ ...claims, ...exp });
  await using server = await serve((request, response) =>
    respond(
      response,
      request.url === "/auth/refresh" ? { access_token: token } : { data: { __typename: "Query" } },
    ),
  );
  const own = credentials.PLATFORM_REFRESH_TOKEN === undefined ? { PLATFORM_ACCESS_TOKEN: token } : {};
  const { lines } = await diagnose({ env: { PLATFORM_BASE_URL: server.baseUrl, ...own, ...credentials } });
  expect(lines.token).toBe(line);
});

test("warns if the refresh request replaces the refresh token", async () => {
  const { env } = await listen({ rotation: true });
  const { code, lines } = await diagnose({ env });
  expect([code, lines.query]).toEqual([0, expect.stringMatching(/^passed/)]);
  expect(lines.refresh).toMatch(
    /^warning: .* → Set a new PLATFORM_REFRESH_TOKEN, and share a token store between processes\.$/,
  );
});

test("warns if introspection is rejected", async () => {
  const { platform, env } = await listen();
  platform.override(
    http.post(`${platform.baseUrl}/api`, async ({ request }) => {
      const { query } = (await request.clone().json()) as { readonly query: string };
      return query.includes("__schema") || query.includes("__type(")
        ? HttpResponse.json({ errors: [{ message: CANARY }] })
        : undefined;
    }),
  );
  const { code, lines, stdout } = await diagnose({ env });
  expect([code, lines.drift]).toEqual([0, "skipped: requires: introspection"]);
  expect(lines.introspection).toMatch(/^warning: rejected for this token/);
  expect(stdout).not.toContain(CANARY);
});

test.for([
  ["passed: pulled yesterday (introspection)", SCHEMA, provenance(SCHEMA, daysAgo(1))],
  ["passed: pulled 30 days ago (introspection)", SCHEMA, provenance(SCHEMA, daysAgo(30))],
  ["warning: pulled 31 days ago (introspection)", SCHEMA, provenance(SCHEMA, daysAgo(31))],
  ["warning: pulled 45 days ago (introspection)", SCHEMA, provenance(SCHEMA, daysAgo(45))],
  ["warning: schema/schema.graphql was edited by hand", `# x\n${SCHEMA}`, provenance(SCHEMA, daysAgo(1))],
  ["warning: schema/schema.graphql has no date", SCHEMA, undefined],
  ["warning: schema/schema.graphql has no date", SCHEMA, provenance(SCHEMA, "once")],
] as const)("reports the age of a snapshot: %s", async ([line, snapshot, json]) => {
  const files = { "schema/schema.graphql": snapshot, ...(json && { "schema/provenance.json": json }) };
  const { lines } = await diagnose({ files });
  expect(lines.snapshot?.replace(/ → .*/, "")).toBe(line);
});

test("reports drift, and a snapshot that cannot be parsed", async () => {
  const { env } = await listen();
  const changed = SCHEMA.replace("name: String!", "slug: String");
  const drift = await diagnose({ env, files: { "schema/schema.graphql": changed } });
  expect(drift.lines.drift).toBe(
    'warning: 2 changes since the snapshot, 1 breaking → Run "npx @integration-platform/graphql-cli schema check" for the affected operations.',
  );
  const broken = await diagnose({ env, files: { "schema/schema.graphql": "type {" } });
  expect(broken.lines.drift).toMatch(/^failed: schema\/schema\.graphql:1:6: Syntax Error/);
  expect(broken.code).toBe(1);
  const folder = await diagnose({ env, files: { "schema/schema.graphql/b": "" } });
  expect(folder.lines.snapshot).toMatch(/^failed: cannot read "schema\/schema\.graphql": it is a folder/);
});

test("reports stale generated code and invalid operations", async () => {
  const config = renderConfig('schema: "schema.graphql", documents: "operations", output: "generated"');
  const run = async (operation: string) => {
    const files = { "codegen.ts": config, "package.json": '{ "type": "module" }', "schema.graphql": SCHEMA };
    return (await diagnose({ files: { ...files, "operations/a.graphql": operation } })).lines.generated;
  };
  expect(await run("query A { integrations { nodes { id } } }")).toMatch(
    /^failed: stale: generated\/enums\.ts \(missing\), generated\/operations\.ts \(missing\).* → Run "npx @integration-platform\/graphql-cli codegen" and commit the changes\.$/,
  );
  const error = 'failed: operations/a.graphql:1:11: Cannot query field "nothing" on type "Query".';
  expect((await run("query A { nothing }"))?.split(" → ")[0]).toBe(error);
  expect((await run("query A { nothing more least }"))?.split(" → ")[0]).toBe(`${error}, and 2 more`);
});

test.for([
  ["16.11.0", /^warning: 16\.11\.0; platform-graphql uses another copy → .*npm explain graphql/],
  [
    "15.8.0",
    /^failed: 15\.8\.0 is not supported \(versions 16 and 17 are\) → Run "npm install --save-dev graphql@17"\.$/,
  ],
] as const)("reports graphql %s in the project", async ([version, line]) => {
  const files = { "node_modules/graphql/package.json": JSON.stringify({ name: "graphql", version }) };
  expect((await diagnose({ files })).lines.graphql).toMatch(line);
});

test("reports graphql if the project and the command use the same copy", async () => {
  using project = createProject();
  project.link("node_modules", join(ROOT, "node_modules"));
  const { stdout } = await command(["doctor", "--format", "json"], { cwd: project.folder });
  const { version } = JSON.parse(readFileSync(join(ROOT, "node_modules/graphql/package.json"), "utf8"));
  expect(JSON.parse(stdout).checks.at(-1)).toMatchObject({
    id: "graphql",
    status: "passed",
    message: version,
  });
});

test("breaks no word on a terminal of 80 columns", async () => {
  const { stdout } = await command(["doctor"], {
    columns: 80,
    env: { PLATFORM_BASE_URL: "https://p.example", TERM: "xterm-256color" },
  });
  const [green, yellow, red, end] = [32, 33, 31, 39].map((code) => `\u001b[${code}m`);
  expect(stdout).toContain(`${green}✓${end} Node.js`);
  expect(stdout).toContain(`${red}✗${end} configuration`);
  expect(stdout).toContain(`${yellow}?${end} connection`);
  const lines = stripVTControlCharacters(stdout).split("\n");
  expect(lines.filter((line) => line.length > 80)).toEqual([]);
  expect(stripVTControlCharacters(stdout).replaceAll(/\s+/g, " ")).toContain(
    "Missing environment variables: PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN",
  );
});
