/**
 * `npm run check -- card`: replaces each package that the main path is built on by one that throws when it is
 * used, in a copy of the repository, one after the other. A command of the quick start must fail, and name
 * it. If it passes, the package is there in name only. `-- ky msw`: only these.
 */

import { readFile, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { fileURLToPath } from "node:url";
import { createFolder, execute, finish, runSteps, step } from "./commands.ts";
import { copyRepository } from "./copy-repository.ts";

const SCRIPTS = {
  start: ["npm", "start"],
  codegen: ["npm", "run", "codegen"],
  // All that it does before the tests, and one file of them.
  test: ["npm", "test", "--", "test/contract"],
} as const;

interface Card {
  /** A module that programs import, or a file of the package. */
  readonly replaced: string;
  /** A script of package.json. */
  readonly script: keyof typeof SCRIPTS;
  /** What the output contains. @default what the replaced module writes */
  readonly reason?: RegExp;
}

const CARDS: Readonly<Record<string, Card>> = {
  "@graphql-codegen/cli": { replaced: "esm/bin.js", script: "codegen" },
  "@graphql-codegen/typed-document-node": { replaced: ".", script: "codegen" },
  "@graphql-typed-document-node/core": {
    replaced: "typings/index.d.ts",
    script: "test",
    reason: /src\/generated\/documents\.ts.* has no exported member .*TypedDocumentNode/,
  },
  graphql: { replaced: ".", script: "codegen" },
  ky: { replaced: ".", script: "start" },
  msw: { replaced: ".", script: "test" },
  vitest: { replaced: "vitest.mjs", script: "test" },
};

await using folder = await createFolder("card-");
const copy = folder.path;
const env = { ...process.env, DEBUG: "platform-graphql", NO_COLOR: "1" };

/** Prints the file that programs import, its exported names, and the file that they require. */
const FIND_MODULE = `
import { createRequire } from "node:module";
const [name] = process.argv.slice(1);
const names = Object.keys(await import(name));
const required = createRequire(process.cwd() + "/").resolve(name);
console.log(JSON.stringify([import.meta.resolve(name), names, required]));
`;

/** A module with the same exports, of which each throws when it is called or read. */
function renderModule(name: string, exports: readonly string[], format: "import" | "require"): string {
  const names = exports.filter((exported) => exported !== "module.exports");
  // Written too, because a program can translate what a package throws.
  const start = `const fail = () => {
  process.stderr.write("${name} was replaced\\n");
  throw new Error("${name} was replaced");
};
const replaced = new Proxy(class {}, { apply: fail, construct: fail, get: fail });
`;
  if (format === "require")
    return start + names.map((exported) => `exports.${exported} = replaced;\n`).join("");
  return `${start}export { ${names.map((exported) => `replaced as ${exported}`).join(", ")} };\n`;
}

/** The texts of the replaced files, by their paths. */
async function createReplacement(name: string, { replaced }: Card): Promise<Map<string, string>> {
  if (replaced !== ".") {
    const program = `#!/usr/bin/env node\nthrow new Error("${name} was replaced");\n`;
    const text = replaced.endsWith(".d.ts") ? "export {};\n" : program;
    return new Map([[join(copy, "node_modules", name, replaced), text]]);
  }
  const command = [process.execPath, "--input-type=module", "--eval", FIND_MODULE, "--", name];
  const printed = await execute(copy, command);
  const [url, exports, required]: [string, string[], string] = JSON.parse(printed);
  return new Map([
    [required, renderModule(name, exports, "require")],
    [fileURLToPath(url), renderModule(name, exports, "import")],
  ]);
}

async function replace(name: string, card: Card): Promise<void> {
  const replacement = await createReplacement(name, card);
  const originals = new Map<string, string>();
  for (const [file, text] of replacement) {
    const { mode } = await stat(file);
    originals.set(file, await readFile(file, "utf8"));
    // The original is a link to the file of the repository.
    await rm(file);
    await writeFile(file, text, { mode });
  }
  const { script, reason = new RegExp(`${name} was replaced`) } = card;
  const { code, stdout, stderr } = await finish(copy, [...SCRIPTS[script]], env);
  for (const [file, text] of originals) await writeFile(file, text);
  if (code === 0) throw new Error(`"${SCRIPTS[script].join(" ")}" does without ${name}`);
  if (!reason.test(stdout + stderr)) throw new Error(`failed, but not by ${name}:\n${stdout}${stderr}`);
}

const names = process.argv.slice(2);
await runSteps({
  "copy the repository": () => copyRepository(copy),
  "npm start works": () => execute(copy, ["npm", "start"], { env }),
});
for (const [name, card] of Object.entries(CARDS))
  if (names.length === 0 || names.includes(name))
    await step(`npm ${card.script} fails without ${name}`, () => replace(name, card));
