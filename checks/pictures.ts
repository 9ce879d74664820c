/** `npm run check -- pictures`: makes the pictures of the documentation from the output of real commands. */

import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { createLocalPlatform, fill } from "@integration-platform/graphql-testing/local";
import { getOperationAST, parse } from "graphql";
import { type Browser, chromium } from "playwright-core";
import { CUSTOMERS, type CustomerPage, renderPage } from "../examples/customers/page.ts";
import { rules } from "../examples/customers/platform.rules.ts";
import { createPlatformMock } from "../examples/customers/platform.ts";
import { createPage } from "../packages/cli/src/page/local-page.ts";
import { CLI, execute, ROOT } from "./commands.ts";
import { createSampleProject } from "./sample-project.ts";

const FOLDER = join(ROOT, "docs/pictures");
const TERMINAL_LINES = 40;

/** Web pages to photograph, by the name of the picture. */
async function createPages(): Promise<ReadonlyMap<string, string>> {
  await using sample = await createSampleProject();
  const project = sample.path;
  const check = ["schema", "check", "--against", "new.graphql", "--output", "report.html"];
  const env = { ...process.env, FORCE_COLOR: "1", NO_COLOR: undefined };
  const report = await execute(project, [process.execPath, CLI, ...check], { env, code: 1 });
  return new Map([
    ["report-terminal", renderTerminal(`$ npx platform-graphql schema check\n${report}`)],
    ["report-html", await readFile(join(project, "report.html"), "utf8")],
    ["customers", await createCustomersPage()],
  ]);
}

/**
 * The second page of the customers with "an" in the name, in the example application over generated objects.
 */
async function createCustomersPage(): Promise<string> {
  const search = "an";
  const size = 10;
  const empty = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `${index + 1}` }));
  const send = await createPlatformMock({ Customer: fill(empty(120)), Order: fill(empty(150)) });
  const list = async (after: string | null) =>
    (await send(CUSTOMERS, { first: size, after, search })) as CustomerPage;
  const { customers } = await list(null);
  return renderPage(await list(customers.pageInfo.endCursor), search, 2, size);
}

const UPDATE = `mutation UpdateCustomer($id: ID!, $input: CustomerChange!) {
  updateCustomer(id: $id, input: $input) { customer { name country } }
}`;

/** The example application behind the page of `serve`. */
async function servePage() {
  const schema = await readFile(join(ROOT, "examples/customers/schema.graphql"), "utf8");
  const empty = (count: number) =>
    fill(Array.from({ length: count }, (_, index) => ({ id: `${index + 1}` })));
  const data = { Customer: empty(120), Order: empty(150) };
  const platform = createLocalPlatform({ schema, rules, data });
  const others = ["CreateCustomer", "DeleteCustomer"].map((name) => `mutation ${name} { __typename }`);
  const queries = ["GetCustomer", "ListCustomers"].map((name) => `query ${name} { __typename }`);
  const parsed = [...others, ...queries, UPDATE].flatMap((text) => {
    const node = getOperationAST(parse(text));
    return node?.name ? [{ name: node.name.value, definitions: [node] as const }] : [];
  });
  const operations = async () => parsed;
  const { intercept } = createPage(platform, { schema: "schema/schema.graphql", operations });
  return platform.listen({ intercept });
}

/** The page of `serve` after a mutation. */
async function takeServePicture(browser: Browser, path: string): Promise<void> {
  await using server = await servePage();
  const page = await browser.newPage({ viewport: { width: 1176, height: 760 }, deviceScaleFactor: 1.5 });
  await page.goto(`${server.baseUrl}/#/operations/UpdateCustomer`);
  await page.getByLabel("id ID!").fill("7");
  await page.getByLabel("name String").fill("Ada Lovelace");
  await page.getByLabel("country String").fill("GB");
  await page.getByRole("button", { name: "Run" }).click();
  await page.getByText("1 row changed").first().waitFor();
  await page.screenshot({ path });
}

/** CSS of the SGR parameters that reports use. */
const STYLES: Readonly<Record<string, string>> = {
  1: "font-weight:700",
  2: "opacity:.62",
  31: "color:#ff7b72",
  32: "color:#7ee787",
  33: "color:#e3b341",
  36: "color:#79c0ff",
};

function renderTerminal(output: string): string {
  const text = output.split("\n").slice(0, TERMINAL_LINES).join("\n");
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const spans = escaped
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals use them
    .replaceAll(/\u001b\[(\d+)m/g, (_, code: string) =>
      STYLES[code] ? `<span style="${STYLES[code]}">` : "</span>",
    );
  return `<!doctype html><meta charset="utf-8"><body style="margin:0;background:#0d1117"><pre style="margin:0;padding:20px;color:#e6edf3;font:14px/1.35 'DejaVu Sans Mono',monospace;white-space:pre-wrap">${spans}</pre>`;
}

async function takePictures(): Promise<void> {
  const pages = await createPages();
  await mkdir(FOLDER, { recursive: true });
  await using browser = await chromium.launch({
    executablePath: "/usr/bin/chromium",
    args: ["--no-sandbox"],
  });
  for (const [name, html] of pages) {
    const page = await browser.newPage({
      viewport: name === "customers" ? { width: 1176, height: 610 } : { width: 1000, height: 720 },
      deviceScaleFactor: 1.5,
    });
    await page.setContent(html);
    await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: name.endsWith("-terminal") });
  }
  await takeServePicture(browser, join(FOLDER, "serve.png"));
  process.stdout.write(
    `${[...pages.keys(), "serve"].map((name) => `docs/pictures/${name}.png`).join("\n")}\n`,
  );
}

await takePictures();
