/** `platform-graphql serve`: the local platform, left running, and what to paste to use it. */

import type { Command } from "commander";
import type { Platform, PlatformOptions, PlatformRequest, User } from "../testing/index.ts";
import { integer } from "./arguments.ts";
import { EXIT } from "./exit.ts";
import { Problem } from "./problem.ts";
import { createRedact } from "./redact.ts";
import { createRequestLog, createStopwatch } from "./request-log.ts";
import { chooseScenarios, listScenarios } from "./serve-scenarios.ts";
import { readSchema, refuseSchema } from "./serve-schema.ts";
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
  readonly latency: number;
  readonly scenario?: readonly string[];
}

const HELP = `
Listens on 127.0.0.1 only, until Ctrl-C or SIGTERM, which is its normal end: exit code 0.
What it prints are credentials of this local platform; they open nothing else, and end with it.
Each request is logged to stderr in one line: time, method, path, operation, status, duration; never a header or a body.

Examples:
  platform-graphql serve --port 4000
  platform-graphql serve --scenario list
  platform-graphql serve --latency 300 --scenario late-401`;

/** Adds the command to a program. `finish` is told the exit code. */
export function addServe(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command("serve")
    .summary("run a local platform to try things on")
    .description("Runs a local platform that keeps the contract, for trying things without an account.")
    .option("--port <number>", "port on 127.0.0.1; 0 takes a free one", integer(0, 65_535), 0)
    .option("--integrations <number>", "how many integrations it has", integer(0, 100_000), 3)
    .option("--seed <number>", "decides what is made up", integer(0, Number.MAX_SAFE_INTEGER), 1)
    .option("--latency <ms>", "milliseconds that each answer is held back", integer(0, 600_000), 0)
    .option("--scenario <name>", "a trouble to practise on; may be repeated; list: print them", collect)
    .option("--rotation", "each exchange replaces the refresh token")
    .option("--schema <file>", "schema to answer from, as SDL (default: the package's snapshot)")
    .addHelpText("after", HELP)
    .action(async (_: unknown, command: Command) => {
      finish(await serve(command.optsWithGlobals<ServeOptions>(), terminal));
    });
}

function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

async function serve(options: ServeOptions, terminal: Terminal): Promise<number> {
  const { stdout, interruption } = terminal;
  const { envPrefix: prefix, port } = options;
  const testing = await loadTesting();
  const names = options.scenario ?? [];
  if (names.includes("list")) {
    stdout.write(listScenarios(testing.scenarios, stdout));
    return EXIT.done;
  }
  const scenarios = chooseScenarios(testing.scenarios, names);
  const platform = await createPlatform(testing, { ...options, scenarios }, terminal);
  await using server = await platform.listen({ port }).catch((error: unknown) => {
    throw refusePort(error, port);
  });
  interruption.throwIfAborted();
  const user = platform.users[0] as User;
  stdout.write(renderWelcome({ prefix, baseUrl: server.baseUrl, user, scenarios }, stdout));
  await new Promise((resolve) => interruption.addEventListener("abort", resolve, { once: true }));
  return EXIT.done;
}

type Testing = typeof import("../testing/index.ts");
type Served = ServeOptions & { readonly scenarios: NonNullable<PlatformOptions["scenario"]> };

async function createPlatform(testing: Testing, options: Served, { stderr }: Terminal): Promise<Platform> {
  const { integrations, seed, rotation = false, latency: latencyMs, scenarios: scenario, schema: file } = options;
  const log = createRequestLog(stderr);
  const readDuration = createStopwatch();
  const schema = file === undefined ? {} : { schema: await readSchema(file) };
  const onRequest = (request: PlatformRequest) => {
    const redact = createRedact(listSecrets(platform));
    log({ request, answeredAt: Date.now(), durationMs: readDuration(), redact });
  };
  const settings: PlatformOptions = { integrations, seed, rotation, latencyMs, scenario, onRequest, ...schema };
  const platform = openPlatform(testing, settings, file);
  return platform;
}

function openPlatform(testing: Testing, settings: PlatformOptions, file: string | undefined): Platform {
  try {
    return testing.createPlatform(settings);
  } catch (error) {
    throw file === undefined ? error : refuseSchema(error, file);
  }
}

/** What must not be logged, wherever somebody put it. */
function listSecrets({ users }: Platform): string[] {
  return users.flatMap(({ refreshToken, password }) => [refreshToken, password]);
}

function refusePort(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const hint = "choose another --port, or leave it out for a free one";
  if (code === "EADDRINUSE") return new Problem(`port ${port} on 127.0.0.1 is in use`, hint);
  if (code === "EACCES") return new Problem(`port ${port} on 127.0.0.1 may not be used by this user`, hint);
  return error;
}
