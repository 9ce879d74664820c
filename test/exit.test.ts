/**
 * Processes that end while a rotating refresh request is on the way: who keeps the new refresh token, and who
 * loses it.
 */

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { respond, serve } from "./support/server.ts";
import { gate } from "./support/wire.ts";

const WORKER = join(import.meta.dirname, "support/exit-worker.ts");

/** How the process ends. `none`: it has nothing else to do. */
type Ending = "none" | "exit" | "throw" | "SIGTERM";

/** @returns what the process stored, and how it ended. */
async function endDuringRefresh(ending: Ending, closes: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "exit-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "token");
  const asked = gate();
  const released = gate();
  await using server = await serve(async (request, response) => {
    if (request.url === "/api") return respond(response, { data: { value: "fine" } });
    asked.resolve();
    await released.promise;
    respond(response, { access_token: "access", refresh_token: "second" });
  });
  const child = spawn(
    process.execPath,
    ["--conditions=@integration-platform/source", WORKER, server.baseUrl, file, String(closes)],
    { stdio: ["pipe", "pipe", "ignore"] },
  );
  const exited = once(child, "exit");
  const stopping = once(child.stdout, "data");
  await asked.promise;
  if (ending === "SIGTERM") child.kill("SIGTERM");
  else child.stdin.write(ending);
  // A process that does not close its client ends before the response.
  if (closes) await stopping;
  else if (ending !== "none") await exited;
  released.resolve();
  const [code, signal] = await exited;
  return { stored: existsSync(file) ? readFileSync(file, "utf8") : undefined, end: signal ?? code };
}

test("a process that ends by itself stores the new refresh token first", async () => {
  expect(await endDuringRefresh("none", false)).toEqual({ stored: "second", end: 0 });
});

test("a process that calls process.exit loses the refresh token on the way", async () => {
  expect(await endDuringRefresh("exit", false)).toEqual({ stored: undefined, end: 0 });
});

test("a process that closes its client before process.exit stores the new refresh token", async () => {
  expect(await endDuringRefresh("exit", true)).toEqual({ stored: "second", end: 0 });
});

test.for([
  ["SIGTERM", "SIGTERM"],
  ["throw", 1],
] as const)(
  "a process that ends by %s loses the refresh token on the way, unless it closes its client",
  {
    tags: ["slow"],
  },
  async ([ending, end]) => {
    expect(await endDuringRefresh(ending, false)).toEqual({ stored: undefined, end });
    expect(await endDuringRefresh(ending, true)).toEqual({ stored: "second", end: 0 });
  },
);
