/** `platform-graphql verify`: whether the platform keeps the specification, and what we assume beside it. */

import { type Command, Option } from "commander";
import { ListIntegrationsDocument } from "../generated/operations.ts";
import { createClient, isOperationError } from "../index.ts";
import { describeFailure, renderHint } from "./failure.ts";
import { showProgress } from "./progress.ts";
import { createRedact } from "./redact.ts";
import { type LocalChoice, loadTesting, openTarget, type Target } from "./target.ts";
import type { Terminal } from "./terminal.ts";
import { exitCodeOf, type Row, runChecks } from "./verify-checks.ts";
import {
  renderVerification,
  renderVerificationJson,
  renderVerifyFailureJson,
  type VerifyFacts,
} from "./verify-report.ts";
import { openSession, type Session } from "./verify-session.ts";

interface VerifyOptions {
  readonly envPrefix: string;
  readonly format: "table" | "json";
  readonly local?: LocalChoice;
}

const HELP = `
Sends what a client would send, and some requests that must be refused; nothing is written there. The platform is
configured by the environment, as for \`run\`. Assumptions are this package's own, where the specification is silent.

  ✓ kept   ✗ not kept, and what was met instead   – not checked, and why

Exit codes of verify:
  0    every checked statement of the specification is kept; assumptions that do not hold are told, and change nothing
  1    a statement of the specification is not kept
  3    it could not be checked

Examples:
  platform-graphql verify
  platform-graphql verify --local
  platform-graphql verify --format json | jq '.checks[] | select(.verdict == "broken")'`;

/** Adds the command to a program. `finish` is told the exit code. */
export function addVerify(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command("verify")
    .summary("check that the platform keeps its contract")
    .description("Checks which of the specification's statements, and of our assumptions, the platform keeps.")
    .addOption(
      new Option("--format <format>", "how to print what was found").choices(["table", "json"]).default("table"),
    )
    .addOption(
      new Option("--local [when]", "verify a local platform that starts and ends with the command")
        .choices(["always", "auto"])
        .preset("always"),
    )
    .addHelpText("after", HELP)
    .action(async (_: unknown, command: Command) => {
      finish(await verify(command.optsWithGlobals<VerifyOptions>(), terminal));
    });
}

async function verify(options: VerifyOptions, terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  const { envPrefix: prefix } = options;
  const asJson = options.format === "json";
  let facts = (): VerifyFacts => ({ platform: undefined, requests: 0, durationMs: 0 });
  try {
    const testing = await loadTesting("to check the contract");
    await using target = await openTarget(options.local, { env: terminal.env, prefix });
    const session = openSession({
      baseUrl: target.baseUrl,
      refreshToken: target.credentials.refreshToken,
      interruption: terminal.interruption,
    });
    const begunAt = performance.now();
    facts = () => ({
      platform: { baseUrl: target.baseUrl, local: target.local },
      requests: session.requests(),
      durationMs: Math.round(performance.now() - begunAt),
    });
    const rows = await check(target, session, testing, terminal);
    stdout.write(asJson ? renderVerificationJson(rows, facts()) : renderVerification(rows, facts(), stdout));
    if (session.refreshToken() !== target.credentials.refreshToken && !target.local) {
      const hint = `the platform replaces the refresh token with each exchange: ${prefix}_REFRESH_TOKEN is used up`;
      stderr.write(renderHint(hint, stderr));
    }
    return exitCodeOf(rows);
  } catch (error) {
    const failure = describeFailure(error, { prefix });
    if (asJson && failure) stdout.write(renderVerifyFailureJson(facts(), failure));
    throw error;
  }
}

type Testing = typeof import("../testing/index.ts");

async function check(target: Target, session: Session, testing: Testing, terminal: Terminal): Promise<Row[]> {
  using progress = showProgress(terminal, "asking the platform");
  const { baseUrl, credentials } = target;
  await ask(target, session, terminal.interruption);
  // Replaced by that, maybe; the checks themselves follow whatever replaces it next.
  const refreshToken = session.refreshToken();
  return runChecks(testing.contractChecks, testing, {
    target: { baseUrl, ...credentials, ...(refreshToken && { refreshToken }), fetch: session.fetch },
    interruption: terminal.interruption,
    redact: (text) => createRedact(credentials.refreshToken, credentials.accessToken, session.secrets())(text),
    willCheck: ({ statement }) => progress.say(statement),
  });
}

/**
 * Asks once, as every client does. What says that nothing can be checked is thrown: the platform is out of reach, has
 * trouble, or does not take the credentials. Whatever else fails may be the contract's fault, and the checks will tell.
 */
async function ask({ baseUrl, auth }: Target, { fetch }: Session, signal: AbortSignal): Promise<void> {
  const client = createClient({ baseUrl, auth, fetch });
  try {
    await client.execute(ListIntegrationsDocument, {}, { signal });
  } catch (error) {
    if (!isOperationError(error)) throw error;
    const isTelling = /^(?:GRAPHQL|MALFORMED_RESPONSE|REDIRECT|RESPONSE_TOO_LARGE|HTTP_STATUS)$/.test(error.code);
    const hasTrouble = error.code === "HTTP_STATUS" && error.status >= 500;
    if (!isTelling || hasTrouble) throw error;
  }
}
