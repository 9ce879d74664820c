import { createHash } from "node:crypto";
import { readFileSync, symlinkSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { createPlatform, type Platform } from "@integration-platform/graphql-testing";
import { HttpResponse, http } from "msw";
import { test as base, vi } from "vitest";
import { createCertificate } from "../../../test/support/certificate.ts";
import { freePort, respond, serve } from "../../../test/support/server.ts";
import { jwt, tokenExpiringIn } from "../../../test/support/wire.ts";
import { examine, fine, warning, wrong } from "../src/commands/doctor/examination.ts";
import { findCopies } from "../src/commands/tree.ts";
import { command, type Finished, start } from "./support/command.ts";
import { createProject } from "./support/project.ts";

// Each test starts a process or two, and they share the machine with all the other tests.
vi.setConfig({ testTimeout: 60_000 });
const test = base.concurrent;

/** Stands for a secret: must not be seen in any output. */
const CANARY = "canary-7a2f4e8c1d";
const ROOT = join(import.meta.dirname, "../../..");
const DAY_MS = 24 * 60 * 60 * 1000;
const SNAPSHOT = readFileSync(join(ROOT, "schema/schema.graphql"), "utf8");

interface Setting {
  readonly env?: Readonly<Record<string, string>>;
  readonly files?: Readonly<Record<string, string>>;
  readonly args?: readonly string[];
}

/** Runs the doctor in a folder of its own. */
async function doctor({ env = {}, files = {}, args = [] }: Setting = {}): Promise<Finished> {
  using project = createProject(files);
  return await command(["doctor", ...args], { env, cwd: project.folder });
}

interface Row {
  readonly id: string;
  readonly verdict: string;
  readonly message: string;
  readonly advice?: string;
}

/** As `doctor`, by the JSON that it prints: the rows by their ids. */
async function diagnose(setting: Setting) {
  const { code, stdout, stderr } = await doctor({ ...setting, args: [...(setting.args ?? []), "--format", "json"] });
  const { checks, ...document } = JSON.parse(stdout) as { readonly checks: readonly Row[]; readonly requests: number };
  const rows = Object.fromEntries(checks.map((row) => [row.id, row]));
  const verdicts = Object.fromEntries(checks.map(({ id, verdict }) => [id, verdict]));
  return { code, stdout, stderr, document, rows, verdicts };
}

const credentials = (platform: Platform, baseUrl: string) => ({
  ...{ PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken },
});

/** Ports, durations and tenants differ from run to run. */
const steady = (text: string) =>
  text
    .replaceAll(/127\.0\.0\.1:\d+/g, "127.0.0.1:PORT")
    .replaceAll(/\d+ ms\b/g, "N ms")
    .replaceAll(/[\da-f]{8}-[\da-f-]{27}/g, "TENANT")
    .replaceAll(/until \S+Z\)/g, "until TIME)")
    .replace(/\d+\.\d+\.\d+ \(/, "N.N.N (");

test("finds nothing wrong between an empty folder and the local platform", async ({ expect }) => {
  const { code, stdout, stderr } = await doctor({ args: ["--local"] });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(steady(stdout)).toMatchInlineSnapshot(`
    "  ✓ Node            N.N.N (22.12 or newer is needed)
      ✓ configuration   a local platform, started for this: nothing is read
      ✓ DNS             127.0.0.1 is an address already
      ✓ TLS             127.0.0.1:PORT takes connections; without TLS, as http: on this machine may be
      ✓ exchange        an access token in N ms
      ✓ token           for tenant TENANT, valid for 6 d 23 h (until TIME)
      ✓ clock           within 30 s of the platform's
      ✓ query           ListIntegrations in N ms: 3 integrations
      ✓ introspection   allowed: 6 types
      ✓ snapshot        no schema/schema.graphql here: the one of the package is used
      ✓ drift           none: the platform's schema is the snapshot's
      – generated code  skipped, because there is no codegen.ts here
      ✓ graphql         not installed: running operations does not need it

    12 fine · 1 skipped
    4 requests · N ms · local platform at http://127.0.0.1:PORT
    "
  `);
});

test("examines a project: its snapshot, its generated code, its graphql", async ({ expect }) => {
  const { code, stdout, stderr } = await command(["doctor", "--local", "--format", "json"], { cwd: ROOT });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const verdicts = JSON.parse(stdout).checks.map(({ id, verdict }: Row) => `${id} ${verdict}`);
  expect(verdicts).toEqual(expect.arrayContaining(["snapshot fine", "drift fine", "graphql fine"]));
  expect(verdicts).toContain("generated fine");
});

test("says the same to programs: versioned, with what to do", async ({ expect }) => {
  const { code, document, rows } = await diagnose({});
  expect(code).toBe(1);
  expect(document).toEqual({
    version: 1,
    summary: { fine: 3, warnings: 0, wrong: 1, skipped: 9 },
    requests: 0,
    durationMs: expect.any(Number),
  });
  expect(Object.keys(rows)).toEqual([
    ...["node", "configuration", "dns", "tls", "exchange", "token", "clock", "query", "introspection"],
    ...["snapshot", "drift", "generated", "graphql"],
  ]);
  expect(rows.configuration).toEqual({
    id: "configuration",
    title: "configuration",
    verdict: "wrong",
    message: "the environment lacks PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN",
    advice: "set them, or check a local platform: add --local",
  });
  expect(rows.query).toMatchObject({ verdict: "skipped", message: "because of: configuration" });
});

test("exchanges the refresh token once, writes nothing, and shows no secret", async ({ expect }) => {
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  const env = { ...credentials(platform, baseUrl), PLATFORM_TENANT_ID: platform.tenants[1]?.id ?? "" };
  const { code, stdout, stderr } = await doctor({ env });
  expect(code).toBe(0);
  expect(stdout).toContain(
    "the address from PLATFORM_BASE_URL, the refresh token from PLATFORM_REFRESH_TOKEN, the tenant from PLATFORM_TENANT_ID",
  );
  expect(stdout).toContain(`for tenant ${platform.tenants[1]?.id}, valid for 6 d 23 h`);
  expect([platform.count("refresh"), platform.count("api")]).toEqual([1, 3]);
  expect(JSON.stringify(platform.requests.map(({ body }) => body))).not.toMatch(/\bmutation\b/);
  const tokens = platform.requests.flatMap(({ headers }) => headers.authorization?.replace(/^Bearer /, "") ?? []);
  for (const secret of [platform.refreshToken, ...tokens]) expect(stdout + stderr).not.toContain(secret);
});

test("points to a variable that nobody reads", async ({ expect }) => {
  const env = { PLATFORM_BASE_URL: "http://localhost:1", PLATFORM_ACCESS_TOKEN: CANARY, PLATFORM_TENANTID: CANARY };
  const { rows, stdout } = await diagnose({ env });
  expect(rows.configuration).toMatchObject({
    verdict: "warning",
    message: "the address from PLATFORM_BASE_URL, an access token from PLATFORM_ACCESS_TOKEN",
    advice: "PLATFORM_TENANTID is set, and never read: PLATFORM_TENANT_ID would be",
  });
  expect(stdout).not.toContain(CANARY);
});

test("tells a name that is unknown from a host that is silent", async ({ expect }) => {
  const unknown = await diagnose({
    env: { PLATFORM_BASE_URL: "https://platform.invalid", PLATFORM_REFRESH_TOKEN: CANARY, HTTPS_PROXY: "http://p:1" },
  });
  expect(unknown.code).toBe(1);
  expect(unknown.rows.dns).toMatchObject({
    verdict: "wrong",
    message: expect.stringMatching(/^platform\.invalid is not known here \(E\w+\)$/),
    advice: "HTTPS_PROXY is set, and Node goes by it only with NODE_USE_ENV_PROXY=1",
  });
  expect(unknown.rows.exchange).toMatchObject({ verdict: "skipped", message: "because of: DNS" });

  const port = await freePort();
  const silent = await diagnose({
    env: { PLATFORM_BASE_URL: `http://127.0.0.1:${port}`, PLATFORM_REFRESH_TOKEN: CANARY },
  });
  expect(silent.rows.tls).toMatchObject({
    verdict: "wrong",
    message: `127.0.0.1:${port} takes no connection (ECONNREFUSED)`,
    advice: "check PLATFORM_BASE_URL, and whether a firewall is in between",
  });
  expect(silent.verdicts).toMatchObject({ dns: "fine", exchange: "skipped", clock: "skipped", query: "skipped" });
  expect(silent.document.requests).toBe(0);
});

test("leaves the network to a proxy that Node goes by", async ({ expect }) => {
  const env = { HTTPS_PROXY: "http://127.0.0.1:1", NODE_USE_ENV_PROXY: "1", PLATFORM_ACCESS_TOKEN: CANARY };
  const { rows } = await diagnose({ env: { ...env, PLATFORM_BASE_URL: "https://platform.invalid" } });
  const left = { verdict: "fine", message: "left to the proxy (NODE_USE_ENV_PROXY)" };
  expect([rows.dns, rows.tls]).toMatchObject([left, left]);
  expect(rows.query).toMatchObject({ verdict: "wrong" });
});

/** HTTPS on loopback, which refuses every exchange. */
async function serveTls(until: Date, address?: string) {
  const certificate = createCertificate({ until, ...(address !== undefined && { address }) });
  const server = createServer(certificate, (request, response) => {
    request.resume().on("end", () => respond(response, { error: "invalid_grant" }, 401));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    certificate,
    baseUrl: `https://127.0.0.1:${port}`,
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

test.for([
  { days: 30.5, message: "TLSv1.3, certificate valid for 30 more days", verdict: "fine", advice: undefined },
  {
    ...{ days: 5.5, message: "TLSv1.3, certificate valid for 5 more days", verdict: "warning" },
    advice: "tell the platform's people that it runs out",
  },
  {
    ...{ days: -1, message: "HOST cannot be trusted (CERT_HAS_EXPIRED)", verdict: "wrong" },
    advice: "its certificate is out of its time, or this machine's clock is wrong",
  },
  {
    ...{ days: 30, address: "127.0.0.2", message: "HOST cannot be trusted (ERR_TLS_CERT_ALTNAME_INVALID)" },
    ...{ verdict: "wrong", advice: "the certificate is another host's: check PLATFORM_BASE_URL" },
  },
])("judges a certificate: $message", async (one, { expect }) => {
  const { days, message, verdict, advice } = one;
  const address = "address" in one ? one.address : undefined;
  await using server = await serveTls(new Date(Date.now() + days * DAY_MS), address);
  using authority = createProject({ "ca.pem": server.certificate.cert });
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: CANARY };
  const trusted = { ...env, NODE_EXTRA_CA_CERTS: join(authority.folder, "ca.pem") };
  const { rows } = await diagnose({ env: trusted });
  expect(rows.tls?.message.replace(/^127\.0\.0\.1:\d+/, "HOST")).toBe(message);
  expect(rows.tls).toMatchObject({ verdict, ...(advice !== undefined && { advice }) });
  expect(rows.exchange?.verdict).toBe(verdict === "wrong" ? "skipped" : "wrong");
});

test("refuses a certificate that nobody vouches for, warns where nobody looks, and knows what is no TLS", async ({
  expect,
}) => {
  await using server = await serveTls(new Date(Date.now() + 30.5 * DAY_MS));
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: CANARY };
  const { rows } = await diagnose({ env });
  expect(rows.tls).toMatchObject({
    verdict: "wrong",
    message: expect.stringContaining("cannot be trusted (DEPTH_ZERO_SELF_SIGNED_CERT)"),
    advice: "who signed the certificate is not known here: name a company's own authority in NODE_EXTRA_CA_CERTS",
  });
  const careless = await diagnose({ env: { ...env, NODE_TLS_REJECT_UNAUTHORIZED: "0" } });
  expect(careless.rows.tls).toMatchObject({
    verdict: "warning",
    advice: "NODE_TLS_REJECT_UNAUTHORIZED=0 sends tokens to anybody: unset it",
  });

  await using plain = await serve((_, response) => respond(response, {}));
  const wrongScheme = { ...env, PLATFORM_BASE_URL: plain.baseUrl.replace("http:", "https:") };
  expect((await diagnose({ env: wrongScheme })).rows.tls).toMatchObject({
    verdict: "wrong",
    message: expect.stringMatching(/cannot be trusted \((?:ERR_SSL_\w+|EPROTO)\)$/),
    advice: "something else than HTTPS answers there: check PLATFORM_BASE_URL",
  });
});

test("says what to do about a refresh token that is refused, and still looks at the clock", async ({ expect }) => {
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: CANARY };
  const { code, rows, verdicts, stdout, stderr } = await diagnose({ env });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  expect(rows.exchange).toMatchObject({
    verdict: "wrong",
    message: "HTTP 401: the refresh token was refused; get a new one",
    advice:
      "the platform's own tool prints one (`me:token --type refresh`): set PLATFORM_REFRESH_TOKEN, and check PLATFORM_TENANT_ID",
  });
  expect(verdicts).toMatchObject({ clock: "fine", token: "skipped", query: "skipped", drift: "skipped" });
  expect(stdout).not.toContain(CANARY);
});

test("ends at once when it is interrupted", async ({ expect }) => {
  const asked = Promise.withResolvers<void>();
  await using server = await serve(() => asked.resolve());
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: CANARY };
  const { child, finished } = start(["doctor"], { env });
  await asked.promise;
  child.kill("SIGINT");
  expect(await finished).toEqual({ code: 130, stdout: "", stderr: "" });
  const late = await diagnose({ env, args: ["--timeout", "100"] });
  expect(late.rows.exchange).toMatchObject({ verdict: "wrong", message: "timed out after 100 ms" });
});

test("takes a web page for what it is", async ({ expect }) => {
  await using server = await serve((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<html>${CANARY}</html>`);
  });
  const { rows, stdout } = await diagnose({ env: { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: "r" } });
  expect(rows.exchange).toMatchObject({
    verdict: "wrong",
    message: "the response holds no usable access_token",
    advice: "PLATFORM_BASE_URL may lead to a web page, a log-in or a proxy instead of the platform",
  });
  const query = await diagnose({ env: { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_ACCESS_TOKEN: "opaque" } });
  expect(query.rows.query).toMatchObject({ verdict: "wrong", message: expect.stringContaining("text/html") });
  expect(stdout + query.stdout).not.toContain(CANARY);
});

test.for([
  { skewMs: 0, verdict: "fine", message: "within 30 s of the platform's" },
  { skewMs: 90_000, verdict: "warning", message: "1 min behind the platform's" },
  { skewMs: -3_700_000, verdict: "wrong", message: "1 h 1 min ahead of the platform's" },
])("measures a clock: $message", async ({ skewMs, verdict, message }, { expect }) => {
  await using server = await serve((_, response) => {
    response.setHeader("date", new Date(Date.now() + skewMs).toUTCString());
    respond(response, { access_token: "opaque" });
  });
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: CANARY };
  expect((await diagnose({ env })).rows.clock).toMatchObject({ verdict, message });
});

test("asks for the time where no exchange has told it, and can do without", async ({ expect }) => {
  await using dated = await serve((_, response) => respond(response, {}));
  const env = { PLATFORM_BASE_URL: dated.baseUrl, PLATFORM_ACCESS_TOKEN: "opaque" };
  expect((await diagnose({ env })).rows.clock).toMatchObject({ verdict: "fine" });
  expect(dated.count("/")).toBe(1);
  await using timeless = await serve((_, response) => {
    response.sendDate = false;
    respond(response, {});
  });
  const { rows } = await diagnose({ env: { ...env, PLATFORM_BASE_URL: timeless.baseUrl } });
  expect(rows.clock).toMatchObject({ verdict: "skipped", message: "because the platform's answers have no Date" });
});

test("judges a token by what it says of itself", async ({ expect }) => {
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  const judge = async (env: Readonly<Record<string, string>>) =>
    (await diagnose({ env: { PLATFORM_BASE_URL: baseUrl, ...env } })).rows.token;
  expect(await judge({ PLATFORM_ACCESS_TOKEN: jwt({ exp: 1_700_000_000 }) })).toMatchObject({
    verdict: "wrong",
    message: expect.stringMatching(
      /^for a tenant that it does not name, expired \d+ d \d+ h ago \(2023-11-14T22:13:20Z\)$/,
    ),
    advice: "set a new PLATFORM_ACCESS_TOKEN, or PLATFORM_REFRESH_TOKEN instead",
  });
  expect(await judge({ PLATFORM_ACCESS_TOKEN: tokenExpiringIn(3_630_000) })).toMatchObject({
    verdict: "warning",
    message: expect.stringContaining("valid for 1 h 0 min"),
    advice: "where it must last, set PLATFORM_REFRESH_TOKEN instead",
  });
  expect(await judge({ PLATFORM_ACCESS_TOKEN: "opaque" })).toMatchObject({ verdict: "fine" });
  const [mine = "", other = ""] = platform.tenants.map(({ id }) => id);
  const given = await platform.issueAccessToken({ tenantId: mine });
  expect(await judge({ PLATFORM_ACCESS_TOKEN: given, PLATFORM_TENANT_ID: other })).toMatchObject({
    verdict: "wrong",
    advice: "PLATFORM_TENANT_ID names another tenant: may the user act for that one?",
  });
});

test("warns of a platform that replaces refresh tokens", async ({ expect }) => {
  await using platform = createPlatform({ rotation: true });
  const { baseUrl } = await platform.listen();
  const { code, rows, verdicts } = await diagnose({ env: credentials(platform, baseUrl) });
  expect(code).toBe(0);
  expect(rows.exchange).toMatchObject({
    verdict: "warning",
    advice: "PLATFORM_REFRESH_TOKEN is used up: set a new one, and share a store among processes",
  });
  expect(verdicts.query).toBe("fine");
});

test("takes a refused introspection for a warning", async ({ expect }) => {
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  platform.override(
    http.post(`${platform.baseUrl}/api`, async ({ request }) => {
      const { query } = (await request.clone().json()) as { readonly query: string };
      return query.includes("__") ? HttpResponse.json({ errors: [{ message: CANARY }] }) : undefined;
    }),
  );
  const { code, rows, stdout } = await diagnose({ env: credentials(platform, baseUrl) });
  expect(code).toBe(0);
  expect(rows.introspection).toMatchObject({ verdict: "warning", message: "refused for this token" });
  expect(rows.drift).toMatchObject({ verdict: "skipped", message: "because the platform shows no schema" });
  expect(stdout).not.toContain(CANARY);
});

const provenance = (snapshot: string, taken: string) =>
  JSON.stringify({
    how: "introspection",
    headers: [],
    taken,
    sha256: createHash("sha256").update(snapshot).digest("hex"),
  });

test.for([
  ["fine", "taken yesterday: introspection", SNAPSHOT, provenance(SNAPSHOT, daysAgo(1))],
  ["warning", "taken 45 days ago: introspection", SNAPSHOT, provenance(SNAPSHOT, daysAgo(45))],
  [
    "warning",
    "schema/schema.graphql was edited since it was taken",
    `# x\n${SNAPSHOT}`,
    provenance(SNAPSHOT, daysAgo(1)),
  ],
  ["warning", "schema/schema.graphql: nobody knows from when", SNAPSHOT, undefined],
  ["warning", "schema/schema.graphql: nobody knows from when", SNAPSHOT, provenance(SNAPSHOT, "once")],
] as const)("knows the age of a snapshot: %s, %s", async ([verdict, message, snapshot, json], { expect }) => {
  const files = { "schema/schema.graphql": snapshot, ...(json && { "schema/provenance.json": json }) };
  expect((await diagnose({ files })).rows.snapshot).toMatchObject({ verdict, message });
});

function daysAgo(days: number): string {
  return new Date(Date.now() - days * DAY_MS - 1000).toISOString();
}

test("finds that the platform has moved on, and what cannot be compared", async ({ expect }) => {
  const changed = SNAPSHOT.replace("name: String!", "name: String!\n  slug: String");
  const drifted = await diagnose({ args: ["--local"], files: { "schema/schema.graphql": changed } });
  expect(drifted.rows.drift).toMatchObject({
    verdict: "warning",
    message: "1 change since the snapshot, 1 breaking",
    advice: "npx platform-graphql schema check says what that does to your operations",
  });
  const broken = await diagnose({ args: ["--local", "--snapshot", "a.graphql"], files: { "a.graphql": "type {" } });
  expect(broken.rows.drift).toMatchObject({ verdict: "wrong", message: expect.stringMatching(/^a\.graphql:1:6: /) });
  expect(broken.code).toBe(1);
});

const CODEGEN = `import { typedOperations } from ${JSON.stringify(join(ROOT, "packages/cli/src/codegen/index.ts"))};
export default typedOperations({ documents: "operations", output: "generated" });`;

test("finds generated code that is stale, and operations that do not fit", async ({ expect }) => {
  const run = async (files: Readonly<Record<string, string>>) => {
    using project = createProject({ "codegen.ts": CODEGEN, "package.json": '{ "type": "module" }', ...files });
    symlinkSync(join(ROOT, "node_modules"), join(project.folder, "node_modules"));
    const { stdout } = await command(["doctor", "--format", "json"], { cwd: project.folder });
    return JSON.parse(stdout).checks.find(({ id }: Row) => id === "generated");
  };
  expect(await run({ "operations/a.graphql": "query A { integrations { nodes { id } } }" })).toMatchObject({
    verdict: "wrong",
    message: "stale: generated/documents.ts, generated/operations.ts, generated/types.ts",
    advice: "run codegen, and commit what it writes",
  });
  expect(await run({ "operations/a.graphql": "query A { nothing }" })).toMatchObject({
    verdict: "wrong",
    message: 'operations/a.graphql:1:11: Cannot query field "nothing" on type "Query".',
  });
});

const installed = (name: string, version: string) => JSON.stringify({ name, version });

test("finds two copies of graphql, and who has which", async ({ expect }) => {
  const two = {
    "node_modules/graphql/package.json": installed("graphql", "17.1.0"),
    "node_modules/@scope/tool/node_modules/graphql/package.json": installed("graphql", "16.11.0"),
  };
  const { code, rows } = await diagnose({ args: ["--local"], files: two });
  expect(code).toBe(1);
  expect(rows.graphql).toMatchObject({
    verdict: "wrong",
    message: "2 copies: 16.11.0 in node_modules/@scope/tool/node_modules/graphql, 17.1.0 in node_modules/graphql",
    advice: expect.stringContaining("npm explain graphql"),
  });
  const old = { "node_modules/graphql/package.json": installed("graphql", "16.11.0") };
  expect((await diagnose({ files: old })).rows.graphql).toMatchObject({
    verdict: "wrong",
    message: "16.11.0, where 17 is needed",
    advice: "npm install --save-dev graphql@17",
  });
});

test("counts a copy once, however many links lead to it, and sees those of pnpm and of a workspace's root", ({
  expect,
}) => {
  using project = createProject({
    "node_modules/.pnpm/graphql@17.1.0/node_modules/graphql/package.json": installed("graphql", "17.1.0"),
    "node_modules/.pnpm/tool@1.0.0/node_modules/tool/package.json": installed("tool", "1.0.0"),
    "node_modules/.pnpm/graphql@15.0.0/node_modules/graphql/package.json": installed("graphql", "15.0.0"),
    "node_modules/broken/node_modules/graphql/package.json": "{",
    "packages/app/package.json": "{}",
  });
  const { folder } = project;
  symlinkSync(
    "../../graphql@17.1.0/node_modules/graphql",
    join(folder, "node_modules/.pnpm/tool@1.0.0/node_modules/graphql"),
  );
  symlinkSync(".pnpm/graphql@17.1.0/node_modules/graphql", join(folder, "node_modules/graphql"));
  // A circle, as workspaces that use each other make it.
  symlinkSync("../../..", join(folder, "node_modules/broken/node_modules/circle"));
  expect(findCopies("graphql", join(folder, "packages/app")).map(({ version }) => version)).toEqual([
    "15.0.0",
    "17.1.0",
  ]);
  expect(findCopies("tool", folder).map(({ version }) => version)).toEqual(["1.0.0"]);
  expect(findCopies("nothing", folder)).toEqual([]);
});

test("runs without graphql and msw, as those do who only run operations", async ({ expect }) => {
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  using project = createProject();
  const preload = `import { registerHooks } from "node:module";
    registerHooks({ resolve(name, context, next) {
      if (!/^(graphql|msw|@graphql-inspector)(\\/|$)/.test(name)) return next(name, context);
      throw Object.assign(new Error("Cannot find package '" + name + "' imported from x"), { code: "ERR_MODULE_NOT_FOUND" });
    } });`;
  const around = { env: credentials(platform, baseUrl), cwd: project.folder, preload };
  const { code, stdout } = await command(["doctor", "--format", "json"], around);
  expect(code).toBe(0);
  expect(JSON.parse(stdout).checks.find(({ id }: Row) => id === "introspection")).toMatchObject({
    ...{ verdict: "skipped", message: "because the package graphql is not here" },
  });
  const local = await command(["doctor", "--local", "--format", "json"], { cwd: project.folder, preload });
  expect(local.code).toBe(3);
  expect(JSON.parse(local.stdout)).toMatchObject({ version: 1, error: { code: "USAGE" } });
});

const examining = (willCheck: (id: string) => void = () => {}) => ({
  prefix: "PLATFORM",
  interruption: new AbortController().signal,
  redact: (text: string) => text.replaceAll(CANARY, "[redacted]"),
  willCheck: ({ id }: { readonly id: string }) => willCheck(id),
});

test("skips what stands on something wrong, goes on after a warning, and shows no foreign message", async ({
  expect,
}) => {
  const checked: string[] = [];
  const check = (id: string, needs: readonly string[], run: () => ReturnType<typeof fine>) => ({
    id,
    title: id,
    needs,
    run,
  });
  const rows = await examine(
    [
      check("a", [], () => warning(`a ${CANARY}`, CANARY)),
      check("b", ["a"], () => {
        throw Object.assign(new Error(CANARY), { code: "EACCES" });
      }),
      check("c", ["b"], () => fine("c")),
      check("d", ["c", "a"], () => fine("d")),
      check("e", ["a"], () => {
        throw new RangeError(CANARY);
      }),
      check("f", [], () => wrong("f", "do")),
    ],
    examining((id) => checked.push(id)),
  );
  expect(rows.map(({ id, verdict, message, advice }) => [id, verdict, message, advice])).toEqual([
    ["a", "warning", "a [redacted]", "[redacted]"],
    ["b", "wrong", "could not be checked (EACCES)", undefined],
    ["c", "skipped", "because of: b", undefined],
    ["d", "skipped", "because of: b", undefined],
    ["e", "wrong", "could not be checked (RangeError)", undefined],
    ["f", "wrong", "f", "do"],
  ]);
  expect(checked).toEqual(["a", "b", "e", "f"]);
});
