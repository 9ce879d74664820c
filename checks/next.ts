/**
 * `npm run check -- next`: builds the example for Next.js twice with its cache kept and the access token
 * revoked between, and calls its pages, its edge route and its middleware, before and after a revocation.
 * No access token may be on the disk.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { cp, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { createInterface } from "node:readline";
import { createPlatform } from "@integration-platform/graphql-testing";
import { readBlocks } from "../test/support/blocks.ts";
import { createFolder, execute, ROOT, runSteps } from "./commands.ts";
import { packAll } from "./pack.ts";

await using temp = await createFolder("next-");
const folder = temp.path;
await using platform = createPlatform({
  schema: await readFile(join(ROOT, "examples/next/schema.graphql"), "utf8"),
});
const { baseUrl } = await platform.listen();
const { PATH, HOME } = process.env;
const env = {
  PATH,
  HOME,
  NODE_ENV: "production",
  NEXT_TELEMETRY_DISABLED: "1",
  PLATFORM_BASE_URL: baseUrl,
  PLATFORM_REFRESH_TOKEN: platform.refreshToken,
} as const;
/** Access tokens of the simulated platform are JWTs. */
const JWT = /eyJ[\w-]{10,}\.[\w-]+\.[\w-]+/;
const next = join(folder, "node_modules/.bin/next");

await runSteps({
  "the page has the code of the example": comparePage,
  install,
  "the first build": build,
  "a build with the cache of the first one, and a revoked token": rebuild,
  "no token on the disk": findTokens,
  "static page, dynamic page, edge route and middleware, before and after a revocation": callPages,
});

/** The first line of each block names a file. */
async function comparePage(): Promise<void> {
  const blocks = await readBlocks("docs/nextjs.md");
  if (blocks.length === 0) throw new Error("The page has no code.");
  for (const { code, place } of blocks) {
    const [, path = "", shown] = /^\/\/ (\S+)\n(.*)$/s.exec(code) ?? [];
    const file = await readFile(join(ROOT, "examples/next", path), "utf8");
    if (file !== shown) throw new Error(`${place} differs from examples/next/${path}`);
  }
}

async function install(): Promise<void> {
  await cp(join(ROOT, "examples/next"), folder, {
    recursive: true,
    filter: (path) => !/[\\/](?:node_modules|\.next)$/.test(path),
  });
  const file = join(folder, "package.json");
  const manifest = JSON.parse(await readFile(file, "utf8"));
  const client = (await packAll(folder)).find(({ name }) => name === "@integration-platform/graphql");
  manifest.dependencies["@integration-platform/graphql"] = `file:${client?.tarball}`;
  // The build does not run codegen.
  delete manifest.devDependencies["@integration-platform/graphql-cli"];
  await writeFile(file, JSON.stringify(manifest));
  const options = ["--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  await execute(folder, ["npm", "install", ...options]);
}

/** Builds, and reads the names in the static page. */
async function build(): Promise<void> {
  const printed = await execute(folder, [next, "build"], { env });
  if (!/○ \/\s/.test(printed) || !/ƒ \/live/.test(printed)) throw new Error(printed);
  const page = await readFile(join(folder, ".next/server/app/index.html"), "utf8");
  if (!page.includes(`static: ${(await readNames()).join(", ")}`)) throw new Error(page);
}

/** The names that the platform has, in the order of the pages. */
async function readNames(): Promise<string[]> {
  const token = await platform.issueAccessToken();
  const response = await platform.fetch(
    new Request(`${platform.baseUrl}/api`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ query: "{ integrations(first: 3) { nodes { name } } }" }),
    }),
  );
  const { data } = await response.json();
  return data.integrations.nodes.map(({ name }: { readonly name: string }) => name);
}

async function rebuild(): Promise<void> {
  platform.revokeAccessTokens();
  const before = platform.count("refresh");
  await build();
  if (platform.count("refresh") === before) throw new Error("The second build has refreshed no token.");
}

async function findTokens(): Promise<void> {
  const files = await readdir(join(folder, ".next"), { recursive: true, withFileTypes: true });
  for (const file of files.filter((entry) => entry.isFile())) {
    const path = join(file.parentPath, file.name);
    const text = await readFile(path, "latin1");
    if (JWT.test(text) || text.includes(platform.refreshToken)) throw new Error(`${path} contains a token`);
  }
}

async function callPages(): Promise<void> {
  const server = spawn(next, ["start", "--port", "0", "--hostname", "127.0.0.1"], { cwd: folder, env });
  try {
    const site = await readAddress(server.stdout);
    await expectNames(site);
    platform.revokeAccessTokens();
    await expectNames(site);
  } finally {
    server.kill();
    await once(server, "exit");
  }
}

async function readAddress(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: output })) {
    const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(line) ?? [];
    if (url) return url;
  }
  throw new Error("next start has printed no address.");
}

async function expectNames(site: string): Promise<void> {
  const names = await readNames();
  const text = names.join(", ");
  const [home, live, edge] = await Promise.all(
    ["/", "/live", "/api/edge"].map(async (path) => {
      const response = await fetch(site + path);
      return { headers: response.headers, body: await response.text() };
    }),
  );
  const isRight =
    home?.body.includes(`static: ${text}`) &&
    live?.body.includes(`live: ${text}`) &&
    live.headers.get("x-integrations") === `${names.length}` &&
    edge?.body === JSON.stringify(names);
  if (!isRight) throw new Error([home, live, edge].map((page) => page?.body).join("\n"));
}
