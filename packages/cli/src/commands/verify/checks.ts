/** The contract's checks, run one after the other, and what became of each. */

import type { ContractCheck, ContractTarget } from "@integration-platform/graphql-testing";
import { EXIT } from "../problem.ts";
import type { Redact } from "../redact.ts";

type Testing = Pick<typeof import("@integration-platform/graphql-testing"), "ContractSkip" | "ContractViolation">;

/** What became of a check. `failed` is one that could not be finished: it says nothing of the platform's promise. */
export type Verdict = "kept" | "broken" | "skipped" | "failed";

/** One statement, of the specification or assumed, and whether the platform keeps it. */
export interface Row {
  readonly id: string;
  readonly statement: string;
  readonly source: ContractCheck["source"];
  readonly verdict: Verdict;
  /** One line, without secrets. Absent where it is kept. */
  readonly reason?: string;
}

export interface Checking {
  readonly target: ContractTarget;
  readonly interruption: AbortSignal;
  readonly redact: Redact;
  /** Called before each check. */
  readonly willCheck: (check: ContractCheck) => void;
}

/** Characters of a reason that are shown: a platform may quote a whole page. */
const MAX_REASON_LENGTH = 300;

/** Runs the checks that only read, the specification's first. */
export async function runChecks(
  checks: readonly ContractCheck[],
  testing: Testing,
  { target, interruption, redact, willCheck }: Checking,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (const source of ["specification", "assumption"] as const) {
    for (const check of checks.filter((one) => one.source === source)) {
      interruption.throwIfAborted();
      willCheck(check);
      const { id, statement } = check;
      const { verdict, reason } = check.writes ? WRITES : await judge(check, target, testing);
      const told = reason === undefined ? {} : { reason: cut(redact(reason)) };
      rows.push({ id, statement, source, verdict, ...told });
    }
  }
  interruption.throwIfAborted();
  return rows;
}

type Judgement = Pick<Row, "verdict" | "reason">;

const WRITES: Judgement = { verdict: "skipped", reason: "it would write there" };

async function judge(check: ContractCheck, target: ContractTarget, testing: Testing): Promise<Judgement> {
  try {
    await check.check(target);
    return { verdict: "kept" };
  } catch (error) {
    if (error instanceof testing.ContractViolation) return { verdict: "broken", reason: error.message };
    if (error instanceof testing.ContractSkip) return { verdict: "skipped", reason: error.message };
    return { verdict: "failed", reason: nameFailure(error) };
  }
}

/** What went wrong on the way, by name and system code: foreign messages may quote the request. */
function nameFailure(error: unknown): string {
  if (!(error instanceof Error)) return "the check failed";
  if (error.name === "TimeoutError") return "the platform did not answer in time";
  const { code } = (error.cause ?? error) as { readonly code?: unknown };
  return `no answer (${typeof code === "string" && /^\w{1,64}$/.test(code) ? code : error.name})`;
}

function cut(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > MAX_REASON_LENGTH ? `${line.slice(0, MAX_REASON_LENGTH)}…` : line;
}

/** 1 where the specification is not kept, 3 where that cannot be told. Assumptions are ours: they decide nothing. */
export function exitCodeOf(rows: readonly Row[]): number {
  const verdicts = rows.filter(({ source }) => source === "specification").map(({ verdict }) => verdict);
  if (verdicts.includes("broken")) return EXIT.problem;
  return verdicts.includes("failed") || !verdicts.includes("kept") ? EXIT.failure : EXIT.success;
}
