/**
 * `npm run check:any-platform`: uses the schema of another platform and other operations in a copy of the repository. Runs
 * the commands that owners run, changes the platform's schema, and runs them again. Only `schema/`, `operations/` and
 * `src/generated/` can differ at the end. `-- --all` runs the whole test suite in the copy.
 */

import { execFile } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import process from "node:process";
import { parseArgs, promisify } from "node:util";
import { createPlatform } from "@integration-platform/graphql-testing";
import { copyRepository } from "./copy-repository.ts";

const ROOT = join(import.meta.dirname, "..");
const FIXTURES = join(ROOT, "test/fixtures/foreign");
const OWNED = /^(?:schema|operations|src\/generated)\//;

/** Root fields for `platform-graphql add`. */
const ADDED = [
  ..."account actor apiKeys categories customer customerByReference customers job members order orders".split(" "),
  ..."product products ticket tickets warehouse warehouses webhooks createCustomer placeOrder".split(" "),
];

/** Operations that are written by hand. They share a fragment. */
const WRITTEN: Readonly<Record<string, string>> = {
  "customers/card.graphql": "fragment CustomerCard on Customer {\n  id\n  name\n  phone\n}\n",
  "customers/cards.graphql": `# Names and phone numbers of customers, by page.
query ListCustomerCards($first: Int!, $after: String) {
  customers(first: $first, after: $after) {
    nodes {
      ...CustomerCard
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
`,
  "orders/count.graphql": "query CountOrders($status: OrderStatus) {\n  orderCount(status: $status)\n}\n",
  "orders/track.graphql":
    "query TrackOrder($id: ID!) {\n  order(id: $id) {\n    shipments {\n      id\n      carrier\n    }\n  }\n}\n",
  "search.graphql": `query SearchAll($text: String!) {
  search(text: $text) {
    __typename
    ... on Customer {
      ...CustomerCard
    }
    ... on Product {
      title
    }
  }
}
`,
  "tickets/open.graphql": `mutation OpenUrgentTicket($subject: String!, $orderId: ID!) {
  openTicket(input: { subject: $subject, priority: HIGH, target: { orderId: $orderId } }) {
    ticket {
      id
    }
  }
}
`,
};

/** Operations that the second version breaks, and the files that fix them. */
const BROKEN = ["ListCustomerCards", "SearchAll", "CountOrders", "TrackOrder"];
const FIXES: Readonly<Record<string, string>> = {
  "customers/card.graphql": "fragment CustomerCard on Customer {\n  id\n  name\n  contact {\n    phone\n  }\n}\n",
  "orders/count.graphql": "query CountOrders($currency: Currency!) {\n  orderCount(currency: $currency)\n}\n",
};

/** Compares the committed snapshot with the pulled one. */
const CHECK = ["schema", "check", "--snapshot", "git:HEAD", "--against", "schema/schema.graphql"];

const { values } = parseArgs({ options: { all: { type: "boolean", default: false } } });
const copy = await mkdtemp(join(tmpdir(), "any-platform-"));
const env: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: "1" };
try {
  await step("copy the repository", prepareCopy);
  await step("pull the schema of another platform", () => pull("schema.graphql"));
  await step(`add ${ADDED.length} operations, write ${Object.keys(WRITTEN).length - 1}`, replaceOperations);
  await step("generate, test and start", runOwnersCommands);
  await step("change, filter and sort objects of that platform", useState);
  await step("commit", () => commit("Use another platform"));
  await step("pull the changed schema", () => pull("schema-v2.graphql"));
  await step("find the operations that break", findBroken);
  await step("fix, generate, test and start", async () => {
    await write(FIXES);
    await runOwnersCommands();
  });
  await step("commit", () => commit("Update the schema"));
  await step("find no more changes", () => platformGraphql(...CHECK));
} catch (error) {
  process.stderr.write(`✗ ${(error as Error).message}\n`);
  process.exitCode = 1;
} finally {
  await rm(copy, { recursive: true, maxRetries: 3 });
}

/** Runs a step and prints its time. @throws Error with the output of the command that failed */
async function step(name: string, run: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now();
  try {
    await run();
  } catch (error) {
    const { message, stdout = "" } = error as Error & { stdout?: string };
    throw new Error(`${name}: ${message}\n${stdout}`);
  }
  process.stdout.write(`✓ ${name}  ${((performance.now() - startedAt) / 1000).toFixed(1)} s\n`);
}

async function execute(command: string, ...args: readonly string[]): Promise<string> {
  return (await promisify(execFile)(command, args, { cwd: copy, env, maxBuffer: 64 * 1024 * 1024 })).stdout;
}

function platformGraphql(...args: readonly string[]): Promise<string> {
  return execute(process.execPath, "packages/cli/bin/platform-graphql.js", ...args);
}

/** Copies the repository, commits it and builds it. */
async function prepareCopy(): Promise<void> {
  await copyRepository(copy);
  await execute("git", "init", "--quiet", "--initial-branch=main");
  await commit("Start");
  await execute("npm", "run", "--silent", "build");
}

async function commit(message: string): Promise<void> {
  const author = ["-c", "user.name=Owner", "-c", "user.email=owner@example.com"];
  await execute("git", "add", "--all");
  const changed = (await execute("git", "diff", "--cached", "--name-only")).split("\n").filter(Boolean);
  const foreign = message === "Start" ? [] : changed.filter((file) => !OWNED.test(file));
  if (foreign.length > 0) throw new Error(`other files changed: ${foreign.join(", ")}`);
  await execute("git", ...author, "commit", "--quiet", "--message", message);
}

/** Pulls by introspection, with the credentials of a local platform that has this schema. */
async function pull(file: string): Promise<void> {
  await using platform = createPlatform({ schema: await readFile(join(FIXTURES, file), "utf8") });
  const { baseUrl } = await platform.listen();
  Object.assign(env, { PLATFORM_BASE_URL: baseUrl, PLATFORM_REFRESH_TOKEN: platform.refreshToken });
  await platformGraphql("schema", "pull");
  delete env.PLATFORM_BASE_URL;
  delete env.PLATFORM_REFRESH_TOKEN;
}

/** Creates, changes, deletes, filters and sorts objects over HTTP. */
async function useState(): Promise<void> {
  const schema = await readFile(join(FIXTURES, "schema.graphql"), "utf8");
  await using platform = createPlatform({ schema, strict: true });
  const { baseUrl } = await platform.listen();
  const authorization = `Bearer ${await platform.issueAccessToken()}`;
  const send = async (query: string) => {
    const init = { method: "POST", headers: { "content-type": "application/json", authorization } };
    const response = await fetch(`${baseUrl}/api`, { ...init, body: JSON.stringify({ query }) });
    return response.text();
  };
  const created = await send(
    'mutation { createCustomer(input: { name: "Zoe" }) { customer { id } errors { field } } }',
  );
  const id = /"id":"([^"]+)"/.exec(created)?.[1];
  await send(`mutation { placeOrder(input: { customerId: "${id}", lines: [] }) { order { id } } }`);
  const list = '{ customers(filter: { name: "Zoe" }, sort: NAME, direction: DESC) { nodes { id orders { count } } } }';
  const found = await send(list);
  await send(`mutation { deleteCustomer(id: "${id}") { deletedId errors { field } } }`);
  const expected = [JSON.stringify({ id, orders: { count: 1 } }), ""].map(
    (node) => `{"data":{"customers":{"nodes":[${node}]}}}`,
  );
  const actual = [found, await send(list)];
  if (actual.join("\n") !== expected.join("\n"))
    throw new Error(`expected ${expected.join(", ")}, got ${actual.join(", ")}`);
}

async function replaceOperations(): Promise<void> {
  await rm(join(copy, "operations"), { recursive: true });
  await platformGraphql("add", ...ADDED);
  await write(WRITTEN);
}

async function write(operations: Readonly<Record<string, string>>): Promise<void> {
  for (const [file, text] of Object.entries(operations)) {
    const path = join(copy, "operations", file);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
}

async function runOwnersCommands(): Promise<void> {
  await execute("npm", "run", "--silent", "codegen");
  await execute("npm", "run", "--silent", "codegen", "--", "--check");
  if (values.all) await execute("npm", "test");
  else {
    await execute("npm", "run", "--silent", "types");
    await execute("node_modules/.bin/vitest", "run", "test/contract");
  }
  await execute("npm", "start");
}

async function findBroken(): Promise<void> {
  const { code, stdout } = await platformGraphql(...CHECK, "--format", "json").then(
    (output) => ({ code: 0, stdout: output }),
    (error: { code: number; stdout: string }) => error,
  );
  const report: { operations: { name: string; verdict: string }[] } = JSON.parse(stdout);
  const broken = report.operations.filter(({ verdict }) => verdict === "breaks").map(({ name }) => name);
  const missing = BROKEN.filter((name) => !broken.includes(name));
  if (code !== 1 || missing.length > 0)
    throw new Error(`exit code ${code}; not found: ${missing.join(", ")}\n${stdout}`);
}
