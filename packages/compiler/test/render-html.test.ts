/** The HTML report in a browser. */

import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Page } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { browserTest } from "../../../test/support/browser.ts";
import type { Report } from "../src/index.ts";
import { STYLE, STYLE_HASH } from "../src/reports/style.ts";
import { renderHtml } from "./support/render.ts";
import { createUnaffected, drifted, everyVerdict, sources, withOperations } from "./support/report.ts";
import { checkTexts } from "./support/schema-check.ts";

/** Opens a report from a file. Returns the URLs that the browser requests. */
async function open(page: Page, report: Report): Promise<string[]> {
  const folder = await mkdtemp(join(tmpdir(), "report-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, "report.html");
  await writeFile(file, renderHtml(report, { sources }));
  const requests: string[] = [];
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(pathToFileURL(file).href);
  return requests;
}

/** Visible changes, in the navigation and in the report, and visible operations. */
async function listShown(page: Page): Promise<{ links: string[]; articles: string[]; operations: string[] }> {
  const visible = async (selector: string) => page.locator(`${selector} >> visible=true`).allInnerTexts();
  const links = await visible("nav [data-status] a > span:last-child");
  const articles = await visible("article h3");
  const operations = await visible(".operations > li > b");
  return { links, articles, operations };
}

const CHANGES = [
  "1. Mutation.renameIntegration(reason:) is now required",
  "2. User.displayName was removed",
  "3. User.email is now nullable, was non-null",
  "4. Flow.trigger is now non-null, was nullable",
  "5. FlowFilter.tags is new and optional",
  "6. Run.status is now non-null, was nullable",
  '7. Cannot query field "plan" on type "Tenant"',
];

test("the content security policy allows the style", () => {
  expect(STYLE_HASH).toBe(createHash("sha256").update(STYLE).digest("base64"));
});

browserTest(
  "shows every change and operation, without further requests or console messages",
  async (visit) => {
    const { page, complaints } = visit;
    const requests = await open(page, everyVerdict);
    expect(await page.title()).toMatch(/^✗ the server rejects 2 of 15 operations · .* · Schema check$/);
    const { links, articles, operations } = await listShown(page);
    expect(articles).toEqual(CHANGES);
    expect(links).toEqual(CHANGES);
    expect(operations).toEqual(everyVerdict.operations.map(({ name }) => name));
    const marks = await page.locator("article mark").allInnerTexts();
    expect(marks).toEqual(["renameIntegration", "displayName", "email", "trigger", "$filter", "status"]);
    const changes = page.locator(".operations > li", { hasText: "GetIntegration" }).getByRole("link");
    expect(await changes.allInnerTexts()).toEqual(["2", "3", "6"]);
    expect(requests).toEqual([page.url()]);
    expect(complaints).toEqual([]);
  },
);

browserTest("filters by verdict", async ({ page }) => {
  await open(page, everyVerdict);
  const shown: Record<string, [changes: number, operations: string]> = {};
  for (const name of [/rejected/, /breaks/, /changes types/, /invalid/, /unaffected/, /all/]) {
    await page.getByRole("radio", { name }).check();
    const { links, articles, operations } = await listShown(page);
    expect(links).toHaveLength(articles.length);
    shown[name.source] = [
      articles.length,
      operations.length > 3 ? String(operations.length) : operations.join(" "),
    ];
  }
  expect(shown).toEqual({
    rejected: [2, "GetIntegration RenameIntegration"],
    breaks: [1, ""],
    "changes types": [3, "ListFlows"],
    invalid: [1, "GetTenant"],
    unaffected: [0, "11"],
    all: [7, "15"],
  });
});

browserTest("collapses many places", async ({ page }) => {
  const [first] = drifted.operations;
  const [finding] = first?.findings ?? [];
  if (!first || !finding) throw new TypeError("The sample has findings.");
  const create = (length: number) =>
    Array.from({ length }, (_, index) => {
      const place = { ...finding.place, line: index + 1 };
      return { ...first, name: `Get${index}`, findings: [{ ...finding, place }] };
    });
  await open(page, withOperations(drifted, create(6)));
  const places = page.locator("article details:not(.box) li").filter({ visible: true });
  expect(await places.count()).toBe(5);
  await open(page, withOperations(drifted, create(7)));
  expect(await places.count()).toBe(0);
  await page.getByText("6 other places in 6 operations").click();
  expect(await places.count()).toBe(6);
});

browserTest("lists other places in one line each, and a message once", async ({ page }) => {
  const before = "type Query { a: A! } type A { x: Int! y: Int! }";
  const files = Array.from({ length: 7 }, (_, index) => [
    `src/${index}.graphql`,
    `query Q${index} { a { x y } }`,
  ]);
  await open(page, checkTexts(before, before.replaceAll("Int!", "Int"), Object.fromEntries(files)));
  await page.getByText("13 other places in 7 operations").click();
  const places = page.locator("article details.places li");
  expect((await places.allInnerTexts()).slice(0, 2)).toEqual([
    "src/0.graphql:1:18 A.y Q0",
    "src/1.graphql:1:16 A.x Q1",
  ]);
  const heights = await places.evaluateAll((all) =>
    all.map((element) => element.getBoundingClientRect().height),
  );
  expect([heights.length, Math.max(...heights) < 30]).toEqual([13, true]);
  expect(await page.locator("article").getByText("must handle null").count()).toBe(1);
});

browserTest("works with the keyboard: the skip link, the filter and the focus", async ({ page }) => {
  await open(page, drifted);
  const focused = () =>
    page.evaluate(() => {
      const element = document.activeElement;
      const outlined = element?.closest("label") ?? element;
      return [
        element?.id || element?.textContent,
        outlined ? getComputedStyle(outlined).outlineStyle : "none",
      ];
    });
  await page.keyboard.press("Tab");
  expect(await focused()).toEqual(["Skip to the report", "solid"]);
  await page.keyboard.press("Tab");
  expect(await focused()).toEqual(["show-all", "solid"]);
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toEqual(["show-rejected", "solid"]);
  expect((await listShown(page)).operations).toEqual(["GetIntegration", "RenameIntegration"]);
  await page.keyboard.press("ArrowUp");
  expect((await listShown(page)).operations).toHaveLength(14);
  // The title of the first group can be collapsed.
  for (const _ of ["title", "first change", "second change"]) await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  expect(new URL(page.url()).hash).toBe("#change-2");
  expect(await page.locator("article:target h3").innerText()).toBe(CHANGES[1]);
});

browserTest("has a language, landmarks, headings and labels", async ({ page }) => {
  await open(page, everyVerdict);
  expect(await page.getAttribute("html", "lang")).toBe("en");
  const main = page.getByRole("main");
  expect(await page.getByRole("heading", { level: 1 }).innerText()).toContain(
    "the server rejects 2 of 15 operations",
  );
  expect(await main.getByRole("heading", { level: 2 }).allInnerTexts()).toEqual([
    "What you can do",
    "The server rejects calls now: 2 changes, 2 operations",
    "Code no longer compiles, or a wrong value is read: 1 change, 1 operation",
    "Types change, and nothing breaks: 3 changes, 2 operations",
    "Operations are invalid in both schemas: 1 change, 1 operation",
    "Operations",
    "Accepted changes",
    "Accepted changes to update or remove",
    "Deprecated elements in use",
    "New on types in use",
    "Other schema changes, by their level for any client: 1 breaking, 1 dangerous, 3 safe",
    "Changelog entry",
  ]);
  expect(await page.getByRole("banner").count()).toBe(1);
  expect(await page.getByRole("complementary", { name: "Filter and contents" }).count()).toBe(1);
  expect(await page.getByRole("navigation", { name: "Changes" }).getByRole("link").count()).toBe(7);
  expect(await page.getByRole("group", { name: "Show operations" }).getByRole("radio").count()).toBe(6);
  const ids = await page.evaluate(() => [...document.querySelectorAll("[id]")].map(({ id }) => id));
  expect(new Set(ids).size).toBe(ids.length);
  const targets = await page.evaluate(() =>
    [...document.querySelectorAll("[aria-labelledby], a[href]")].map(
      (element) => element.getAttribute("aria-labelledby") ?? element.getAttribute("href")?.slice(1) ?? "",
    ),
  );
  expect(targets.filter((id) => !ids.includes(id))).toEqual([]);
});

/** Texts with a contrast below 4.5 to 1 (WCAG 2.2, 1.4.3), and the horizontal overflow. */
function inspectLook() {
  const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  const channels = (color: string): number[] => {
    if (!canvas) return [];
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data];
  };
  const luminance = (color: string) => {
    const [red = 0, green = 0, blue = 0] = channels(color).map((channel) => {
      const part = channel / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const groundOf = (element: Element | null): string => {
    if (!element) return "white";
    const color = getComputedStyle(element).backgroundColor;
    return channels(color)[3] === 255 ? color : groundOf(element.parentElement);
  };
  const faint = [...document.querySelectorAll("body *")].flatMap((element) => {
    const text = [...element.childNodes].find(
      ({ nodeType, textContent }) => nodeType === 3 && textContent?.trim(),
    );
    if (!text || element.getClientRects().length === 0) return [];
    const [light = 0, dark = 0] = [getComputedStyle(element).color, groundOf(element)]
      .map(luminance)
      .sort((a, b) => b - a);
    const contrast = (light + 0.05) / (dark + 0.05);
    return contrast < 4.5 ? [`${text.textContent?.trim()}: ${contrast.toFixed(2)}`] : [];
  });
  return { faint, tooWide: document.documentElement.scrollWidth - innerWidth };
}

browserTest("is readable in light and dark, wide and narrow", async ({ page }) => {
  await open(page, everyVerdict);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    for (const width of [1280, 320]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(inspectLook)).toEqual({ faint: [], tooWide: 0 });
    }
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(ground).toBe(colorScheme === "light" ? "rgb(255, 255, 255)" : "rgb(20, 23, 28)");
  }
});

browserTest("works without scripts", async ({ page }) => {
  const session = await page.context().newCDPSession(page);
  const disableScripts = (value: boolean) => session.send("Emulation.setScriptExecutionDisabled", { value });
  onTestFinished(async () => {
    await disableScripts(false);
    await session.detach();
  });
  await disableScripts(true);
  await open(page, drifted);
  expect(await page.locator("script").count()).toBe(0);
  await page.getByRole("radio", { name: "rejected" }).check();
  expect((await listShown(page)).operations).toEqual(["GetIntegration", "RenameIntegration"]);
});

const HOSTILE = `"></style></script><script>document.title = "taken"</script><img src=x onerror="document.title = 'taken'">'&lt;\u202e`;
const SHOWN = HOSTILE.replace("\u202e", "\\u202e");

browserTest("shows foreign text and does not execute it", async ({ page, complaints }) => {
  const [first] = drifted.operations;
  if (!first) throw new Error("The sample has operations.");
  const change = { kind: "invalid", error: HOSTILE } as const;
  const findings = first.findings.map((finding) => ({
    ...finding,
    change,
    message: HOSTILE,
    coordinate: HOSTILE,
  }));
  const operation = {
    ...first,
    name: HOSTILE,
    findings,
    types: { before: HOSTILE, after: `${HOSTILE} | null` },
  };
  const report = { ...withOperations(drifted, [operation]), remarks: [HOSTILE], changelog: HOSTILE };
  const requests = await open(page, report);
  expect(await page.title()).toMatch(/ · Schema check$/);
  expect(await page.locator("script, img").count()).toBe(0);
  for (const selector of [
    "article h3 a",
    ".remarks li",
    ".operations b",
    "nav li:first-child a > span + span",
  ])
    expect((await page.locator(selector).first().textContent())?.replace(/^1\. /, "")).toBe(SHOWN);
  expect(await page.locator(".diff del").first().textContent()).toBe(`− ${SHOWN}`);
  expect(requests).toEqual([page.url()]);
  expect(complaints).toEqual([]);
});

browserTest("shows and filters 1,000 operations", async ({ page }) => {
  const samples = drifted.operations.slice(0, 3);
  const operations = Array.from({ length: 1000 }, (_, index) => ({
    ...createUnaffected(`Get${index}`),
    ...(samples[index % 3] ?? {}),
    name: `Get${index}`,
  }));
  await open(page, withOperations(drifted, operations));
  await page.getByRole("radio", { name: "changes types" }).check();
  const count = () =>
    [...document.querySelectorAll(".operations > li")].filter((item) => item.checkVisibility()).length;
  expect(await page.evaluate(count)).toBe(333);
});
