/**
 * `npm run pictures`: makes the pictures of the documentation from the output of real commands. `sources.json` has a hash of
 * each output, so that `npm test` finds a picture that is older than the command.
 */

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { chromium } from "playwright-core";
import { createCustomersPage } from "./customers-picture.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDER = join(ROOT, "docs/pictures");
const SOURCES = join(FOLDER, "sources.json");
const CLI = join(ROOT, "packages/cli/bin/platform-graphql.js");
const TERMINAL_LINES = 40;

/** Operations over the first version of the schema. The second one breaks four of them. */
const OPERATIONS: Readonly<Record<string, string>> = {
  "customers/list.graphql": `query ListCustomers($first: Int!, $after: String) {
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
  "customers/card.graphql": "fragment CustomerCard on Customer {\n  id\n  name\n  phone\n}\n",
  "orders/count.graphql": "query CountOrders($status: OrderStatus) {\n  orderCount(status: $status)\n}\n",
  "orders/track.graphql":
    "query TrackOrder($id: ID!) {\n  order(id: $id) {\n    shipments {\n      id\n      carrier\n    }\n  }\n}\n",
  "orders/get.graphql": "query GetOrder($id: ID!) {\n  order(id: $id) {\n    id\n    status\n  }\n}\n",
  "products/categories.graphql": "query ListCategories {\n  categories {\n    id\n  }\n}\n",
};

/** Web pages to photograph, by the name of the picture. */
export async function createPages(): Promise<ReadonlyMap<string, string>> {
  const project = await mkdtemp(join(tmpdir(), "pictures-"));
  try {
    for (const [path, text] of Object.entries(OPERATIONS)) {
      await mkdir(dirname(join(project, "operations", path)), { recursive: true });
      await writeFile(join(project, "operations", path), text);
    }
    await mkdir(join(project, "schema"));
    const schemas = { "schema.graphql": "schema/schema.graphql", "schema-v2.graphql": "new.graphql" };
    for (const [from, to] of Object.entries(schemas)) {
      await writeFile(join(project, to), await readFile(join(ROOT, "test/fixtures/foreign", from)));
    }
    const args = ["schema", "check", "--against", "new.graphql", "--output", "report.html"];
    const env = { ...process.env, FORCE_COLOR: "1", NO_COLOR: undefined };
    // Exit code 1 means that operations break.
    const { stdout } = await promisify(execFile)(process.execPath, [CLI, ...args], { cwd: project, env }).catch(
      (error: { readonly code: unknown; readonly stdout: string }) => {
        if (error.code !== 1) throw error;
        return error;
      },
    );
    return new Map([
      ["report-terminal", renderTerminal(`$ npx platform-graphql schema check\n${stdout}`)],
      ["report-html", await readFile(join(project, "report.html"), "utf8")],
      ["customers", await createCustomersPage(CLI)],
    ]);
  } finally {
    await rm(project, { recursive: true });
  }
}

/** CSS of the SGR parameters that reports use. */
const STYLES: Readonly<Record<string, string>> = {
  ...{ 1: "font-weight:700", 2: "opacity:.62" },
  ...{ 31: "color:#ff7b72", 32: "color:#7ee787", 33: "color:#e3b341", 36: "color:#79c0ff" },
};

function renderTerminal(output: string): string {
  const text = output.split("\n").slice(0, TERMINAL_LINES).join("\n");
  const escaped = text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
  const spans = escaped
    // biome-ignore lint/suspicious/noControlCharactersInRegex: terminals use them
    .replaceAll(/\u001b\[(\d+)m/g, (_, code: string) => (STYLES[code] ? `<span style="${STYLES[code]}">` : "</span>"));
  return `<!doctype html><meta charset="utf-8"><body style="margin:0;background:#0d1117"><pre style="margin:0;padding:20px;color:#e6edf3;font:14px/1.35 'DejaVu Sans Mono',monospace">${spans}</pre>`;
}

export function hashPages(pages: ReadonlyMap<string, string>): Record<string, string> {
  const hash = (page: string) => createHash("sha256").update(page).digest("hex");
  return Object.fromEntries([...pages].map(([name, page]) => [name, hash(page)]));
}

async function takePictures(): Promise<void> {
  const pages = await createPages();
  await mkdir(FOLDER, { recursive: true });
  await using browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
  for (const [name, html] of pages) {
    const page = await browser.newPage({
      viewport: name === "customers" ? { width: 1176, height: 610 } : { width: 1000, height: 720 },
      deviceScaleFactor: 1.5,
    });
    await page.setContent(html);
    const isTerminal = name === "report-terminal";
    await page.screenshot({ path: join(FOLDER, `${name}.png`), fullPage: isTerminal });
  }
  await writeFile(SOURCES, `${JSON.stringify(hashPages(pages), null, 2)}\n`);
  process.stdout.write(`${[...pages.keys()].map((name) => `docs/pictures/${name}.png`).join("\n")}\n`);
}

if (import.meta.main) await takePictures();
