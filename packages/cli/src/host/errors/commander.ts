/**
 * Errors of commander as text. An error has a code for its kind, but the names of the option and of the
 * command are only in its message: https://github.com/tj/commander.js/blob/master/lib/command.js
 */

import type { CommanderError } from "commander";
import { Problem } from "./problem.ts";

/** Removes the values that commander quotes: one of them can be a misplaced token. */
export function explainCommanderError({ code, message }: CommanderError, command: string): Problem {
  // The end can be "(Did you mean run?)" or "(Did you mean one of pull, uses?)", in a line of its own.
  const [line = "", suggestion = ""] = message.replace(/^error: /, "").split(/\n\(Did you mean (?:one of )?/);
  const shown = line
    // "unknown option '--token=abc'" to "unknown option '--token=…'".
    .replace(/^(unknown option '[^=\s']*=).*'/s, "$1…'")
    // "unknown command 'eyJhbGci'" to "unknown command". Only a short name in lower case stays.
    .replace(/^(unknown \w+) '(?!-{0,2}[a-z][a-z-]{0,24}(?:=…)?').*$/s, "$1")
    // "too many arguments for 'run'. Expected 1 argument but got 2: a, b" to the same without ": a, b".
    .replace(/^(too many arguments.*?): .*$/s, "$1")
    // "option '--port <number>' argument 'x' is invalid. It must…" to "option '--port <number>': it must…".
    .replace(
      /^(option '.*?') argument '.*' is invalid\. (.)/s,
      (_, option, first) => `${option}: ${first.toLowerCase()}`,
    )
    .replace(/\.$/, "");
  const help = `"${command} --help"`;
  if (code === "commander.unknownOption" && /token|secret|password/i.test(line))
    return new Problem(shown, `Set tokens in the environment, never as an option: see ${help}.`);
  const [, own] = /^unknown command '(pull|check|uses)'$/.exec(shown) ?? [];
  if (own !== undefined) return new Problem(shown, `Use "schema ${own}", or run ${help}.`);
  // Node.js takes this one too, wherever it stands, and ends with code 9 if the file is missing.
  if (/^unknown option '--env-file/.test(shown)) return new Problem(shown, "Use --dotenv <file>.");
  const [near] = suggestion.split(/\?|,/, 1);
  return new Problem(shown, near ? `Use ${near}, or run ${help}.` : `Run ${help}.`);
}
