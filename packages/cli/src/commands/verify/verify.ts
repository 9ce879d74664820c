/** Verifies that a platform keeps the specification, and what we assume beside it. */

import { createClient, isOperationError } from "@integration-platform/graphql";
import { ListIntegrationsDocument } from "@integration-platform/graphql/operations";
import { describeFailure, renderHint } from "../failure.ts";
import { showProgress } from "../progress.ts";
import { createRedact } from "../redact.ts";
import { type LocalChoice, openTarget, type Target } from "../target.ts";
import type { Terminal } from "../terminal.ts";
import { exitCodeOf, type Row, runChecks } from "./checks.ts";
import { renderVerification, renderVerificationJson, renderVerifyFailureJson, type VerifyFacts } from "./report.ts";
import { openSession, type Session } from "./session.ts";

export interface VerifyOptions {
  readonly envPrefix: string;
  readonly format: "table" | "json";
  readonly local?: LocalChoice;
}

export async function verify(options: VerifyOptions, terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  const { envPrefix: prefix } = options;
  const asJson = options.format === "json";
  let facts = (): VerifyFacts => ({ platform: undefined, requests: 0, durationMs: 0 });
  try {
    const testing = await import("@integration-platform/graphql-testing");
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

type Testing = typeof import("@integration-platform/graphql-testing");

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
