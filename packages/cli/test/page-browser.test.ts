/** The page of the local server, used in Chromium as people use it. */

import { createLocalPlatform, fill } from "@integration-platform/graphql-testing/local";
import type { Page, Route } from "playwright-core";
import { expect, onTestFinished, vi } from "vitest";
import { browserTest } from "../../../test/support/browser.ts";
import { createPage } from "../src/page/local-page.ts";
import { parseOperation, servePage, shop } from "./support/page.ts";

const heading = (page: Page) => page.getByRole("main").getByRole("heading", { level: 2 });
const main = (page: Page) => page.getByRole("main");
const list = (page: Page, name: string) => page.getByRole("navigation", { name });
const views = (page: Page) => list(page, "Views");

/** The cell of a field in the view of a row. */
const field = (page: Page, name: string) =>
  main(page)
    .getByRole("row", { name: new RegExp(`^${name}\\b`) })
    .getByRole("cell");

/** Texts of all links of a list, in order. */
const linksOf = (page: Page, name: string) => list(page, name).getByRole("link").allTextContents();

/** The rows of the changed tables, as text. */
async function readChanges(page: Page): Promise<string[][]> {
  const sections = await main(page).locator(".change").all();
  return Promise.all(
    sections.map(async (section) => [
      (await section.getByRole("heading").textContent()) ?? "",
      ...(await section
        .locator("tbody tr")
        .evaluateAll((rows) =>
          rows.map((row) => [...row.children].map((cell) => cell.textContent).join(" | ")),
        )),
    ]),
  );
}

browserTest("shows tables, a row, and its relations in both directions", async ({ page, complaints }) => {
  const { baseUrl } = await servePage();
  await page.goto(baseUrl);
  await list(page, "Tables").getByRole("link").first().waitFor();
  expect(await linksOf(page, "Tables")).toEqual(["Customer2", "Order3", "Tag1"]);
  await main(page).getByText("Point GraphiQL, Altair or an embedded Apollo Sandbox").waitFor();
  await list(page, "Tables").getByRole("link", { name: "Order" }).click();
  await main(page).getByRole("link", { name: "o3" }).click();
  expect(await field(page, "status").textContent()).toBe("OPEN");
  await field(page, "customer").getByRole("link", { name: "Ada" }).click();
  await main(page).getByRole("heading", { name: "Ada" }).waitFor();
  expect(await field(page, "orders").getByRole("link").allTextContents()).toEqual(["o1", "o3"]);
  expect(await field(page, "address").textContent()).toBe("cityBern");
  expect(await field(page, "Order.paidBy").getByRole("link").allTextContents()).toEqual(["o2"]);
  expect(new URL(page.url()).hash).toBe("#/data/Customer/1");
  await page.goBack();
  await main(page).getByRole("heading", { name: "Order o3" }).waitFor();
  expect(await field(page, "Tag.orders").textContent()).toBe("Urgent t1");
  await page.reload();
  await main(page).getByRole("heading", { name: "Order o3" }).waitFor();
  expect(complaints).toEqual([]);
});

browserTest("pages and searches 5,000 rows", async ({ page, complaints }) => {
  const Order = Array.from({ length: 5_000 }, (_, index) => ({ id: `${index}`, number: index, note: null }));
  const { baseUrl } = await servePage({ ...shop, data: { Order: fill(Order) } });
  await page.goto(`${baseUrl}/#/data/Order`);
  const rows = main(page).locator("tbody tr");
  await main(page).getByText("1–100 of 5,000").waitFor();
  expect(await rows.count()).toBe(100);
  await main(page).getByRole("link", { name: "Next" }).click();
  await main(page).getByText("101–200 of 5,000").waitFor();
  expect(await rows.first().getByRole("rowheader").textContent()).toBe("100");
  await main(page).getByRole("searchbox").fill("4999");
  await page.keyboard.press("Enter");
  await main(page).getByText("1 row", { exact: true }).waitFor();
  expect(await rows.count()).toBe(1);
  await page.goBack();
  await main(page).getByText("101–200 of 5,000").waitFor();
  expect(complaints).toEqual([]);
});

browserTest("runs a query with a form of its variables", async ({ page, complaints }) => {
  const { baseUrl, platform } = await servePage();
  await page.goto(`${baseUrl}/#/operations/ListOrders`);
  await page.getByLabel("filter: how it is sent").selectOption("value");
  await page.getByLabel("status: how it is sent").selectOption("value");
  await page.getByRole("button", { name: "Add to status" }).click();
  await page.getByLabel("status 1 Status!").selectOption("PAID");
  await page.getByRole("button", { name: "Add to status" }).click();
  await page.getByRole("button", { name: "Add to status" }).click();
  await page.getByRole("button", { name: "Remove from status" }).last().click();
  await page.getByLabel("minNumber Int").fill("1");
  await page.getByLabel("isNoted Boolean").check();
  await page.getByLabel("isNoted Boolean").uncheck();
  await page.getByLabel("and: how it is sent").selectOption("null");
  await page.getByLabel("labels: how it is sent").selectOption("value");
  await page.getByRole("button", { name: "Add to labels" }).click();
  await page.getByLabel("labels 1: how it is sent").selectOption("null");
  expect(await page.getByLabel("status 1: how it is sent").count()).toBe(0);
  await page.getByRole("button", { name: "Run" }).click();
  await main(page)
    .getByText(/^200 · /)
    .waitFor();
  const filter = { status: ["PAID", "OPEN"], minNumber: 1, and: null, isNoted: false, labels: [null] };
  expect(platform.requests.at(-1)).toMatchObject({ operation: "ListOrders", variables: { filter } });
  expect(platform.requests.at(-1)?.variables).toEqual({ filter });
  expect(JSON.parse((await main(page).getByLabel("Result").locator("pre").textContent()) ?? "")).toEqual({
    data: { orders: [1, 2, 3].map((number) => ({ id: `o${number}`, number })) },
  });
  await views(page).getByRole("link", { name: "Data" }).click();
  await page.goBack();
  await main(page).getByRole("heading", { name: "ListOrders" }).waitFor();
  expect(await page.getByLabel("minNumber Int").inputValue()).toBe("1");
  expect(complaints).toEqual([]);
});

browserTest("shows what a mutation added, changed and removed", async ({ page, complaints }) => {
  const { baseUrl } = await servePage();
  await page.goto(`${baseUrl}/#/changes`);
  await main(page).getByText("No mutation has changed a row").waitFor();
  await page.goto(`${baseUrl}/#/operations/CreateOrder`);
  await page.getByLabel("customerId ID!").fill("2");
  await page.getByLabel("note String").fill("Fast");
  await page.getByLabel("express Boolean!").check();
  await page.getByLabel("ratio Float").fill("2.5e1");
  await page.getByRole("button", { name: "Run" }).click();
  await main(page).getByText("2 rows changed").waitFor();
  const created = [
    ["changed Customer Bob 2", "vip | false | true"],
    [
      "added Order Order-4",
      "id | Order-4",
      "number | 2500",
      "status | OPEN",
      "customer | Bob 2",
      "note | Fast",
    ],
  ];
  expect(await readChanges(page)).toEqual(created);
  await views(page).getByRole("link", { name: "Changes" }).click();
  await main(page).getByRole("heading", { name: "What the last mutation changed" }).waitFor();
  expect(await readChanges(page)).toEqual(created);
  await page.goto(`${baseUrl}/#/operations/DeleteOrder`);
  await page.getByLabel("id ID!").fill("o3");
  await page.getByRole("button", { name: "Run" }).click();
  await main(page).getByText("1 row changed").waitFor();
  const [[title, ...values] = []] = await readChanges(page);
  expect([title, values.length, values[1]]).toEqual(["removed Order o3", 6, "number | 3"]);
  expect(complaints).toEqual([]);
});

browserTest(
  "shows the requests of other clients without a reload or tokens",
  async ({ page, complaints }) => {
    const { baseUrl, send, token, platform } = await servePage();
    await page.goto(`${baseUrl}/#/requests`);
    await main(page).getByText("0 requests").waitFor();
    await send("mutation Pay($id: ID!) { payOrder(id: $id) { status } }", { id: "o1" });
    await list(page, "Requests").getByRole("link", { name: "Pay" }).click();
    await main(page).getByRole("heading", { name: "Pay 200" }).waitFor();
    expect(JSON.parse((await page.getByRole("region", { name: "Variables" }).textContent()) ?? "")).toEqual({
      id: "o1",
    });
    const data = { payOrder: { status: "PAID" } };
    expect(JSON.parse((await page.getByRole("region", { name: "Response" }).textContent()) ?? "")).toEqual({
      data,
    });
    expect(await readChanges(page)).toEqual([["changed Order o1", "status | OPEN | PAID"]]);
    await fetch(`${baseUrl}/auth/refresh`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ refresh_token: platform.refreshToken }),
    });
    await list(page, "Requests").getByRole("link", { name: "POST /auth/refresh" }).click();
    await main(page).getByRole("heading", { name: "POST /auth/refresh 200" }).waitFor();
    for (const secret of [token, platform.refreshToken, "eyJ"])
      expect(await page.content()).not.toContain(secret);
    expect(complaints).toEqual([]);
  },
);

browserTest("shows changes of other clients in the view that is open", async ({ page, complaints }) => {
  const { baseUrl, send } = await servePage();
  await page.goto(`${baseUrl}/#/data/Order/o1`);
  await main(page).getByRole("heading", { name: "Order o1" }).waitFor();
  const customer = field(page, "customer").getByRole("link");
  await customer.focus();
  await send('mutation { payOrder(id: "o1") { id } }');
  await field(page, "status").getByText("PAID").waitFor();
  expect(await customer.evaluate((link) => link === document.activeElement)).toBe(true);
  await send('mutation { deleteOrder(id: "o1") { id } }');
  await main(page).getByText('There is no Order "o1"').waitFor();
  expect(await linksOf(page, "Tables")).toEqual(["Customer2", "Order2", "Tag1"]);
  expect(complaints).toEqual([expect.stringContaining("a status of 404")]);
});

browserTest("keeps what was typed, and what is in view, if rows change", async ({ page, complaints }) => {
  const note = "A note of several lines. ".repeat(20);
  const Order = Array.from({ length: 60 }, (_, index) => ({ id: `o${index + 1}`, number: index, note }));
  const { baseUrl, send } = await servePage({ ...shop, data: { Order: fill(Order) } });
  await page.goto(`${baseUrl}/#/data/Order`);
  const table = main(page).getByRole("region", { name: "Rows of Order" });
  // The first message of the stream shows the view again: an element that was replaced cannot be scrolled.
  await vi.waitUntil(() =>
    table.evaluate((element) => {
      element.scrollTo(0, 500);
      return element.scrollTop === 500;
    }),
  );
  await main(page).getByRole("searchbox").pressSequentially("o59");
  await page.keyboard.press("ArrowLeft");
  await send('mutation { deleteOrder(id: "o2") { id } }');
  await main(page).getByText("59 rows").waitFor();
  expect(await table.evaluate((element) => element.scrollTop)).toBe(500);
  await page.keyboard.press("Delete");
  await page.keyboard.type("8");
  await page.keyboard.press("Enter");
  await main(page).getByText("1 row", { exact: true }).waitFor();
  expect(await main(page).getByRole("rowheader").textContent()).toBe("o58");
  expect(await table.evaluate((element) => element.scrollTop)).toBe(0);
  expect(complaints).toEqual([]);
});

browserTest("moves the focus to a table that is opened while rows change", async ({ page, complaints }) => {
  const { baseUrl, send } = await servePage();
  await page.goto(`${baseUrl}/#/data/Order`);
  await main(page).getByText("3 rows").waitFor();
  const held: Route[] = [];
  await page.route("**/_page/rows?type=Tag*", (route) => void held.push(route));
  await list(page, "Tables").getByRole("link", { name: "Tag" }).click();
  await send('mutation { deleteOrder(id: "o2") { id } }');
  await vi.waitUntil(() => held.length === 2);
  for (const route of held) await route.continue();
  const title = main(page).getByRole("heading", { name: "Tag" });
  await title.waitFor();
  expect(await title.evaluate((element) => element === document.activeElement)).toBe(true);
  await page.unroute("**/_page/rows?type=Tag*");
  expect(complaints).toEqual([]);
});

browserTest("gives the entries of a list different names, even if one is removed", async ({ page }) => {
  const { baseUrl } = await servePage();
  await page.goto(`${baseUrl}/#/operations/ListOrders`);
  await page.getByLabel("filter: how it is sent").selectOption("value");
  await page.getByLabel("status: how it is sent").selectOption("value");
  for (const _ of [1, 2]) await page.getByRole("button", { name: "Add to status" }).click();
  await page.getByRole("button", { name: "Remove from status" }).first().click();
  await page.getByRole("button", { name: "Add to status" }).click();
  await page.getByLabel("status 3 Status!").waitFor();
  expect(await page.getByLabel("status 2 Status!").count()).toBe(1);
});

browserTest("resets rows and requests after a confirmation", async ({ page, complaints }) => {
  const { baseUrl, send, platform } = await servePage();
  await send('mutation { deleteOrder(id: "o1") { id } }');
  await page.goto(`${baseUrl}/#/data/Order`);
  await main(page).getByText("2 rows").waitFor();
  await page.getByRole("button", { name: "Reset…" }).click();
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(platform.count()).toBe(1);
  await page.getByRole("button", { name: "Reset…" }).click();
  await page.getByRole("button", { name: "Reset", exact: true }).click();
  await main(page).getByText("3 rows").waitFor();
  expect(platform.count()).toBe(0);
  await views(page).getByRole("link", { name: "Requests" }).click();
  await main(page).getByText("0 requests").waitFor();
  expect(complaints).toEqual([]);
});

browserTest("can be used with the keyboard alone", async ({ page, complaints }) => {
  const { baseUrl } = await servePage();
  const press = async (...keys: string[]) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim());
  await page.goto(baseUrl);
  await list(page, "Tables").getByRole("link").first().waitFor();
  await press("Tab");
  expect(await focused()).toBe("Skip to the content");
  // The title, four views, the reset, then the list, which is one stop.
  await press("Tab", "Tab", "Tab", "Tab", "Tab", "Tab", "Tab");
  expect(await focused()).toBe("Customer2");
  await press("End", "ArrowUp", "Enter");
  await main(page).getByRole("heading", { name: "Order" }).waitFor();
  expect(await focused()).toBe("Order");
  await press("Tab", "Tab", "Tab", "Tab", "Enter");
  await main(page).getByRole("heading", { name: "Order o1" }).waitFor();
  await press("Tab", "Enter");
  await main(page).getByRole("heading", { name: "Ada" }).waitFor();
  await press("Escape");
  expect(await focused()).toBe("Customer2");
  await page.getByRole("link", { name: "Operations" }).focus();
  await press("Enter");
  await list(page, "Operations").getByRole("link").first().focus();
  await press("ArrowDown", "ArrowDown", "Enter");
  await main(page).getByRole("heading", { name: "PayOrder" }).waitFor();
  await press("Tab");
  await page.keyboard.type("o1");
  await press("Enter");
  await main(page).getByText("1 row changed").waitFor();
  await page.getByRole("button", { name: "Reset…" }).focus();
  await press("Enter", "Escape");
  expect(await focused()).toBe("Reset…");
  expect(complaints).toEqual([]);
});

browserTest("shows a visible focus on all that can have it", async ({ page }) => {
  const { baseUrl } = await servePage();
  for (const hash of ["#/data/Order", "#/operations/CreateOrder"]) {
    await page.goto(`${baseUrl}/${hash}`);
    await heading(page).waitFor();
    const stops = new Set<string>();
    for (let nth = 0; nth < 40; nth++) {
      await page.keyboard.press("Tab");
      const stop = await page.evaluate(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement ?? document.body);
        const text = document.activeElement?.outerHTML.slice(0, 80);
        return { text, isVisible: outlineStyle !== "none" && outlineWidth === "2px" };
      });
      if (stop.text?.startsWith("<body")) break;
      // The heading of a view has the focus after a navigation, and is no stop.
      if (stop.text?.startsWith("<h2")) continue;
      stops.add(`${stop.text} ${stop.isVisible}`);
    }
    expect([...stops].filter((stop) => stop.endsWith("false"))).toEqual([]);
    expect(stops.size).toBeGreaterThan(10);
  }
});

/** Texts with less contrast to their background than WCAG AA requires. */
const findPoorContrast = () => {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const toRgb = (color: string): number[] => {
    if (!canvas) throw new Error("no canvas");
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (color: string): number => {
    const [red = 0, green = 0, blue = 0] = toRgb(color).map((value) => {
      const share = value / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const backOf = (element: Element | null): string => {
    if (!element) return "white";
    const color = getComputedStyle(element).backgroundColor;
    return toRgb(color)[3] === 255 ? color : backOf(element.parentElement);
  };
  const texts = [...document.querySelectorAll("body *")].filter(
    (element) =>
      element.checkVisibility() &&
      [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent?.trim()),
  );
  const poor = texts.flatMap((element) => {
    const [darker = 0, lighter = 0] = [getComputedStyle(element).color, backOf(element)]
      .map(luminance)
      .sort();
    const contrast = (lighter + 0.05) / (darker + 0.05);
    return contrast < 4.5 ? [`${element.outerHTML.slice(0, 80)} ${contrast}`] : [];
  });
  return { count: texts.length, poor };
};

const HASHES = [
  "#/",
  "#/data/Order",
  "#/data/Customer/1",
  "#/changes",
  "#/requests",
  "#/requests/1",
  "#/data/Nope",
];

browserTest("has a contrast of 4.5 or more in both themes", async ({ page }) => {
  const { baseUrl, send } = await servePage();
  await send('mutation Pay { payOrder(id: "o1") { id } }');
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    for (const hash of [...HASHES, "#/operations/CreateOrder"]) {
      await page.goto("about:blank");
      await page.goto(`${baseUrl}/${hash}`);
      await heading(page).waitFor();
      if (hash.includes("CreateOrder")) await page.getByRole("button", { name: "Run" }).click();
      if (hash.includes("CreateOrder"))
        await main(page)
          .getByText(/^200 · /)
          .waitFor();
      const { count, poor } = await page.evaluate(findPoorContrast);
      expect(poor).toEqual([]);
      expect(count).toBeGreaterThan(10);
    }
  }
});

browserTest("does not scroll horizontally on a screen of 400 px", async ({ page }) => {
  const { baseUrl, send } = await servePage();
  await send('mutation Pay { payOrder(id: "o1") { id } }');
  await page.setViewportSize({ width: 400, height: 700 });
  for (const hash of [...HASHES, "#/operations", "#/operations/ListOrders"]) {
    await page.goto("about:blank");
    await page.goto(`${baseUrl}/${hash}`);
    await heading(page).waitFor();
    if (hash.endsWith("ListOrders")) await page.getByLabel("filter: how it is sent").selectOption("value");
    const widths = await page.evaluate(() =>
      ["html", "body", "#columns", "main"].map(
        (selector) => document.querySelector(selector)?.scrollWidth ?? 0,
      ),
    );
    expect([hash, Math.max(...widths)]).toEqual([hash, 400]);
  }
  await page.goto(`${baseUrl}/#/data/Order`);
  await main(page).getByRole("link", { name: "‹ Data" }).click();
  await list(page, "Tables").getByRole("link", { name: "Tag" }).click();
  await main(page).getByRole("link", { name: "t1" }).click();
  await main(page).getByRole("heading", { name: "Urgent" }).waitFor();
  expect(await list(page, "Tables").isVisible()).toBe(false);
});

browserTest("shows hostile values as text", async ({ page, complaints }) => {
  const markup = `<img src=x onerror="document.title='hacked'"><script>document.title='hacked'</script>`;
  const long = "a".repeat(100_000);
  const Tag = [markup, "\u202egnp.exe\u0000\u001b[31m", long].map((label, index) => ({
    id: `<b>${index}`,
    label,
    orders: [],
  }));
  const { baseUrl, send } = await servePage({ ...shop, data: { ...shop.data, Tag } });
  await page.goto(`${baseUrl}/#/data/Tag`);
  await main(page).getByText("3 rows").waitFor();
  const cells = await main(page).locator("tbody tr td:nth-child(2)").allTextContents();
  expect(cells.map((text) => text.slice(0, 30))).toEqual([
    markup.slice(0, 30),
    "\\u202egnp.exe\\u0000\\u001b[31m",
    "a".repeat(30),
  ]);
  await main(page).getByRole("link", { name: "<b>0" }).click();
  expect(await field(page, "label").textContent()).toBe(markup);
  await page.goto(`${baseUrl}/#/data/Tag/${encodeURIComponent("<b>2")}`);
  await main(page).getByRole("region", { name: "Long text" }).waitFor();
  expect((await field(page, "label").textContent())?.length).toBe(100_000);
  await send(`query Hostile($name: String) { fails }`, { name: markup });
  await page.goto(`${baseUrl}/#/requests`);
  await list(page, "Requests").getByRole("link", { name: "Hostile" }).click();
  await page.getByRole("region", { name: "Document" }).waitFor();
  expect(await page.locator("main img, main script").count()).toBe(0);
  expect(await page.title()).toBe("Hostile 200 errors · Local platform");
  expect(complaints).toEqual([]);
});

browserTest("says that the server stopped, and continues with the next one", async ({ page }) => {
  const first = await servePage();
  await page.goto(`${first.baseUrl}/#/data/Order`);
  await main(page).getByText("3 rows").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await first.server.close();
  await page.getByText("Disconnected: waiting for the server").waitFor();
  await list(page, "Tables").getByRole("link", { name: "Tag" }).click();
  await main(page).getByText("The server does not respond.").waitFor();
  const next = createLocalPlatform({ ...shop, data: { ...shop.data, Tag: [] } });
  const server = await next.listen({ port: first.server.port, intercept: createPage(next, {}).intercept });
  onTestFinished(() => server.close());
  await page.getByText("Live", { exact: true }).waitFor();
  await main(page).getByText("This table has no rows.").waitFor();
  expect(await linksOf(page, "Tables")).toEqual(["Customer2", "Order3", "Tag0"]);
});

browserTest(
  "keeps the last 500 of 2,000 requests, and can be used as they come",
  async ({ page, complaints }) => {
    const { baseUrl, platform, token } = await servePage();
    await page.goto(`${baseUrl}/#/requests`);
    await main(page).getByText("0 requests").waitFor();
    const request = (nth: number) =>
      fetch(`${baseUrl}/api`, {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ query: `query Nth${nth} { orders { id } }` }),
      });
    for (let nth = 0; nth < 1_000; nth += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, index) => request(nth + index)));
    }
    await list(page, "Requests").getByRole("link").first().click();
    await page.getByRole("region", { name: "Document" }).waitFor();
    for (let nth = 1_000; nth < 2_000; nth += 50) {
      await Promise.all(Array.from({ length: 50 }, (_, index) => request(nth + index)));
    }
    await views(page).getByText("Requests 2,000").waitFor();
    expect(await list(page, "Requests").getByRole("link").count()).toBe(500);
    await list(page, "Requests").getByRole("searchbox").fill("Nth1999");
    await list(page, "Requests").getByRole("link", { name: "Nth1999" }).waitFor();
    expect(await list(page, "Requests").getByRole("link").count()).toBe(1);
    expect(platform.count()).toBe(2_000);
    expect(complaints).toEqual([]);
  },
);

browserTest(
  "shows errors of variables at their fields, and others at the result",
  async ({ page, complaints }) => {
    const { baseUrl } = await servePage();
    const run = page.getByRole("button", { name: "Run" });
    await page.goto(`${baseUrl}/#/operations/ListOrders`);
    await page.getByLabel("filter: how it is sent").selectOption("value");
    await page.getByLabel("minNumber Int").fill("1.5");
    await run.click();
    await main(page).getByText("see the marked fields").waitFor();
    const input = page.getByLabel("minNumber Int");
    expect(await input.getAttribute("aria-invalid")).toBe("true");
    const described = (await input.getAttribute("aria-describedby")) ?? "";
    expect(await page.locator(`#${described}`).textContent()).toBe(
      "Int cannot represent non-integer value: 1.5",
    );
    expect(await input.evaluate((element) => element === document.activeElement)).toBe(true);
    await input.fill("2");
    await run.click();
    await main(page)
      .getByText(/^200 · [\d.]+ ms$/)
      .waitFor();
    expect(await input.getAttribute("aria-invalid")).toBe(null);
    await page.goto(`${baseUrl}/#/operations/PayOrder`);
    await run.click();
    await page
      .locator(".error")
      .getByText(/to be provided|was not provided/)
      .waitFor();
    await page.getByLabel("id ID!").fill("nope");
    await run.click();
    await main(page)
      .getByText(/nope|not found|no Order/i)
      .first()
      .waitFor();
    await page.goto(`${baseUrl}/#/operations/Fails`);
    await run.click();
    await main(page).getByText("The scale is broken.").first().waitFor();
    await page.goto(`${baseUrl}/#/operations/ListOrder`);
    await main(page).getByText('did you mean "ListOrders"?').waitFor();
    await page.goto(`${baseUrl}/#/data/Odrer`);
    await main(page).getByText('There is no table "Odrer" (did you mean "Order"?).').waitFor();
    await page.goto(`${baseUrl}/#/%`);
    await main(page).getByText('There is no view "%".').waitFor();
    expect(complaints).toHaveLength(2);
  },
);

browserTest("says what to do if there are no operations, and filters many", async ({ page, complaints }) => {
  const none = await servePage(shop, { operations: async () => [] });
  await page.goto(`${none.baseUrl}/#/operations`);
  await main(page).getByText("npx @integration-platform/graphql-cli add <field>").waitFor();
  const types = Array.from({ length: 400 }, (_, index) => `type Thing${index} { id: ID! }`);
  const many = await servePage(
    { schema: `type Query { things: [Thing0!]! } ${types.join(" ")}` },
    {
      operations: async () =>
        Array.from({ length: 500 }, (_, index) => parseOperation(`query Op${index} { __typename }`)),
    },
  );
  await page.goto(`${many.baseUrl}/#/operations`);
  const links = list(page, "Operations").getByRole("link");
  await links.first().waitFor();
  expect(await links.count()).toBe(500);
  await list(page, "Operations").getByRole("searchbox").fill("op499");
  await list(page, "Operations").getByText("1 match of 500").waitFor();
  expect(await links.allTextContents()).toEqual(["Op499query"]);
  await page.keyboard.press("Escape");
  expect(await links.count()).toBe(500);
  await views(page).getByRole("link", { name: "Data" }).click();
  const tables = list(page, "Tables").getByRole("link");
  await tables.first().waitFor();
  expect(await tables.count()).toBe(400);
  expect(complaints).toEqual([]);
});
