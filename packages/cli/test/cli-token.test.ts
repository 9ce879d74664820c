/** `platform-graphql token`: an access token on stdout, and the warnings about it on stderr. */

import { expect, test } from "vitest";
import { freePort, respond, serve } from "../../../test/support/server.ts";
import { jwt, tokenExpiringIn } from "../../../test/support/wire.ts";
import { CANARY, command } from "./support/command.ts";
import { listen } from "./support/platform.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const token = (env: Readonly<Record<string, string>>, ...args: string[]) =>
  command(["token", ...args], { env });

test("prints the access token of one refresh request, and a line break", async () => {
  const { platform, baseUrl, env } = await listen();
  const { code, stdout, stderr } = await command(["token"], { env });
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/);
  expect([platform.count("refresh"), platform.count("api")]).toEqual([1, 0]);
  const headers = { authorization: `Bearer ${stdout.trim()}`, "content-type": "application/json" };
  const response = await fetch(`${baseUrl}/api`, {
    method: "POST",
    headers,
    body: '{"query":"{ __typename }"}',
  });
  expect(response.status).toBe(200);
});

test.for([
  ["http://127.0.0.1:1", "token: token refresh failed: fetch threw an error (bad port)"],
  [
    `https://user:${CANARY}@127.0.0.1`,
    "PLATFORM_BASE_URL (42 characters) contains a user name, a query or a fragment",
  ],
] as const)("names what is wrong with the base URL %s", async ([baseUrl, error]) => {
  const env = { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: "token-1" };
  const { code, stdout, stderr } = await token(env);
  expect({ code, stdout }).toEqual({ code: 3, stdout: "" });
  expect(stderr.split("\n")).toEqual([`error: ${error}`, expect.stringMatching(/^hint: {2}/), ""]);
  expect(stderr).not.toContain(CANARY);
});

test("prints the tenant and the expiry as JSON", async () => {
  const { platform, baseUrl } = await listen();
  const tenant = platform.tenants[1]?.id ?? "";
  const { code, stdout, stderr } = await token(
    { ACME_BASE_URL: baseUrl, ACME_REFRESH_TOKEN: platform.refreshToken, ACME_TENANT_ID: tenant },
    "--env-prefix",
    "ACME",
    "--format",
    "json",
  );
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const document = JSON.parse(stdout);
  expect(Object.keys(document)).toEqual(["version", "token", "expiresAt", "tenant"]);
  expect(document).toMatchObject({ version: 1, tenant });
  const lifetimeMs = Date.parse(document.expiresAt) - Date.now();
  expect([lifetimeMs > 6.9 * DAY_MS, lifetimeMs < 7.1 * DAY_MS]).toEqual([true, true]);
});

test("prints the expiry of a refresh response if the token is opaque", async () => {
  await using server = await serve((_, response) =>
    respond(response, { access_token: "opaque", expires_in: 3600 }),
  );
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: CANARY };
  const { expiresAt } = JSON.parse((await token(env, "--format", "json")).stdout);
  const minutes = (Date.parse(expiresAt) - Date.now()) / 60_000;
  expect([minutes > 50, minutes < 61]).toEqual([true, true]);
});

test("prints a valid access token of the environment without a request", async () => {
  const env = { PLATFORM_BASE_URL: `http://127.0.0.1:${await freePort()}` };
  const valid = tokenExpiringIn(DAY_MS);
  expect(
    await token({ ...env, PLATFORM_ACCESS_TOKEN: ` ${valid}\n`, PLATFORM_REFRESH_TOKEN: CANARY }),
  ).toEqual({
    code: 0,
    stdout: `${valid}\n`,
    stderr: "",
  });
  const opaque = await token({ ...env, PLATFORM_ACCESS_TOKEN: "opaque" }, "--format", "json");
  expect({ ...opaque, stdout: JSON.parse(opaque.stdout) }).toEqual({
    code: 0,
    stdout: { version: 1, token: "opaque" },
    stderr: "",
  });
});

test.for<[claims: Parameters<typeof jwt>[0], members: object]>([
  [
    { exp: 8.64e12, tenant_id: "acme" },
    { expiresAt: "+275760-09-13T00:00:00.000Z", tenant: "acme" },
  ],
  [{ exp: 8.64e12 + 1, tenant_id: 7 }, {}],
  [{ exp: "1" }, {}],
])("prints of the claims %j the members %j", async ([claims, members]) => {
  const PLATFORM_ACCESS_TOKEN = jwt(claims);
  const env = { PLATFORM_BASE_URL: "https://platform.example.com", PLATFORM_ACCESS_TOKEN };
  const { code, stdout } = await token(env, "--format", "json");
  expect([code, JSON.parse(stdout)]).toEqual([0, { version: 1, token: PLATFORM_ACCESS_TOKEN, ...members }]);
});

test("masks the other secrets of the environment in the claims", async () => {
  const PLATFORM_ACCESS_TOKEN = jwt({ tenant_id: `of ${CANARY}` });
  const env = { PLATFORM_BASE_URL: "https://platform.example.com", PLATFORM_ACCESS_TOKEN };
  const { stdout } = await token({ ...env, REGISTRY_TOKEN: CANARY }, "--format", "json");
  expect(JSON.parse(stdout)).toEqual({ version: 1, token: PLATFORM_ACCESS_TOKEN, tenant: "of [redacted]" });
});

test("warns on stderr if the access token has expired", async () => {
  const PLATFORM_ACCESS_TOKEN = jwt({ exp: 1_700_000_000 });
  const finished = await token({ PLATFORM_BASE_URL: "https://platform.example.com", PLATFORM_ACCESS_TOKEN });
  expect(finished).toEqual({
    code: 0,
    stdout: `${PLATFORM_ACCESS_TOKEN}\n`,
    stderr:
      "hint:  Set PLATFORM_REFRESH_TOKEN or a new PLATFORM_ACCESS_TOKEN: this one expired at 2023-11-14T22:13:20.000Z, according to this machine's clock.\n",
  });
});

test("a refresh request that fails replaces no refresh token", async () => {
  const answer = { error: "invalid_grant", refresh_token: "another-token" };
  await using server = await serve((_, response) => respond(response, answer, 401));
  const env = { PLATFORM_BASE_URL: server.baseUrl, PLATFORM_REFRESH_TOKEN: CANARY };
  const { code, stderr } = await token(env);
  expect([code, stderr.match(/^\w+:/gm)]).toEqual([3, ["error:", "hint:"]]);
});

test("warns on stderr if the refresh request replaced the refresh token", async () => {
  const { env } = await listen({ rotation: true });
  const { stdout, stderr } = await token(env);
  expect(stdout.split("\n")).toHaveLength(2);
  expect(stderr).toBe(
    "hint:  Set a new PLATFORM_REFRESH_TOKEN: the platform rotates refresh tokens, and has replaced it.\n",
  );
});

test("says on stderr of a terminal until when the token acts", async () => {
  const env = {
    PLATFORM_BASE_URL: "https://platform.example.com",
    PLATFORM_ACCESS_TOKEN: tokenExpiringIn(3 * DAY_MS),
  };
  const { stderr } = await command(["token"], { env, columns: 200 });
  expect(stderr).toMatch(/it acts in your name until \d{4}-\d\d-\d\dT[\d:.]+Z\.\n/);
});

test.for([
  ["1", 0],
  ["2147483647", 0],
  ["0", 3],
  ["2147483648", 3],
  ["1.5", 3],
  ["1e3", 3],
] as const)("--timeout %s exits with %i", async ([timeout, expected]) => {
  const env = { PLATFORM_BASE_URL: "https://platform.example.com", PLATFORM_ACCESS_TOKEN: "opaque" };
  const { code, stderr } = await token(env, "--timeout", timeout);
  expect(code).toBe(expected);
  if (code !== 0) expect(stderr).toContain("it must be a whole number from 1 to 2147483647");
});

test("warns on stderr of a terminal that the token is a secret", async () => {
  const env = { PLATFORM_BASE_URL: "https://platform.example.com", PLATFORM_ACCESS_TOKEN: "opaque" };
  const { stdout, stderr } = await command(["token"], { env, columns: 80 });
  expect(stdout).toBe("opaque\n");
  expect(stderr).toContain("Keep this token secret: it acts in your name.\n");
});

test("exits with 3 and prints no secret if the refresh token is rejected", async () => {
  const { baseUrl } = await listen();
  const rejected = await token(
    { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: CANARY },
    "--format",
    "json",
  );
  expect({ ...rejected, stdout: JSON.parse(rejected.stdout) }).toMatchObject({
    code: 3,
    stdout: { version: 1, error: { code: "REFRESH_REJECTED" } },
    stderr: expect.stringMatching(/^error: token: .*401.*\nhint: {2}Set a new PLATFORM_REFRESH_TOKEN .*\n$/),
  });
  expect(JSON.stringify(rejected)).not.toContain(CANARY);
});

test.for([
  { PLATFORM_BASE_URL: CANARY },
  { PLATFORM_BASE_URL: `https://user:${CANARY}@platform.example.com` },
  { PLATFORM_REFRESH_TOKEN: `${CANARY}\n${CANARY}` },
])("exits with 3 and does not repeat the value of %o", async (env) => {
  const finished = await token({
    PLATFORM_BASE_URL: "https://platform.example.com",
    PLATFORM_REFRESH_TOKEN: "r",
    ...env,
  });
  expect(finished).toMatchObject({ code: 3, stdout: "" });
  expect(finished.stderr).toMatch(
    new RegExp(`^error: ${Object.keys(env)[0]} .*\nhint: {2}(?:Pass a URL|Remove it)`),
  );
  expect(finished.stderr).not.toContain(CANARY);
});
