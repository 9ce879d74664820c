/** Runs a local platform until it is interrupted, and prints what to paste to use it. */

import type { Platform, PlatformOptions, PlatformRequest, User } from "@integration-platform/graphql-testing";
import { EXIT, Problem } from "../problem.ts";
import { createRedact } from "../redact.ts";
import type { Terminal } from "../terminal.ts";
import { createRequestLog, createStopwatch } from "./request-log.ts";
import { chooseScenarios, listScenarios } from "./scenarios.ts";
import { readSchema, refuseSchema } from "./schema.ts";
import { renderWelcome } from "./welcome.ts";

export interface ServeOptions {
  readonly envPrefix: string;
  readonly port: number;
  readonly integrations: number;
  readonly seed: number;
  readonly rotation?: boolean;
  readonly schema?: string;
  readonly latency: number;
  readonly scenario?: readonly string[];
}

export async function serve(options: ServeOptions, terminal: Terminal): Promise<number> {
  const { stdout, interruption } = terminal;
  const { envPrefix: prefix, port } = options;
  const testing = await import("@integration-platform/graphql-testing");
  const names = options.scenario ?? [];
  if (names.includes("list")) {
    stdout.write(listScenarios(testing.scenarios, stdout));
    return EXIT.success;
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
  return EXIT.success;
}

type Testing = typeof import("@integration-platform/graphql-testing");
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
