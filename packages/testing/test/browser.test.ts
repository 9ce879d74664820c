/** The token page in a browser. */

import { expect, onTestFinished } from "vitest";
import { browserTest, FOREIGN_HOST } from "../../../test/support/browser.ts";
import { openPlatform } from "./support/requests.ts";

async function listen() {
  const platform = openPlatform();
  const server = await platform.listen();
  onTestFinished(() => server.close());
  return `${server.baseUrl}/get_auth_token/`;
}

browserTest("has a language, a title, a landmark and a heading", async ({ page, complaints }) => {
  await page.goto(await listen());
  expect(await page.getAttribute("html", "lang")).toBe("en");
  expect(await page.title()).toBe("Your access token · Integration Platform (simulated)");
  expect(await page.getByRole("main").getByRole("heading", { level: 1 }).allInnerTexts()).toEqual([
    "Your access token",
  ]);
  expect(await page.locator("#token").innerText()).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(complaints).toEqual([]);
});

browserTest("fits a narrow window without horizontal scrolling", async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto(await listen());
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
});

browserTest("rejects a page under another host name that resolves to the platform", async ({ page }) => {
  const response = await page.goto((await listen()).replace("127.0.0.1", FOREIGN_HOST));
  expect(response?.status()).toBe(403);
  expect(await page.locator("#token").count()).toBe(0);
});
