/** `platform-graphql serve` as a process of its own, and what the system says of its memory. */

import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

const MAIN = join(import.meta.dirname, "../dist/cli/main.js");

export interface Memory {
  /** Resident now, in MiB. */
  readonly rss: number;
  /** The most that was ever resident, in MiB. */
  readonly peak: number;
}

export interface Server extends AsyncDisposable {
  readonly baseUrl: string;
  readonly refreshToken: string;
  /** Reads `/proc`: Linux only. */
  memory(): Promise<Memory>;
}

/** Starts `serve` on a free port, with its log thrown away. Resolves when it listens. */
export async function startServer(): Promise<Server> {
  const child = spawn(process.execPath, [MAIN, "serve"], { stdio: ["ignore", "pipe", "ignore"] });
  const printed = await readUntil(child, "/api");
  const read = (name: string) => new RegExp(`^ *export PLATFORM_${name}=(.*)$`, "m").exec(printed)?.[1] ?? "";
  return {
    baseUrl: read("BASE_URL"),
    refreshToken: read("REFRESH_TOKEN"),
    async memory() {
      const status = await readFile(`/proc/${child.pid}/status`, "utf8");
      const mebibytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]) / 1024;
      return { rss: mebibytes("VmRSS"), peak: mebibytes("VmHWM") };
    },
    async [Symbol.asyncDispose]() {
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
    },
  };
}

function readUntil(child: ChildProcess, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      printed += chunk;
      if (printed.includes(text)) resolve(printed);
    });
    child.once("exit", (code) => reject(new Error(`serve ended with ${code}: build it first, npm run build`)));
  });
}
