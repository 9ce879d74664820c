/** Runs the checks of `platform-graphql doctor`. */

import { EXIT, Problem } from "../../host/errors/problem.ts";
import { type ConfigurationOptions, openLocalTarget } from "../../host/platform/target.ts";
import { loadProject, readProjectSchema, resolveProject, withSample } from "../../host/project/project.ts";
import { showProgress } from "../../host/terminal/progress.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { rethrowOthers } from "../../text/rethrow-others.ts";
import { checkIntrospection, checkQuery, checkRefresh, checkToken } from "./account.ts";
import { type Check, type CheckResult, type DoctorContext, reportChecks } from "./checks.ts";
import { checkConnection } from "./connection.ts";
import { GROUPS, listContractChecks } from "./contract.ts";
import { checkConfiguration, checkNode } from "./environment-checks.ts";
import { checkDrift, checkGenerated, checkGraphql, checkSnapshot } from "./project-checks.ts";

export interface DoctorOptions extends ConfigurationOptions {
  readonly config?: string;
  /** Whether the contract is checked too. @default false */
  readonly contract?: boolean;
  readonly format: "table" | "json";
  /** Timeout of one step in milliseconds. @default 10000 */
  readonly timeout?: number;
}

const TIMEOUT_MS = 10_000;

export async function doctor(options: DoctorOptions, terminal: Terminal): Promise<number> {
  const { envPrefix: prefix, timeout = TIMEOUT_MS } = options;
  using progress = showProgress(terminal, "starting");
  const { insecureHttp } = options;
  const context: DoctorContext = { prefix, insecureHttp, terminal, timeout, ...(await findProject(options)) };
  const readSchema = () => readProjectSchema(withSample(context.project));
  await using local = options.local ? await openLocalTarget(readSchema()) : undefined;
  terminal.traffic.start(local);
  if (local) context.target = local;
  const checks = options.contract ? [...CHECKS, ...listContractChecks()] : CHECKS;
  return exitCodeOf(await reportChecks(checks, context, options.format, progress));
}

/**
 * 1 if a check failed, 3 if one could not run. Assumptions do not count, and documented behavior must be
 * checked.
 */
export function exitCodeOf(results: readonly CheckResult[]): number {
  const counted = results.filter(({ group }) => group !== GROUPS.assumption);
  const statuses = counted.map(({ status }) => status);
  if (statuses.includes("failed")) return EXIT.found;
  if (statuses.includes("error")) return EXIT.failure;
  const documented = counted.filter(({ group }) => group === GROUPS.specification);
  const isChecked = documented.length === 0 || documented.some(({ status }) => status === "passed");
  return isChecked ? EXIT.success : EXIT.failure;
}

/** An invalid config fails one check, and not the command. */
async function findProject({
  config,
}: DoctorOptions): Promise<Pick<DoctorContext, "project" | "configProblem">> {
  const options = { ...(config && { config }) };
  try {
    return { project: await loadProject(options), configProblem: undefined };
  } catch (error) {
    rethrowOthers(error, Problem);
    return { project: resolveProject({ config: undefined, foreign: [] }, options), configProblem: error };
  }
}

/** In the order of a request. */
const CHECKS: readonly Check[] = [
  { id: "node", title: "Node.js", run: checkNode },
  { id: "configuration", title: "configuration", run: checkConfiguration },
  { id: "connection", title: "connection", needs: ["configuration"], run: checkConnection },
  { id: "refresh", title: "token refresh", needs: ["connection"], run: checkRefresh },
  { id: "token", title: "token", needs: ["refresh"], run: checkToken },
  { id: "query", title: "query", needs: ["refresh"], run: checkQuery },
  { id: "introspection", title: "introspection", needs: ["query"], run: checkIntrospection },
  { id: "snapshot", title: "snapshot", run: checkSnapshot },
  { id: "drift", title: "drift", needs: ["introspection"], run: checkDrift },
  { id: "generated", title: "generated code", run: checkGenerated },
  { id: "graphql", title: "graphql", run: checkGraphql },
];
