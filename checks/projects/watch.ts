/** An edit of an operation while `graphql-codegen --watch` runs with the config of `init`. */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setInterval } from "node:timers/promises";

/** @throws Error with the output, if graphql-codegen ends before it writes the edited operation */
export async function watchEdit(
  place: { readonly folder: string; readonly env: NodeJS.ProcessEnv },
  operation: string,
): Promise<void> {
  const { folder, env } = place;
  const args = ["--config", "platform.config.ts", "--watch"];
  const child = spawn("graphql-codegen", args, { cwd: folder, env, stdio: ["ignore", "pipe", "pipe"] });
  let printed = "";
  const stop = new AbortController();
  const ended = once(child, "close").finally(() => stop.abort());
  const started = new Promise<void>((resolve) => {
    const collect = (chunk: Buffer): void => {
      printed += chunk;
      if (printed.includes("Watching for changes")) resolve();
    };
    child.stdout.on("data", collect);
    child.stderr.on("data", collect);
  });
  try {
    await Promise.race([started, ended]);
    await edit(operation, join(folder, "src/generated"), stop.signal);
  } catch (error) {
    throw new Error(`graphql-codegen --watch has not written the edit\n${printed}`, { cause: error });
  } finally {
    child.kill("SIGINT");
    await ended;
  }
}

/** Milliseconds between two edits. graphql-codegen says that it watches shortly before it does. */
const INTERVAL_MS = 200;

/** Edits the operation until the edit is in the generated code. */
async function edit(operation: string, generated: string, signal: AbortSignal): Promise<void> {
  const text = (await readFile(operation, "utf8")).replace("{ id name }", "{ id label: name }");
  let edits = 0;
  for await (const _ of setInterval(INTERVAL_MS, undefined, { signal })) {
    if ((await readFile(join(generated, "operations.ts"), "utf8")).includes("label: name")) return;
    await writeFile(operation, `${text}# ${++edits}\n`);
  }
}
