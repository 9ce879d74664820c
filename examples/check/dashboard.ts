/** The dashboard as it was built, in Chromium, against a platform of another origin. */

import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { createPlatform } from "@integration-platform/graphql-testing";
import { chromium } from "playwright-core";

const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript" };

/** What is wrong, or nothing. */
export async function openDashboard(folder: string): Promise<string | undefined> {
  const site = createServer(async (request, response) => {
    const path = request.url === "/" ? "/index.html" : (request.url ?? "");
    const file = await readFile(join(folder, "dist", path)).catch(() => undefined);
    response.writeHead(file ? 200 : 404, { "content-type": TYPES[extname(path)] ?? "text/plain" }).end(file);
  });
  await new Promise<void>((resolve) => site.listen(0, "127.0.0.1", resolve));
  await using platform = createPlatform({ integrations: [{ id: "1", name: "Orders" }] });
  const { baseUrl } = await platform.listen();
  const executablePath = process.env.CHROMIUM_PATH || "/usr/bin/chromium";
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    await page.getByLabel("Platform").fill(baseUrl);
    await page.getByLabel("Access token").fill(await platform.issueAccessToken());
    await page.getByRole("button", { name: "Show" }).click();
    await page.getByRole("listitem").first().waitFor();
    const shown = await page.getByRole("listitem").allTextContents();
    const got = JSON.stringify([shown, await page.locator("output").textContent(), platform.count("api")]);
    const wanted = JSON.stringify([["Orders"], "1 integrations", 1]);
    return got === wanted ? undefined : `It shows ${got}, not ${wanted}\n`;
  } finally {
    await browser.close();
    site.close();
    site.closeAllConnections();
  }
}
