/** Checks, run one after the other, and what became of each. One whose predecessor failed is skipped, and says why. */

import { describeFailure } from "../failure.ts";
import type { Redact } from "../redact.ts";

/** `wrong` needs mending; `warning` is worth knowing, and fails nothing. */
export type Verdict = "fine" | "warning" | "wrong" | "skipped";

/** What a check found, in one line, and what to do about it. */
export interface Diagnosis {
  readonly verdict: Verdict;
  readonly message: string;
  readonly advice?: string | undefined;
}

export interface Check {
  /** Stable: programs go by it. */
  readonly id: string;
  /** A noun. */
  readonly title: string;
  /** Checks before it that it stands on. */
  readonly needs: readonly string[];
  run(): Diagnosis | Promise<Diagnosis>;
}

export interface Row extends Diagnosis {
  readonly id: string;
  readonly title: string;
}

export interface Examining {
  /** First part of the names of the environment variables. */
  readonly prefix: string;
  readonly interruption: AbortSignal;
  readonly redact: Redact;
  /** Called before each check. */
  readonly willCheck: (check: Check) => void;
}

export const fine = (message: string): Diagnosis => ({ verdict: "fine", message });
export const warning = (message: string, advice?: string): Diagnosis => ({ verdict: "warning", message, advice });
export const wrong = (message: string, advice?: string): Diagnosis => ({ verdict: "wrong", message, advice });
export const skipped = (message: string, advice?: string): Diagnosis => ({ verdict: "skipped", message, advice });

/** Runs the checks in their order. */
export async function examine(checks: readonly Check[], examining: Examining): Promise<Row[]> {
  const { interruption, redact, willCheck } = examining;
  const rows: Row[] = [];
  for (const check of checks) {
    interruption.throwIfAborted();
    const { id, title } = check;
    const failed = rows.find((row) => check.needs.includes(row.id) && isInTheWay(row));
    if (!failed) willCheck(check);
    const { verdict, message, advice } = failed ? skipped(explain(failed)) : await diagnose(check, examining);
    rows.push({
      id,
      title,
      verdict,
      message: redact(message),
      ...(advice !== undefined && { advice: redact(advice) }),
    });
  }
  interruption.throwIfAborted();
  return rows;
}

function isInTheWay({ verdict }: Row): boolean {
  return verdict === "wrong" || verdict === "skipped";
}

/** The first cause, however many checks have been skipped for it. */
function explain({ title, verdict, message }: Row): string {
  return verdict === "wrong" ? `because of: ${title}` : message;
}

async function diagnose(check: Check, { prefix, interruption }: Examining): Promise<Diagnosis> {
  try {
    return await check.run();
  } catch (error) {
    if (interruption.aborted) throw error;
    const failure = describeFailure(error, { prefix });
    // The row has a title already.
    if (failure) return wrong(failure.message.replace(/^token: (?:refresh exchange: )?/, ""), failure.hint);
    // A foreign message may quote anything.
    const { name, code } = error instanceof Error ? (error as NodeJS.ErrnoException) : { name: typeof error };
    return wrong(`could not be checked (${code ?? name})`);
  }
}
