/**
 * `npm run check -- card`: replaces each package that the project is built on by one that throws. `npm start`,
 * `npm run codegen` or `npm test` must fail for this reason: otherwise the package is there in name only.
 */

import { mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import process from "node:process";
import { createFolder, finish, runSteps } from "./commands.ts";
import { copyRepository } from "./copy-repository.ts";

interface Part {
  /** A command of `npm start`, `npm run codegen` or `npm test`. */
  readonly command: readonly string[];
  /** Files that are run or imported by their paths. @default the entry alone */
  readonly files?: readonly string[];
  /** A part of what the command prints. @default the name of the replaced package, in an error */
  readonly reason?: string;
}

const CODEGEN = ["npm", "run", "codegen"];
const test = (file: string) => [process.execPath, "node_modules/vitest/vitest.mjs", "run", file];

const PARTS: Readonly<Record<string, Part>> = {
  "@graphql-codegen/cli": { command: CODEGEN, files: ["esm/bin.js"] },
  "@graphql-codegen/typed-document-node": { command: CODEGEN },
  "@graphql-typed-document-node/core": {
    command: ["npm", "run", "types"],
    reason: "has no exported member 'TypedDocumentNode'",
  },
  graphql: { command: CODEGEN },
  ky: { command: test("test/retry.test.ts") },
  msw: { command: test("packages/testing/test/state.test.ts") },
  vitest: { command: test("test/retry.test.ts"), files: ["vitest.mjs"] },
};

await using temp = await createFolder("card-");
const folder = temp.path;

/** Replaces a package until the command has failed. It has no types. */
async function replace(name: string, { command, files = [], reason }: Part): Promise<void> {
  const path = join(folder, "node_modules", name);
  const { version } = JSON.parse(await readFile(join(path, "package.json"), "utf8"));
  const exports = { "./package.json": "./package.json", "./*": "./index.js", ".": "./index.js" };
  const code = `throw new Error(${JSON.stringify(`${name} is replaced`)});\n`;
  const stub = {
    "package.json": JSON.stringify({ name, version, type: "module", main: "index.js", exports }),
    "index.d.ts": "export {};\n",
    ...Object.fromEntries(["index.js", ...files].map((file) => [file, code])),
  };
  await rename(path, `${path}.kept`);
  for (const [file, text] of Object.entries(stub)) {
    await mkdir(dirname(join(path, file)), { recursive: true });
    await writeFile(join(path, file), text);
  }
  const finished = await finish(folder, command, { ...process.env, NO_COLOR: "1" });
  await rm(path, { recursive: true });
  await rename(`${path}.kept`, path);
  const printed = finished.stdout + finished.stderr;
  if (finished.code === 0) throw new Error(`${command.join(" ")} works without ${name}`);
  // An import of a name that the package no longer exports fails before its code runs.
  const reasons = reason === undefined ? [`${name} is replaced`, `The requested module '${name}`] : [reason];
  if (!reasons.some((text) => printed.includes(text)))
    throw new Error(`${command.join(" ")} failed otherwise:\n${printed}`);
}

await runSteps({
  "copy the repository": () => copyRepository(folder),
  ...Object.fromEntries(Object.entries(PARTS).map(([name, part]) => [name, () => replace(name, part)])),
});
