/**
 * `npm run check -- package`: packs the four packages and checks each tarball with publint, attw and
 * `npm publish --dry-run`. The tarballs have each entry that the documentation names.
 */

import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { createFolder, execute, ROOT, step } from "./commands.ts";
import { packAll } from "./pack.ts";
import { findUnresolved, listSpecifiers } from "./specifiers.ts";

const BIN = join(ROOT, "checks/node_modules/.bin");
const TOOLS: readonly (readonly string[])[] = [
  [join(BIN, "publint"), "run", "--strict"],
  // attw resolves modules only. Schema files are not modules.
  [
    join(BIN, "attw"),
    "--profile",
    "esm-only",
    "--exclude-entrypoints",
    "schema.graphql",
    "report.schema.json",
    "--",
  ],
  ["npm", "publish", "--dry-run", "--ignore-scripts"],
];

await using folder = await createFolder("packed-");
const packed = await packAll(folder.path);
for (const { name, tarball, files, unpackedSize } of packed) {
  await step(`${name}: ${files.length} files, ${Math.ceil(unpackedSize / 1000)} kB`, async () => {
    for (const tool of TOOLS) await execute(ROOT, [...tool, tarball]);
  });
}

const specifiers = listSpecifiers();
await step(`${specifiers.length} specifiers of the documentation`, async () => {
  for (const { name, tarball } of packed) {
    const target = join(folder.path, "node_modules", name);
    await mkdir(target, { recursive: true });
    await execute(ROOT, ["tar", "-xzf", tarball, "-C", target, "--strip-components=1"]);
  }
  const unresolved = await findUnresolved(folder.path, specifiers);
  if (unresolved.length > 0) throw new Error(`no package has ${unresolved.join(", ")}`);
});
