/**
 * `npm run check -- recipes`: runs the recipes for test runners of `docs/test-runners.md` with the packed
 * packages: with right code, with wrong code, and with rows that lack a value. `-- --all`: all set-ups of
 * Jest.
 */

import { readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { createFolder, ROOT, runSteps } from "../commands.ts";
import { configure, readSetups } from "./jest.ts";
import {
  checkTypes,
  createProject,
  type Files,
  install,
  openProject,
  type ProjectOptions,
} from "./project.ts";
import { PAGE, type Recipe, readRecipes, replaceServer } from "./recipes.ts";

const CODE = "src/list-names.ts";
const TEST = "src/list-names.test.ts";

/** A project, and the commands that run its tests. */
interface Variant extends ProjectOptions {
  readonly commands: readonly string[];
}

await using temp = await createFolder("recipes-");
const recipes = await readRecipes();
const setups = await readSetups();
const names = findRecipe("").files[CODE] ?? "";
const vitest = findRecipe("Vitest");

function findRecipe(heading: string): Recipe {
  const recipe = recipes.get(heading);
  if (!recipe) throw new Error(`${PAGE}: there is no recipe "${heading}"`);
  return recipe;
}

/** @param files - In addition to those of the recipe, or in place of them */
function createVariant(heading: string, files: Files = {}, options: Partial<Variant> = {}): Variant {
  const recipe = findRecipe(heading);
  return { ...recipe, ...options, files: { [CODE]: names, ...recipe.files, ...files } };
}

/** The test of the recipe for fake timers, with those of Jest. */
function createJestTimers(): Variant {
  const test = findRecipe("Fake timers").files[TEST] ?? "";
  const own = test.replace('vi } from "vitest"', 'jest } from "@jest/globals"').replaceAll("vi.", "jest.");
  const variant = createJest(undefined, undefined);
  return { ...variant, files: { ...variant.files, [TEST]: own }, commands: variant.commands.slice(0, 1) };
}

function createJest(setup: string | undefined, type: "commonjs" | undefined): Variant {
  const recipe = findRecipe("Jest");
  const members = setup === undefined ? undefined : setups.get(setup);
  if (setup !== undefined && members === undefined) throw new Error(`${PAGE}: there is no set-up "${setup}"`);
  const config = configure(recipe.files["jest.config.js"] ?? "", members, type);
  const test = (vitest.files[TEST] ?? "").replace('"vitest"', '"@jest/globals"');
  const commands = setup?.includes("without the flag") ? ["npx jest"] : recipe.commands;
  return createVariant("Jest", { ...config, [TEST]: test }, { type, commands });
}

function createBrowser(): Variant {
  const changed = findRecipe("Vitest in a browser").files[TEST] ?? "";
  return createVariant("Vitest in a browser", { [TEST]: replaceServer(vitest.files[TEST] ?? "", changed) });
}

function createNode(options: Partial<Variant> = {}): Variant {
  return createVariant(
    "node:test",
    { [CODE]: names.replace('.js"', '.ts"') },
    { extension: ".ts", ...options },
  );
}

/** The page that the recipe opens. */
const APPLICATION = {
  "index.html": '<!doctype html><ul></ul><script type="module" src="/src/main.ts"></script>\n',
  "src/main.ts": `import { accessToken, createClient } from "@integration-platform/graphql";
import { listNames } from "./list-names.js";

const { baseUrl, token } = Reflect.get(window, "config");
for (const name of await listNames(createClient({ baseUrl, auth: accessToken(token) }))) {
  const item = document.createElement("li");
  item.textContent = name;
  document.querySelector("ul")?.append(item);
}
`,
};

/** Two files, so that two workers run them. */
async function createPlaywright(): Promise<Variant> {
  const { "playwright.config.ts": config = "", "e2e/names.spec.ts": test = "" } =
    findRecipe("Playwright").files;
  return createVariant("Playwright", {
    ...APPLICATION,
    "e2e/other.spec.ts": test,
    "playwright.config.ts": config.replaceAll("5173", await findPort()),
  });
}

function findPort(): Promise<string> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? String(address?.port) : ""));
    });
  });
}

/** All commands pass. */
async function pass(variant: Variant): Promise<void> {
  const project = await createProject(temp.path, variant);
  for (const line of variant.commands) await project.run(line);
}

/**
 * All commands pass, and the last one fails if the code returns the wrong member.
 *
 * @param printed - What each command prints
 */
async function passAndFail(variant: Variant, printed = ""): Promise<void> {
  const project = await createProject(temp.path, variant);
  for (const line of variant.commands) {
    const output = await project.run(line);
    if (!output.includes(printed)) throw new Error(`${line} does not print "${printed}"\n${output}`);
  }
  const wrong = variant.files[CODE]?.replace("({ name }) => name", "({ id }) => id") ?? "";
  if (wrong === variant.files[CODE]) throw new Error(`${CODE} has no place for the mistake`);
  await project.write({ [CODE]: wrong });
  await project.fail(variant.commands.at(-1) ?? "");
}

/** The value that 100 rows lack is printed once by each of two test files, with the name of the operation. */
async function printOnce(variant: Variant, line: string): Promise<void> {
  const project = await createProject(temp.path, variant);
  const test =
    variant.files[TEST]?.replace('[{ name: "Orders" }]', "Array.from({ length: 100 }, () => ({}))") ?? "";
  if (test === variant.files[TEST]) throw new Error(`${TEST} has no place for the rows`);
  await project.write({ [TEST]: test, "src/other.test.ts": test });
  const printed = await project.fail(line);
  const lines = printed.match(/ListIntegrations: No Integration has a "name"/g) ?? [];
  if (lines.length !== 2) throw new Error(`${lines.length} lines, not 2\n${printed}`);
}

/** In a project with Prettier and ESLint, both leave what `init` writes alone. */
async function lint(): Promise<void> {
  const project = openProject(temp.path, "linted");
  await project.write(LINTED);
  await project.run("npx platform-graphql init --schema schema.graphql");
  await project.run("npx prettier --check .");
  await project.run("npx eslint .");
  const guide = await readFile(join(ROOT, "docs/setup.md"), "utf8");
  const [, ignored = ""] = /`(globalIgnores\(.*?\))`/.exec(guide) ?? [];
  await project.write({ "eslint.config.js": renderEslintConfig(`${ignored}, `) });
  await project.run("npx eslint --max-warnings 0 .");
}

const renderEslintConfig = (ignored: string): string => `\
import { ${ignored === "" ? "" : "globalIgnores, "}defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

export default defineConfig([${ignored}tseslint.configs.recommended]);
`;

const LINTED = {
  "package.json": '{ "type": "module", "devDependencies": { "prettier": "3" } }\n',
  "eslint.config.js": renderEslintConfig(""),
  "schema.graphql": "type Query {\n  names: [String!]!\n}\n",
  "operations/list-names.graphql": "query ListNames {\n  names\n}\n",
};

const oldest = { isOldest: true } as const;
const SETUP = { "vitest.config.ts": 'export default { test: { setupFiles: ["setup.ts"] } };\n' };
const [jestLine = ""] = findRecipe("Jest").commands;

const steps = {
  Vitest: () => passAndFail(createVariant("Vitest")),
  "Vitest, oldest versions": () => pass(createVariant("Vitest", SETUP, oldest)),
  "Vitest in a browser": () => passAndFail(createBrowser()),
  "Fake timers": () => passAndFail(createVariant("Fake timers")),
  "Fake timers in Jest": () => pass(createJestTimers()),
  "Jest with SWC": () => passAndFail(createJest(undefined, undefined)),
  "Jest with ts-jest, CommonJS": () => pass(createJest("ts-jest", "commonjs")),
  "node:test": () => passAndFail(createNode()),
  "node:test, oldest versions": () => pass(createNode(oldest)),
  Playwright: async () => passAndFail(await createPlaywright(), "using 2 workers"),
  "a missing value, Vitest with two workers": () =>
    printOnce(createVariant("Vitest"), "npx vitest run --maxWorkers=2"),
  "a missing value, Jest": () => printOnce(createJest(undefined, undefined), jestLine),
  "a missing value, node:test": () => printOnce(createNode(), "node --test"),
  "Prettier and ESLint": lint,
};
/** The other set-ups, which take as long as all of the steps above. */
const more = {
  "Jest with SWC, oldest versions": () => pass({ ...createJest(undefined, undefined), ...oldest }),
  "Jest with SWC, CommonJS": () => pass(createJest(undefined, "commonjs")),
  "Jest with Babel, CommonJS": () => pass(createJest("Babel", "commonjs")),
  "Jest with ts-jest": () => pass(createJest('ts-jest, `"type": "module"`', undefined)),
  "Jest with CommonJS without the flag": () => pass(createJest("CommonJS without the flag", "commonjs")),
};
const isComplete = process.argv.includes("--all");
await runSteps({
  install: () => install(temp.path),
  ...steps,
  ...(isComplete && more),
  types: () => checkTypes(temp.path),
});
