/**
 * `npm run check -- package`: packs the four packages and checks each tarball with publint, attw and
 * `npm publish --dry-run`.
 */

import { join } from "node:path";
import { createFolder, execute, ROOT, step } from "./commands.ts";
import { packAll } from "./pack.ts";

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
for (const { name, tarball, files, unpackedSize } of await packAll(folder.path)) {
  await step(`${name}: ${files.length} files, ${Math.ceil(unpackedSize / 1000)} kB`, async () => {
    for (const tool of TOOLS) await execute(ROOT, [...tool, tarball]);
  });
}
