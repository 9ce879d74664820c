/** `npm run check:package`: packs the four packages and checks each tarball with publint, attw and `npm publish --dry-run`. */

import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { packAll } from "./pack.ts";

const ROOT = join(import.meta.dirname, "..");
const TOOLS: readonly (readonly string[])[] = [
  ["publint", "run", "--strict"],
  // attw resolves modules only. Schema files are not modules.
  ["attw", "--profile", "esm-only", "--exclude-entrypoints", "schema.graphql", "report.schema.json", "--"],
  ["npm", "publish", "--dry-run", "--ignore-scripts"],
];

const folder = await mkdtemp(join(tmpdir(), "packed-"));
try {
  for (const { name, tarball, files, unpackedSize } of await packAll(folder)) {
    for (const [tool = "", ...args] of TOOLS) {
      await promisify(execFile)(tool, [...args, tarball], { cwd: ROOT }).catch(
        ({ stdout, stderr }: { stdout: string; stderr: string }) => {
          process.stderr.write(`✗ ${tool} ${name}\n${stdout}${stderr}`);
          process.exitCode = 1;
        },
      );
    }
    process.stdout.write(`${name}: ${files.length} files, ${Math.ceil(unpackedSize / 1000)} kB\n`);
  }
} finally {
  await rm(folder, { recursive: true });
}
