/** The examination as a whole: what is checked in which order, and what is printed of it. */

import { describeFailure } from "../failure.ts";
import { showProgress } from "../progress.ts";
import { createRedact } from "../redact.ts";
import { type LocalChoice, listSecrets, openLocalTarget, type Target, usesLocal } from "../target.ts";
import type { Terminal } from "../terminal.ts";
import { type Case, openTraffic } from "./case.ts";
import { checkClock } from "./clock.ts";
import { type Check, examine } from "./examination.ts";
import { checkGenerated } from "./generated.ts";
import { checkGraphql } from "./graphql-copies.ts";
import { checkDns, checkTls } from "./network.ts";
import {
  type DoctorFacts,
  exitCodeOf,
  renderDoctorFailureJson,
  renderExamination,
  renderExaminationJson,
} from "./report.ts";
import { checkExchange, checkIntrospection, checkQuery, checkToken } from "./session.ts";
import { checkDrift, checkSnapshot } from "./snapshot.ts";
import { checkConfiguration, checkNode } from "./surroundings.ts";

export interface DoctorOptions {
  readonly envPrefix: string;
  readonly format: "table" | "json";
  readonly local?: LocalChoice;
  readonly snapshot: string;
  readonly timeout: number;
}

export async function doctor(options: DoctorOptions, terminal: Terminal): Promise<number> {
  const { env, stdout, interruption } = terminal;
  const { envPrefix: prefix, format, snapshot, timeout } = options;
  const begunAt = performance.now();
  const examined: Case = { prefix, terminal, timeout, snapshot, traffic: openTraffic() };
  try {
    using progress = showProgress(terminal, "starting");
    await using local = await openLocal(options, terminal);
    if (local) examined.destination = local;
    const rows = await examine(listChecks(examined), {
      prefix,
      interruption,
      redact: (text) =>
        createRedact(listSecrets(env, prefix), local?.credentials.refreshToken, examined.token?.value)(text),
      willCheck: ({ title }) => progress.say(title),
    });
    progress[Symbol.dispose]();
    const facts: DoctorFacts = {
      platform: examined.destination && { baseUrl: examined.destination.baseUrl, local: examined.destination.local },
      requests: examined.traffic.requests(),
      durationMs: Math.round(performance.now() - begunAt),
    };
    stdout.write(format === "json" ? renderExaminationJson(rows, facts) : renderExamination(rows, facts, stdout));
    return exitCodeOf(rows);
  } catch (error) {
    const failure = describeFailure(error, { prefix });
    if (format === "json" && failure) stdout.write(renderDoctorFailureJson(failure));
    throw error;
  }
}

/** In the order in which one thing stands on another. */
function listChecks(examined: Case): Check[] {
  return [
    checkNode(),
    checkConfiguration(examined),
    checkDns(examined),
    checkTls(examined),
    checkExchange(examined),
    checkToken(examined),
    checkClock(examined),
    checkQuery(examined),
    checkIntrospection(examined),
    checkSnapshot(examined),
    checkDrift(examined),
    checkGenerated(examined),
    checkGraphql(process.cwd()),
  ];
}

/** The local platform, where it is to be examined; otherwise the configuration is one of the checks. */
async function openLocal({ local, envPrefix: prefix }: DoctorOptions, { env }: Terminal): Promise<Target | undefined> {
  return usesLocal(local, { env, prefix }) ? openLocalTarget() : undefined;
}
