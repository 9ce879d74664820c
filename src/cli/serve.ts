/** `platform-graphql serve`: the local platform, left running, and what to paste to use it. */

import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import type { Platform, User } from "../testing/index.ts";
import { integer } from "./arguments.ts";
import { EXIT } from "./exit.ts";
import { Problem } from "./problem.ts";
import { loadTesting } from "./target.ts";
import type { Terminal } from "./terminal.ts";
import { renderWelcome } from "./welcome.ts";

interface ServeOptions {
  readonly envPrefix: string;
  readonly port: number;
  readonly integrations: number;
  readonly seed: number;
  readonly rotation?: boolean;
  readonly schema?: string;
}

const HELP = `
Listens on 127.0.0.1 only, until Ctrl-C or SIGTERM, which is its normal end: exit code 0.
What it prints are credentials of this local platform; they open nothing else, and end with it.`;

/** Adds the command to a program. `finish` is told the exit code. */
export function addServe(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command("serve")
    .summary("run a local platform to try things on")
    .description("Runs a local platform that keeps the contract, for trying things without an account.")
    .option("--port <number>", "port on 127.0.0.1; 0 takes a free one", integer(0, 65_535), 0)
    .option("--integrations <number>", "how many integrations it has", integer(0, 100_000), 3)
    .option("--seed <number>", "decides what is made up", integer(0, Number.MAX_SAFE_INTEGER), 1)
    .option("--rotation", "each exchange replaces the refresh token")
    .option("--schema <file>", "schema to answer from, as SDL (default: the package's snapshot)")
    .addHelpText("after", HELP)
    .action(async (_: unknown, command: Command) => {
      finish(await serve(command.optsWithGlobals<ServeOptions>(), terminal));
    });
}

async function serve(options: ServeOptions, { stdout, interruption }: Terminal): Promise<number> {
  const { envPrefix: prefix, port } = options;
  const platform = await createPlatform(options);
  await using server = await platform.listen({ port }).catch((error: unknown) => {
    throw refusePort(error, port);
  });
  interruption.throwIfAborted();
  const user = platform.users[0] as User;
  stdout.write(renderWelcome({ prefix, baseUrl: server.baseUrl, user }, stdout));
  await new Promise((resolve) => interruption.addEventListener("abort", resolve, { once: true }));
  return EXIT.done;
}

async function createPlatform({ integrations, seed, rotation = false, schema: file }: ServeOptions): Promise<Platform> {
  const testing = await loadTesting();
  if (file === undefined) return testing.createPlatform({ integrations, seed, rotation });
  const schema = await readSchema(file);
  try {
    return testing.createPlatform({ integrations, seed, rotation, schema });
  } catch (error) {
    throw refuseSchema(error, file);
  }
}

async function readSchema(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason = code === "ENOENT" ? "there is no such file" : `it cannot be read (${code})`;
    throw new Problem(`--schema ${file}: ${reason}`, "leave --schema out for the package's snapshot");
  }
}

/** `file:line:column: message`, as editors and terminals make a link of it. */
function refuseSchema(error: unknown, file: string): unknown {
  const said = error instanceof Error ? error.message : "";
  const [, line, column, message] =
    /^The schema is not valid(?: at line (\d+), column (\d+))?: (.*)$/s.exec(said) ?? [];
  if (message === undefined) return error;
  const place = line === undefined ? file : `${file}:${line}:${column}`;
  return new Problem(`${place}: ${message}`, "--schema takes a schema in GraphQL's schema language (SDL)");
}

function refusePort(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const hint = "choose another --port, or leave it out for a free one";
  if (code === "EADDRINUSE") return new Problem(`port ${port} on 127.0.0.1 is in use`, hint);
  if (code === "EACCES") return new Problem(`port ${port} on 127.0.0.1 may not be used by this user`, hint);
  return error;
}
