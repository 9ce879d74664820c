/** The inputs of the GitHub action, which passes them as they are. */

import { Problem } from "../../host/errors/problem.ts";
import { isRecord, parseJson } from "../../text/decode-text.ts";
import type { CheckOptions } from "../schema/check.ts";
import { FAIL_ON, type FailOn } from "../schema/fail-on.ts";

export interface Inputs extends Pick<CheckOptions, "base" | "operations" | "failOn"> {
  readonly acceptLabel?: string;
  /** Whether a check that finds something fails the job. */
  readonly fail?: boolean;
}

/** All inputs of the action as a JSON object of strings. */
const VARIABLE = "PLATFORM_CI_INPUTS";

/** @throws Problem if an input is invalid. */
export function readInputs(env: Readonly<Record<string, string | undefined>>): Inputs {
  const text = env[VARIABLE];
  if (text === undefined) return {};
  const parsed = parseJson(text);
  const inputs = "value" in parsed ? parsed.value : undefined;
  if (!isRecord(inputs))
    throw new Problem(`${VARIABLE} is not a JSON object`, `Set it to \${{ toJSON(inputs) }}.`);
  const read = (name: string): string => String(inputs[name] ?? "").trim();
  const base = read("base");
  const operations = splitWords(read("operations"));
  return {
    ...(base !== "" && { base: base === "true" ? true : base }),
    ...(operations.length > 0 && { operations }),
    failOn: splitWords(read("fail-on")).map(toFailOn),
    ...(read("accept-label") !== "" && { acceptLabel: read("accept-label") }),
    // Any other text keeps the check on.
    fail: read("fail") !== "false",
  };
}

/** Words that are separated by spaces or line breaks. */
const splitWords = (text: string): string[] => text.split(/\s+/).filter(Boolean);

function toFailOn(word: string): FailOn {
  const option = FAIL_ON.find((name) => name === word);
  if (option) return option;
  throw new Problem("the input fail-on is invalid", `Use ${FAIL_ON.join(" and ")}.`);
}
