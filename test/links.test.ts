/**
 * Whether readers find the pages: links, anchors, the way from the README, and links that work in the
 * registry.
 */

import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { findUnresolved, listSpecifiers } from "../checks/specifiers.ts";

const ROOT = join(import.meta.dirname, "..");
const pages = globSync(["*.md", "docs/**/*.md", "{packages,checks,examples}/*/README.md"], { cwd: ROOT });
const packages = [".", "packages/cli", "packages/compiler", "packages/testing"];

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");

interface Repository {
  readonly url: string;
  readonly directory?: string;
}

const repositories = packages.map(
  (folder): Repository => JSON.parse(read(join(folder, "package.json"))).repository,
);
/** Address of a file of the repository, as the registry shows it to readers of a package. */
const FILES = `${repositories[0]?.url.replace(/^git\+/, "").replace(/\.git$/, "")}/blob/main/`;

interface Link {
  readonly text: string;
  /** Path below the root; `undefined` for a link to another site. */
  readonly target: string | undefined;
  readonly anchor: string | undefined;
  readonly isAbsolute: boolean;
}

/** Links of a page, outside of its code blocks. */
function readLinks(page: string): Link[] {
  const text = read(page).replaceAll(/^```.*?^```$/gms, "");
  return [...text.matchAll(/\]\(([^)#\s]*)(?:#([^)]*))?\)/g)].map(([text, address = "", anchor]) => {
    const isAbsolute = address.startsWith(FILES);
    const isForeign = /^[a-z]+:/.test(address) && !isAbsolute;
    const path = isAbsolute ? address.slice(FILES.length) : join(dirname(page), address);
    const target = address === "" ? page : relative(ROOT, join(ROOT, path));
    return { text, target: isForeign ? undefined : target, anchor, isAbsolute };
  });
}

/** Anchors of the headings of a page, as GitHub makes them. */
function readAnchors(page: string): string[] {
  const headings = read(page)
    .replaceAll(/^```.*?^```$/gms, "")
    .matchAll(/^#+ (.*)$/gm);
  return Array.from(headings, ([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\- ]/gu, "")
      .replaceAll(" ", "-"),
  );
}

test("every link leads to a file and a heading that exist", () => {
  const broken = pages.flatMap((page) =>
    readLinks(page)
      .filter(({ target }) => target !== undefined)
      .filter(
        ({ target = "", anchor }) =>
          !existsSync(join(ROOT, target)) || (anchor !== undefined && !readAnchors(target).includes(anchor)),
      )
      .map(({ text }) => `${page} ${text}`),
  );
  expect(broken).toEqual([]);
});

test("every import that a page names leads to a file", async () => {
  expect(await findUnresolved(ROOT, listSpecifiers())).toEqual([]);
  const others = ["@integration-platform/graphql/none", "@integration-platform/graphql-testing/local"];
  expect(await findUnresolved(ROOT, others)).toEqual(others.slice(0, 1));
});

test("the links of a package's README work in the registry", () => {
  expect(repositories.map(({ directory = "." }) => directory)).toEqual(packages);
  expect(new Set(repositories.map(({ url }) => url)).size).toBe(1);
  const relativeLinks = packages.slice(1).flatMap((folder) =>
    readLinks(`${folder}/README.md`)
      .filter(({ target, isAbsolute }) => target !== undefined && !isAbsolute)
      .map(({ text }) => `${folder} ${text}`),
  );
  // The registry resolves the relative links of the first README with the repository of its package.
  expect(relativeLinks).toEqual([]);
  for (const folder of packages.slice(1)) {
    const targets = readLinks(`${folder}/README.md`).map(({ target }) => target);
    expect(targets, folder).toContain("docs/README.md");
  }
});

test("the index links to every guide", () => {
  const index = readLinks("docs/README.md").map(({ target }) => target);
  expect(pages.filter((page) => /^docs\/[a-z-]+\.md$/.test(page) && !index.includes(page))).toEqual([]);
});
