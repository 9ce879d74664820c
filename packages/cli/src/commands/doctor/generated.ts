/** Generated code: whether it is what codegen would write today. */

import { execFile } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { findConfig } from "../codegen/codegen.ts";
import { listAncestors } from "../tree.ts";
import type { Case } from "./case.ts";
import { type Check, fine, skipped, wrong } from "./examination.ts";

/** Milliseconds for all of codegen: some configurations read a schema from a slow place. */
const PATIENCE_MS = 120_000;

export function checkGenerated({ terminal, prefix }: Case): Check {
  return {
    ...{ id: "generated", title: "generated code", needs: [] },
    async run() {
      const config = findConfig();
      if (config === undefined) return skipped("because there is no codegen.ts here");
      const file = listAncestors(process.cwd())
        .map((folder) => join(folder, "node_modules/@graphql-codegen/cli/package.json"))
        .find(existsSync);
      if (file === undefined) return skipped("because graphql-codegen is not installed", "npm install");
      const bin = join(dirname(file), JSON.parse(readFileSync(file, "utf8")).bin["graphql-codegen"]);
      const args = [bin, "--config", config, "--errors-only", "--check"];
      // Code of the project's own, which has no business with our tokens.
      const env = Object.fromEntries(Object.entries(terminal.env).filter(([name]) => !name.startsWith(`${prefix}_`)));
      try {
        const around = { env: { ...env, NO_COLOR: "1" }, signal: terminal.interruption, timeout: PATIENCE_MS };
        await promisify(execFile)(process.execPath, args, around);
        return fine(`what codegen writes today (${config})`);
      } catch (error) {
        const { stdout = "", stderr = "" } = error as { readonly stdout?: string; readonly stderr?: string };
        const stale = [...`${stdout}${stderr}`.matchAll(/^,? +- (.+)$/gm)].map(([, name]) => name);
        if (stale.length > 0)
          return wrong(`stale: ${stale.sort().join(", ")}`, "run codegen, and commit what it writes");
        const [first = "codegen fails"] = `${stderr}${stdout}`.trim().split("\n");
        return wrong(first, `npx graphql-codegen --config ${config} says more`);
      }
    },
  };
}
