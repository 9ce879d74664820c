/** Runs the checks of `platform-graphql doctor`. */

import { SHIPPED_SCHEMA } from "../../codegen/config.ts";
import { rethrowOthers } from "../../rethrow-others.ts";
import { type Check, type CheckResult, reportChecks } from "../diagnosis/checks.ts";
import { EXIT, Problem } from "../errors/problem.ts";
import { type ConfigurationOptions, openLocalTarget, usesLocal } from "../platform/target.ts";
import { loadProject, readProjectSchema, resolveProject } from "../project/project.ts";
import { showProgress } from "../terminal/progress.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { checkExchange, checkIntrospection, checkQuery, checkToken } from "./account.ts";
import { checkConnection } from "./connection.ts";
import { checkConfiguration, checkNode, type DoctorContext } from "./environment.ts";
import { checkDrift, checkGenerated, checkGraphql, checkSnapshot } from "./project.ts";

export interface DoctorOptions extends ConfigurationOptions {
  readonly config?: string;
  readonly format: "table" | "json";
  readonly snapshot?: string;
  readonly timeout: number;
}

export async function doctor(options: DoctorOptions, terminal: Terminal): Promise<number> {
  const { envPrefix: prefix, timeout } = options;
  using progress = showProgress(terminal, "starting");
  const { insecureHttp } = options;
  const context: DoctorContext = { prefix, insecureHttp, terminal, timeout, ...(await findProject(options)) };
  const readSchema = () => readProjectSchema({ ...context.project, schema: context.project.schema ?? SHIPPED_SCHEMA });
  await using local = usesLocal(options, terminal) ? await openLocalTarget(await readSchema()) : undefined;
  terminal.traffic.start(local);
  if (local) context.target = local;
  const results = await reportChecks(CHECKS, context, { options, terminal, progress }, describeResult);
  return results.some(({ status }) => status === "failed" || status === "error") ? EXIT.found : EXIT.success;
}

/** An invalid config fails one check, and not the command. */
async function findProject({
  config,
  snapshot,
}: DoctorOptions): Promise<Pick<DoctorContext, "project" | "configProblem">> {
  const options = { ...(config && { config }), ...(snapshot !== undefined && { schema: snapshot }) };
  try {
    return { project: await loadProject(options), configProblem: undefined };
  } catch (error) {
    rethrowOthers(error, Problem);
    return { project: resolveProject({ config: undefined, foreign: [] }, options), configProblem: error };
  }
}

function describeResult({ title, status, message = "", hint }: CheckResult) {
  const text = status === "skipped" ? `not checked: ${message}` : message;
  return { label: title, text, notes: [hint && `→ ${hint}`] };
}

/** In the order of a request. */
const CHECKS: readonly Check<DoctorContext>[] = [
  { id: "node", title: "Node.js", run: checkNode },
  { id: "configuration", title: "configuration", run: checkConfiguration },
  { id: "connection", title: "connection", needs: ["configuration"], run: checkConnection },
  { id: "exchange", title: "token exchange", needs: ["connection"], run: checkExchange },
  { id: "token", title: "token", needs: ["exchange"], run: checkToken },
  { id: "query", title: "query", needs: ["exchange"], run: checkQuery },
  { id: "introspection", title: "introspection", needs: ["query"], run: checkIntrospection },
  { id: "snapshot", title: "snapshot", run: checkSnapshot },
  { id: "drift", title: "drift", needs: ["introspection"], run: checkDrift },
  { id: "generated", title: "generated code", run: checkGenerated },
  { id: "graphql", title: "graphql", run: checkGraphql },
];
