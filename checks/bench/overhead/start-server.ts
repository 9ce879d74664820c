/** The server that clients are measured over, in a process of its own, so that its work is not counted as theirs. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

export async function startServer(): Promise<AsyncDisposable & { readonly base: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "server.ts")], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [printed] = (await once(child.stdout, "data")) as [Buffer];
  return {
    base: `${printed}`.trim(),
    async [Symbol.asyncDispose]() {
      child.kill();
      await once(child, "close");
    },
  };
}
