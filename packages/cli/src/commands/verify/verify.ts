/** Runs the contract checks of `platform-graphql verify`. */

import { createClient, isOperationError } from "@integration-platform/graphql";
import {
  type ContractCheck,
  ContractSkip,
  type ContractTarget,
  ContractViolation,
  contractChecks,
} from "@integration-platform/graphql-testing/local";
import {
  type Check,
  type CheckResult,
  type DescribeResult,
  failed,
  passed,
  type Result,
  readFacts,
  reportChecks,
  skipped,
  warning,
} from "../diagnosis/checks.ts";
import { TYPENAME_QUERY } from "../doctor/account.ts";
import { nameError } from "../errors/node.ts";
import { EXIT } from "../errors/problem.ts";
import { type ConfigurationOptions, openTarget, type Target } from "../platform/target.ts";
import { loadProject, type ProjectOptions, readProjectSchema } from "../project/project.ts";
import { renderHint } from "../terminal/messages.ts";
import { showProgress } from "../terminal/progress.ts";
import type { Terminal } from "../terminal/terminal.ts";

/** Timeout of one request in milliseconds. */
const REQUEST_TIMEOUT_MS = 30_000;
/** Titles of the groups, in the order of the report. */
const GROUPS = { specification: "Documented behavior", assumption: "Assumptions" } as const;

export interface VerifyOptions extends ProjectOptions, ConfigurationOptions {
  readonly format: "table" | "json";
}

export async function verify(options: VerifyOptions, terminal: Terminal): Promise<number> {
  const { stderr } = terminal;
  const { envPrefix: prefix } = options;
  terminal.facts = () => readFacts(terminal);
  const schema = async () => readProjectSchema(await loadProject(options, { sample: true }));
  await using target = await openTarget(options, terminal, { schema });
  terminal.traffic.start(target);
  using progress = showProgress(terminal, "sending a query");
  const contract = await prepareTarget(target, terminal);
  const run = { options, terminal, progress };
  const results = await reportChecks(listChecks(contractChecks), contract, run, describeResult);
  if (terminal.traffic.refreshToken() !== undefined && !target.local) {
    stderr.write(renderHint(`Set a new ${prefix}_REFRESH_TOKEN: each token exchange replaces it.`, stderr));
  }
  return exitCodeOf(results);
}

async function prepareTarget(target: Target, terminal: Terminal): Promise<ContractTarget> {
  const { baseUrl, credentials } = target;
  const { traffic, interruption } = terminal;
  await sendQuery(target, terminal);
  // The query can have replaced the refresh token.
  const refreshToken = traffic.refreshToken() ?? credentials.refreshToken;
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    const signal = AbortSignal.any([request.signal, interruption, AbortSignal.timeout(REQUEST_TIMEOUT_MS)]);
    return traffic.fetch(request, { signal });
  };
  return { baseUrl, ...credentials, ...(refreshToken && { refreshToken }), fetch };
}

/** The documented behavior first, then the assumptions. */
export function listChecks(checks: readonly ContractCheck[]): Check<ContractTarget>[] {
  const sources = ["specification", "assumption"] as const;
  return sources.flatMap((source) =>
    checks
      .filter((check) => check.source === source)
      .map((check) => ({
        id: check.id,
        title: check.statement,
        group: GROUPS[source],
        run: (target) => runCheck(check, target),
      })),
  );
}

async function runCheck(check: ContractCheck, target: ContractTarget): Promise<Result> {
  try {
    await check.check(target);
    return passed();
  } catch (error) {
    if (error instanceof ContractSkip) return skipped(error.message);
    if (error instanceof ContractViolation)
      return check.source === "assumption" ? warning(error.message) : failed(error.message);
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    return { status: "error", message: isTimeout ? "timed out" : `no response (${nameError(error)})` };
  }
}

/** 1 if documented behavior is missing, 3 if that could not be checked. Assumptions do not count. */
export function exitCodeOf(results: readonly CheckResult[]): number {
  const statuses = results.filter(({ group }) => group === GROUPS.specification).map(({ status }) => status);
  if (statuses.includes("failed")) return EXIT.found;
  return statuses.includes("error") || !statuses.includes("passed") ? EXIT.failure : EXIT.success;
}

export function describeResult({ id, title, status, message }: CheckResult): ReturnType<DescribeResult> {
  const note = status === "skipped" || status === "error" ? `not checked: ${message}` : message;
  return { label: id, text: title, notes: [note] };
}

/**
 * Sends one query as a client does. Fails if nothing can be checked: the platform is not available or rejects the
 * credentials. Other errors can be violations of the contract, which the checks report.
 */
async function sendQuery(
  { baseUrl, auth, insecureHttp }: Target,
  { traffic: { fetch }, interruption }: Terminal,
): Promise<void> {
  const client = createClient({ baseUrl, auth, insecureHttp, fetch });
  try {
    await client.execute(TYPENAME_QUERY, {}, { signal: interruption });
  } catch (error) {
    if (!isOperationError(error)) throw error;
    const isViolation = /^(?:GRAPHQL|MALFORMED_RESPONSE|REDIRECT|RESPONSE_TOO_LARGE|HTTP_STATUS)$/.test(error.code);
    const isOutage = error.code === "HTTP_STATUS" && error.status >= 500;
    if (!isViolation || isOutage) throw error;
  }
}
