/** Contract checks of `doctor --contract`: what the platform documents, and what the client assumes. */

import { isOperationError } from "@integration-platform/graphql";
import {
  type ContractCheck,
  ContractSkip,
  type ContractTarget,
  ContractViolation,
  contractChecks,
} from "../../contract/index.ts";
import { nameError } from "../../host/errors/node-errors.ts";
import { type Check, type DoctorContext, failed, passed, type Result, skipped, warning } from "./checks.ts";

/** Titles of the groups, in the order of the report. */
export const GROUPS = { specification: "Documented behavior", assumption: "Assumptions" } as const;

export function listContractChecks(checks: readonly ContractCheck[] = contractChecks): Check[] {
  return checks.map((check) => ({
    id: check.id,
    title: check.statement,
    group: GROUPS[check.source],
    needs: ["connection"],
    run: (context) => runContractCheck(check, context),
  }));
}

async function runContractCheck(check: ContractCheck, context: DoctorContext): Promise<Result> {
  const { failedRequest } = context;
  if (failedRequest && !isViolation(failedRequest.error)) return skipped(`requires: ${failedRequest.title}`);
  try {
    await check.check(createTarget(context));
    return passed();
  } catch (error) {
    if (error instanceof ContractSkip) return skipped(error.message);
    if (error instanceof ContractViolation)
      return check.source === "assumption" ? warning(error.message) : failed(error.message);
    const isTimeout = error instanceof Error && error.name === "TimeoutError";
    return { status: "error", message: isTimeout ? "timed out" : `no response (${nameError(error)})` };
  }
}

/** Whether an error can be a violation of the contract: the platform answers, and accepts the credentials. */
function isViolation(error: unknown): boolean {
  if (!isOperationError(error)) return false;
  if (isOperationError(error, "HTTP_STATUS")) return error.status < 500;
  return /^(?:GRAPHQL|MALFORMED_RESPONSE|REDIRECT|RESPONSE_TOO_LARGE)$/.test(error.code);
}

function createTarget({ target, terminal, timeout }: DoctorContext): ContractTarget {
  const { baseUrl = "", credentials = {} } = target ?? {};
  const { traffic, interruption } = terminal;
  // A refresh request can have replaced the refresh token.
  const refreshToken = traffic.refreshToken() ?? credentials.refreshToken;
  const fetch: typeof globalThis.fetch = (input, init) => {
    const request = new Request(input, init);
    const signal = AbortSignal.any([request.signal, interruption, AbortSignal.timeout(timeout)]);
    return traffic.fetch(request, { signal });
  };
  return { baseUrl, ...credentials, ...(refreshToken && { refreshToken }), fetch };
}
