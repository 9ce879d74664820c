/**
 * `npm run check -- walks`: with the packed packages, the quick start prints what its page shows, each command
 * as a user types it, and `npm start` what the README shows.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import process from "node:process";
import { createPlatform } from "@integration-platform/graphql-testing";
import { readBlocks } from "../test/support/blocks.ts";
import { normalize, walkQuickStart } from "../test/support/walk.ts";
import { createFolder, execute, finish, ROOT, runSteps } from "./commands.ts";
import { packAll } from "./pack.ts";

await using temp = await createFolder("walks-");
const folder = temp.path;

/** The packages that the page installs, ours as tarballs. */
async function install(): Promise<void> {
  const page = await readFile(join(ROOT, "docs/quick-start.md"), "utf8");
  const named = [...page.matchAll(/^npm install (?:--save-dev )?(.*)$/gm)].flatMap(([, names = ""]) =>
    names.split(" "),
  );
  const packed = await packAll(folder);
  const tarballs = packed.map(({ tarball }) => tarball);
  const others = named.filter((name) => !packed.some((own) => own.name === name));
  if (named.length !== tarballs.length - 1 + others.length) throw new Error(`The page installs ${named}`);
  await execute(folder, ["npm", "init", "--yes"]);
  const flags = ["--save-dev", "--prefer-offline", "--no-audit", "--no-fund"];
  await execute(folder, ["npm", "install", ...flags, ...tarballs, ...others]);
}

/** The platform of `serve`, with its sample data. */
async function walkPage(): Promise<void> {
  await using platform = createPlatform();
  const { baseUrl } = await platform.listen();
  const env = {
    ...process.env,
    PLATFORM_BASE_URL: baseUrl,
    PLATFORM_REFRESH_TOKEN: platform.refreshToken,
    NO_COLOR: "1",
  };
  await walkQuickStart(folder, (line) => finish(folder, ["sh", "-c", line], env));
}

async function startClone(): Promise<void> {
  const { output = "" } =
    (await readBlocks("README.md")).find(({ code }) => code.includes("npm start")) ?? {};
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !name.startsWith("PLATFORM_")),
  );
  const printed = await execute(ROOT, ["node", "checks/start.ts"], { env });
  if (normalize(printed) !== normalize(output)) throw new Error(`npm start printed\n${printed}`);
}

await runSteps({
  "install the packed packages": install,
  "the quick start": walkPage,
  "the README": startClone,
});
