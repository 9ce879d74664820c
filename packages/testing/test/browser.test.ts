/** The token page and the login page in a browser. */

import type { Page } from "playwright-core";
import { expect, onTestFinished } from "vitest";
import { browserTest, FOREIGN_HOST } from "../../../test/support/browser.ts";
import type { Platform } from "../src/index.ts";
import { openPlatform } from "./support/requests.ts";

/** Starts a local platform for the test, and returns the password of its first user. */
async function listen() {
  const platform = openPlatform();
  const server = await platform.listen();
  onTestFinished(() => server.close());
  return { platform, url: `${server.baseUrl}/get_auth_token/`, password: platform.users[0]?.password ?? "" };
}

async function logIn(page: Page, password: string, name = "demo"): Promise<void> {
  await page.getByLabel("Name").fill(name);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in" }).click();
}

const responses = (platform: Platform) =>
  platform.requests.map(({ method, path, status }) => `${method} ${path} ${status}`);

browserTest("shows a token that the platform accepts after a login", async ({ page, complaints }) => {
  const { platform, url, password } = await listen();
  await page.goto(url);
  await logIn(page, password);
  await page.waitForURL(url);
  const token = await page.getByLabel("Access token").inputValue();

  const response = await fetch(new URL("../api", url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query: "{ integrations { nodes { id } } }" }),
  });
  expect(response.status).toBe(200);
  expect(responses(platform)).toEqual([
    "GET /get_auth_token/ 200",
    "POST /login 303",
    "GET /get_auth_token/ 200",
    "POST /api 200",
  ]);
  expect(complaints).toEqual([]);
});

browserTest("has a language, a title, a landmark, a heading and labels on both pages", async ({ page }) => {
  const { url, password } = await listen();
  await page.goto(url);
  expect(await page.getAttribute("html", "lang")).toBe("en");
  expect(await page.title()).toBe("Log in · Integration Platform (simulated)");
  expect(await page.getByRole("main").getByRole("heading", { level: 1 }).allInnerTexts()).toEqual(["Log in"]);
  expect(await page.getByRole("textbox", { name: "Name" }).getAttribute("autocomplete")).toBe("username");
  expect(await page.getByLabel("Password").getAttribute("autocomplete")).toBe("current-password");

  await logIn(page, password);
  await page.waitForURL(url);
  expect(await page.getAttribute("html", "lang")).toBe("en");
  expect(await page.title()).toBe("Your access token · Integration Platform (simulated)");
  expect(await page.getByRole("main").getByRole("heading", { level: 1 }).allInnerTexts()).toEqual([
    "Your access token",
  ]);
  const token = page.getByRole("textbox", { name: "Access token", description: /^Valid for 60 minutes/ });
  expect(await token.getAttribute("readonly")).toBe("");
});

browserTest("works with the keyboard, and shows the focus", async ({ page }) => {
  const { url, password } = await listen();
  await page.goto(url);
  const focused = () =>
    page.evaluate(() => {
      const { activeElement } = document;
      const outline = activeElement ? getComputedStyle(activeElement).outlineStyle : "none";
      return { id: activeElement?.id, isVisible: outline !== "none" };
    });
  await page.keyboard.press("Tab");
  expect(await focused()).toEqual({ id: "name", isVisible: true });
  await page.keyboard.type("demo");
  await page.keyboard.press("Tab");
  expect(await focused()).toEqual({ id: "password", isVisible: true });
  await page.keyboard.type(password);
  await page.keyboard.press("Enter");

  await page.getByLabel("Access token").waitFor();
  await page.keyboard.press("Tab");
  expect(await focused()).toEqual({ id: "token", isVisible: true });
  await page.keyboard.press("ControlOrMeta+a");
  expect(await page.evaluate(() => String(getSelection()))).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
});

browserTest("reports a wrong password, and keeps the name", async ({ page, complaints }) => {
  const { url, password } = await listen();
  await page.goto(url);
  await logIn(page, "wrong");
  expect(await page.getByRole("alert").innerText()).toBe("This name and password do not match.");
  const field = page.getByLabel("Password");
  expect(await field.getAttribute("aria-invalid")).toBe("true");
  expect(await field.getAttribute("aria-describedby")).toBe(await page.getByRole("alert").getAttribute("id"));
  expect([await page.getByLabel("Name").inputValue(), await field.inputValue()]).toEqual(["demo", ""]);
  // Chromium reports pages with the status 401.
  expect(complaints.splice(0)).toEqual([expect.stringContaining("status of 401")]);

  await field.fill(password);
  await page.keyboard.press("Enter");
  await page.waitForURL(url);
  expect(await page.getByLabel("Access token").inputValue()).not.toBe("");
  expect(complaints).toEqual([]);
});

browserTest("escapes the name", async ({ page, complaints }) => {
  const { url } = await listen();
  const name = `"><script>document.title = "taken"</script>&quot;`;
  await page.goto(url);
  await logIn(page, "wrong", name);
  await page.getByRole("alert").waitFor();
  expect(await page.getByLabel("Name").inputValue()).toBe(name);
  expect(await page.title()).toBe("Log in · Integration Platform (simulated)");
  expect(complaints).toEqual([expect.stringContaining("status of 401")]);
});

browserTest(
  "sets a session cookie that is not readable by scripts and not sent by other sites",
  async ({ page }) => {
    const { url, password } = await listen();
    await page.goto(url);
    await logIn(page, password);
    await page.waitForURL(url);
    expect(await page.context().cookies()).toMatchObject([{ httpOnly: true, sameSite: "Lax", path: "/" }]);
    expect(await page.evaluate(() => document.cookie)).toBe("");
  },
);

for (const { colorScheme, text } of [
  { colorScheme: "light", text: "rgb(0, 0, 0)" },
  { colorScheme: "dark", text: "rgb(255, 255, 255)" },
] as const) {
  browserTest(`fits a narrow window without horizontal scrolling, ${colorScheme}`, async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 640 });
    await page.emulateMedia({ colorScheme });
    const { url, password } = await listen();
    const look = () =>
      page.evaluate(() => ({
        overflow: document.documentElement.scrollWidth - innerWidth,
        text: getComputedStyle(document.body).color,
      }));
    await page.goto(url);
    expect(await look()).toEqual({ overflow: 0, text });
    await logIn(page, password);
    await page.waitForURL(url);
    expect(await look()).toEqual({ overflow: 0, text });
    expect(await page.getByRole("banner").innerText()).toBe("Integration Platform simulated");
    const hidden = await page
      .getByLabel("Access token")
      .evaluate((box) => box.scrollHeight - box.clientHeight);
    const lines = await page.locator("code").evaluate((code) => code.getClientRects().length);
    expect({ hidden, lines }).toEqual({ hidden: 0, lines: 1 });
  });
}

browserTest("rejects a page under another host name that resolves to the platform", async ({ page }) => {
  const { url } = await listen();
  const response = await page.goto(url.replace("127.0.0.1", FOREIGN_HOST));
  expect(response?.status()).toBe(403);
  expect(await page.getByLabel("Password").count()).toBe(0);
});
