/**
 * `npm run check -- walks`: two projects with the packed packages, each command as a user types it. An
 * application on graphql-request and the client preset adopts the packages next to graphql-codegen, operation
 * by operation. A service starts from `npm init`, with each supported major version of TypeScript. The quick
 * start does what it says, and so does the README.
 */

import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { createPlatform } from "@integration-platform/graphql-testing";
import { readBlocks } from "../test/support/blocks.ts";
import { normalize, walkQuickStart } from "../test/support/walk.ts";
import { createFolder, execute, finish, ROOT, runSteps } from "./commands.ts";
import { packAll } from "./pack.ts";

const SCHEMA = join(ROOT, "test/fixtures/platform/schema.graphql");
const PACKAGES = {
  graphql: "^16.11.0",
  "graphql-request": "^7.2.0",
  "@graphql-typed-document-node/core": "^3.2.0",
  "@graphql-codegen/cli": "^7.4.3",
  "@graphql-codegen/client-preset": "^6.1.0",
  "@types/node": "^22.20.5",
  esbuild: "^0.28.2",
  msw: "^3.0.5",
  vitest: "^5.1.1",
  typescript: "^7.0.2",
  "typescript-5": "npm:typescript@~5.9.0",
  "typescript-6": "npm:typescript@~6.0.0",
};

await using temp = await createFolder("walks-");
const [app, service, quickStart] = ["app", "service", "quick-start"].map((name) => join(temp.path, name)) as [
  string,
  string,
  string,
];
await using platform = createPlatform({
  schema: await readFile(SCHEMA, "utf8"),
  data: { Integration: [{ name: "Orders" }, { name: "Contacts" }] },
});
const { baseUrl } = await platform.listen();
const env = {
  ...process.env,
  PLATFORM_BASE_URL: baseUrl,
  PLATFORM_REFRESH_TOKEN: platform.refreshToken,
  NO_COLOR: "1",
  PLATFORM_ACCESS_TOKEN: await platform.issueAccessToken(),
};
const runIn =
  (folder: string) =>
  (line: string): Promise<string> =>
    execute(folder, line.split(" "), { env });
const inApp = runIn(app);
const inService = runIn(service);

async function write(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
}

function expectOutput(printed: string, expected: string): void {
  if (printed !== expected)
    throw new Error(`printed ${JSON.stringify(printed)}, not ${JSON.stringify(expected)}`);
}

const NAMES = "Orders\nContacts\n";

/** One installation for both projects. */
async function install(): Promise<void> {
  const packed = await packAll(temp.path);
  const own = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  await write(temp.path, {
    "package.json": JSON.stringify({ private: true, devDependencies: { ...PACKAGES, ...own } }),
  });
  await runIn(temp.path)("npm install --prefer-offline --no-audit --no-fund");
  for (const folder of [app, service, quickStart]) {
    await mkdir(folder);
    await symlink(join(temp.path, "node_modules"), join(folder, "node_modules"));
  }
}

const request = (name: string, field: string, tag: string) => `import { request } from "graphql-request";
import { graphql } from "./gql";

const Document = graphql(\`${tag}\`);

export async function ${name}(): Promise<string[]> {
  const headers = { authorization: \`Bearer \${process.env.PLATFORM_ACCESS_TOKEN}\` };
  const { integrations } = await request({ url: \`\${process.env.PLATFORM_BASE_URL}/api\`, document: Document, requestHeaders: headers });
  return integrations.nodes.map(({ ${field} }) => ${field});
}
`;
const call = (
  name: string,
  field: string,
  document: string,
) => `import { createClient } from "@integration-platform/graphql";
import { fromEnvironment } from "@integration-platform/graphql/node";
import { ${document} } from "./generated/operations";

const client = createClient(fromEnvironment());

export async function ${name}(): Promise<string[]> {
  const { integrations } = await client.execute(${document});
  return integrations.nodes.map(({ ${field} }) => ${field});
}
`;
const LIST = "query ListNames { integrations { nodes { name } } }";
const COUNT = "query ListIds { integrations { nodes { id } } }";
const MAIN = `import { listIds } from "./ids";
import { listNames } from "./names";

console.log((await listNames()).join("\\n"));
if ((await listIds()).length !== 2) throw new Error("not 2 IDs");
`;

async function runApp(): Promise<void> {
  await inApp(
    "npx esbuild src/main.ts --bundle --platform=node --packages=external --format=esm --outfile=dist/main.mjs --log-level=warning",
  );
  expectOutput(await inApp("node dist/main.mjs"), NAMES);
}

async function startApp(): Promise<void> {
  await write(app, {
    "package.json": JSON.stringify({
      type: "module",
      scripts: { codegen: "graphql-codegen", types: "tsc --noEmit" },
    }),
    "tsconfig.json": JSON.stringify({
      compilerOptions: {
        target: "es2023",
        module: "esnext",
        moduleResolution: "bundler",
        strict: true,
        noEmit: true,
        types: ["node"],
        skipLibCheck: true,
      },
      include: ["src"],
    }),
    "platform.graphql": await readFile(SCHEMA, "utf8"),
    "codegen.ts": `import type { CodegenConfig } from "@graphql-codegen/cli";

const config: CodegenConfig = {
  schema: "platform.graphql",
  documents: ["src/**/*.ts"],
  generates: { "src/gql/": { preset: "client" } },
};
export default config;
`,
    "src/names.ts": request("listNames", "name", LIST),
    "src/ids.ts": request("listIds", "id", COUNT),
    "src/main.ts": MAIN,
  });
  await inApp("npm run --silent codegen");
  await inApp("npm run --silent types");
  await runApp();
}

async function adopt(): Promise<void> {
  const before = await readFile(join(app, "codegen.ts"), "utf8");
  const printed = await inApp("npx platform-graphql init");
  if (!printed.includes("platform.config.ts  with the documents of codegen.ts")) throw new Error(printed);
  expectOutput(await readFile(join(app, "codegen.ts"), "utf8"), before);
}

async function generateBoth(): Promise<void> {
  await inApp("npm run --silent platform:codegen");
  await inApp("npm run --silent codegen");
  await inApp("npx platform-graphql codegen --check");
  await inApp("npx platform-graphql schema check --against platform.graphql");
  await inApp("npm run --silent types");
}

/** The operation stays in its script, and only the call changes. */
async function moveFirst(): Promise<void> {
  await write(app, {
    "src/names.ts": `${call("listNames", "name", "ListNamesDocument")}\n/* GraphQL */ \`${LIST}\`;\n`,
  });
  await generateBoth();
  await runApp();
}

async function moveLast(): Promise<void> {
  await write(app, {
    "src/ids.ts": call("listIds", "id", "ListIdsDocument"),
    "src/names.ts": call("listNames", "name", "ListNamesDocument"),
    "operations/list-ids.graphql": COUNT,
    "operations/list-names.gql": LIST,
  });
  const config = await readFile(join(app, "platform.config.ts"), "utf8");
  await write(app, { "platform.config.ts": config.replace(/documents: .*,/, 'documents: "operations",') });
  await execute(app, ["rm", "-r", "codegen.ts", "src/gql"]);
  await inApp("npm run --silent platform:codegen");
  await inApp("npm run --silent types");
  await runApp();
}

async function startService(): Promise<void> {
  await inService("npm init --yes");
  await inService("npx platform-graphql init");
  await inService("npx platform-graphql add integrations");
  await inService("npm run --silent codegen");
  await write(service, {
    "src/names.ts": `import type { Client } from "@integration-platform/graphql";
import { ListIntegrationsDocument } from "./generated/operations.ts";

export async function listNames(client: Client): Promise<string[]> {
  const { integrations } = await client.execute(ListIntegrationsDocument);
  return integrations.nodes.map(({ name }) => name);
}
`,
    "src/main.ts": `import { createClient } from "@integration-platform/graphql";
import { fromEnvironment } from "@integration-platform/graphql/node";
import { listNames } from "./names.ts";

console.log((await listNames(createClient(fromEnvironment()))).join("\\n"));
`,
    "test/names.test.ts": `import { createClient, refreshToken } from "@integration-platform/graphql";
import { createPlatform } from "@integration-platform/graphql-testing";
import { expect, test } from "vitest";
import { schemaSDL as schema } from "../src/generated/schema.ts";
import { listNames } from "../src/names.ts";

test("lists the names", async () => {
  await using platform = createPlatform({ schema, data: { Integration: [{ name: "Orders" }] } });
  const { baseUrl } = await platform.listen();
  const client = createClient({ baseUrl, auth: refreshToken({ refreshToken: platform.refreshToken }) });
  expect(await listNames(client)).toEqual(["Orders"]);
});
`,
  });
}

async function checkTypes(): Promise<void> {
  await inService("npm run --silent types");
  for (const version of [5, 6]) await inService(`node node_modules/typescript-${version}/bin/tsc --noEmit`);
}

async function runService(): Promise<void> {
  await inService("npx vitest run");
  expectOutput(await inService("node src/main.ts"), NAMES);
  await inService("npx tsc");
  expectOutput(await inService("node dist/src/main.js"), NAMES);
  await inService(
    "npx esbuild src/main.ts --bundle --platform=node --packages=external --format=esm --outfile=bundle/main.mjs --log-level=warning",
  );
  expectOutput(await inService("node bundle/main.mjs"), NAMES);
}

/** The platform of `serve`, with its sample data. */
async function walkPage(): Promise<void> {
  await using local = createPlatform();
  const { baseUrl } = await local.listen();
  const env = {
    ...process.env,
    PLATFORM_BASE_URL: baseUrl,
    PLATFORM_REFRESH_TOKEN: local.refreshToken,
    NO_COLOR: "1",
  };
  await execute(quickStart, ["npm", "init", "--yes"]);
  await walkQuickStart(quickStart, (line) => finish(quickStart, ["sh", "-c", line], env));
}

/** `npm start` prints what the README shows. */
async function startClone(): Promise<void> {
  const { output = "" } =
    (await readBlocks("README.md")).find(({ code }) => code.includes("npm start")) ?? {};
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("PLATFORM_")),
  );
  expectOutput(normalize(await execute(ROOT, ["node", "checks/start.ts"], { env })), normalize(output));
}

await runSteps({
  "install the packed packages": install,
  "the quick start": walkPage,
  "the README": startClone,
  "an application on graphql-request and the client preset": startApp,
  "init next to graphql-codegen": adopt,
  "both generators, side by side": generateBoth,
  "move the first operation": moveFirst,
  "move the last operation, and remove the other generator": moveLast,
  "a service from npm init": startService,
  "its types with TypeScript 5.9, 6 and 7": checkTypes,
  "its test, and the service in Node.js, built by tsc and by a bundler": runService,
});
