import { stripVTControlCharacters } from "node:util";
import { createPlatform } from "@integration-platform/graphql-testing";
import { test as base, vi } from "vitest";
import { freePort, serve } from "../../../test/support/server.ts";
import { jwt, tokenExpiringIn } from "../../../test/support/wire.ts";
import { command, fakeTerminal, start } from "./support/command.ts";

// Each test starts a process or two, and they share the machine with all the other tests.
vi.setConfig({ testTimeout: 30_000 });
const test = base.concurrent;

const CANARY = "canary-5c1a9e7d3b";
const DAY_MS = 24 * 60 * 60 * 1000;
const token = (env: Readonly<Record<string, string>>, ...args: string[]) => command(["token", ...args], { env });

test("prints the token that the platform gives for the refresh token, and a line break", async ({ expect }) => {
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  const tenant = platform.tenants[1]?.id ?? "";
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken, PLATFORM_TENANT_ID: tenant };
  const { code, stdout, stderr } = await token(env);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  expect([platform.count("refresh"), platform.count("api")]).toEqual([1, 0]);
  const headers = { authorization: `Bearer ${stdout.trim()}`, "content-type": "application/json" };
  const query = JSON.stringify({ query: "{ integrations { nodes { id } } }" });
  const response = await fetch(`${baseUrl}/api`, { method: "POST", headers, body: query });
  expect((await response.json()).data.integrations.nodes).toHaveLength(3);
});

test("says as JSON for which tenant the token is, and when it expires", async ({ expect }) => {
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  const tenant = platform.tenants[1]?.id ?? "";
  const { code, stdout, stderr } = await token(
    { ACME_BASE_URL: baseUrl, ACME_REFRESH_TOKEN: platform.refreshToken, ACME_TENANT_ID: tenant },
    ...["--env-prefix", "ACME", "--format", "json"],
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const document = JSON.parse(stdout);
  expect(Object.keys(document)).toEqual(["version", "token", "expiresAt", "tenant"]);
  expect(document).toMatchObject({ version: 1, tenant });
  const lifeMs = Date.parse(document.expiresAt) - Date.now();
  expect([lifeMs > 6.9 * DAY_MS, lifeMs < 7.1 * DAY_MS]).toEqual([true, true]);
});

test("prints an access token as it is, for as long as it lasts, without asking anybody", async ({ expect }) => {
  const env = { PLATFORM_BASE_URL: `http://127.0.0.1:${await freePort()}` };
  const lasting = tokenExpiringIn(DAY_MS);
  expect(await token({ ...env, PLATFORM_ACCESS_TOKEN: ` ${lasting}\n`, PLATFORM_REFRESH_TOKEN: CANARY })).toEqual({
    ...{ code: 0, stdout: `${lasting}\n`, stderr: "" },
  });
  const opaque = await token({ ...env, PLATFORM_ACCESS_TOKEN: "opaque" }, "--format", "json");
  expect({ ...opaque, stdout: JSON.parse(opaque.stdout) }).toEqual({
    ...{ code: 0, stdout: { version: 1, token: "opaque" }, stderr: "" },
  });
});

test("warns of a token whose time is over, on stderr", async ({ expect }) => {
  const PLATFORM_ACCESS_TOKEN = jwt({ exp: 1_700_000_000 });
  const found = await token({ PLATFORM_BASE_URL: "https://platform.example.com", PLATFORM_ACCESS_TOKEN });
  expect(found).toEqual({
    code: 0,
    stdout: `${PLATFORM_ACCESS_TOKEN}\n`,
    stderr:
      "hint:  this token expired at 2023-11-14T22:13:20.000Z, by this machine's clock: set a new PLATFORM_ACCESS_TOKEN\n",
  });
});

test("warns where the refresh token is used up, on stderr", async ({ expect }) => {
  await using platform = createPlatform({ rotation: true });
  const { baseUrl } = await platform.listen();
  const PLATFORM_REFRESH_TOKEN = platform.refreshToken;
  const { stdout, stderr } = await token({ PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN });
  expect(stdout.split("\n")).toHaveLength(2);
  expect(stderr).toBe(
    "hint:  the platform replaces the refresh token with each exchange: PLATFORM_REFRESH_TOKEN is used up\n",
  );
});

test("says on a terminal what it is that stays on the screen, and not into stdout", async ({ expect }) => {
  const env = { PLATFORM_BASE_URL: "https://platform.example.com", PLATFORM_ACCESS_TOKEN: "opaque", NO_COLOR: "1" };
  const { stdout, stderr } = await command(["token"], { env, preload: fakeTerminal(80) });
  expect(stdout).toBe("opaque\n");
  expect(stripVTControlCharacters(stderr)).toContain("hint:  whoever has this token acts in your name\n");
});

test("exits with 3 and prints nothing on stdout where there is no token", async ({ expect }) => {
  const missing = await token({});
  expect(missing).toEqual({
    ...{ code: 3, stdout: "" },
    stderr:
      "error: the environment lacks PLATFORM_BASE_URL, and PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN\nhint:  set them, or see platform-graphql token --help\n",
  });
  const nobody = { PLATFORM_BASE_URL: `http://127.0.0.1:${await freePort()}`, PLATFORM_REFRESH_TOKEN: CANARY };
  expect(await token(nobody)).toEqual({
    ...{ code: 3, stdout: "" },
    stderr:
      "error: token: refresh exchange: could not connect (ECONNREFUSED)\nhint:  check PLATFORM_BASE_URL, and that the platform can be reached from here\n",
  });
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  const refused = await token({ PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: CANARY }, "--format", "json");
  expect({ ...refused, stdout: JSON.parse(refused.stdout) }).toMatchObject({
    ...{ code: 3, stdout: { version: 1, error: { code: "REFRESH_REJECTED" } } },
    stderr: expect.stringMatching(
      /^error: token: refresh exchange: HTTP 401: .*\nhint: {2}.*me:token --type refresh.*\n$/,
    ),
  });
  expect(JSON.stringify([refused, missing])).not.toContain(CANARY);
});

test("ends in time, and at once when it is interrupted", async ({ expect }) => {
  const asked = Promise.withResolvers<void>();
  await using server = await serve((_request, _response, nth) => {
    if (nth === 2) asked.resolve();
  });
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: CANARY };
  const late = await token(env, "--timeout", "200");
  expect(late).toMatchObject({ code: 3, stdout: "" });
  expect(late.stderr).toMatch(/^error: token: timed out after 200 ms\n/);
  const { child, finished } = start(["token"], { env });
  await asked.promise;
  child.kill("SIGINT");
  expect(await finished).toMatchObject({ code: 130, stdout: "" });
});

test("refuses a page of HTML, and shows nothing of it", async ({ expect }) => {
  await using server = await serve((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(`<html>${CANARY}</html>`);
  });
  const { code, stdout, stderr } = await token({ PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: "r" });
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).toContain("the response holds no usable access_token");
  expect(stderr).not.toContain(CANARY);
});

test("takes no token from the command line, and does not repeat one", async ({ expect }) => {
  const { code, stdout, stderr } = await token({}, "--refresh-token", CANARY);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr).not.toContain(CANARY);
});
