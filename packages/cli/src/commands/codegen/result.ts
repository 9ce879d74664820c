/** The result of a run that had nothing to write. */

import type { Settings } from "../../codegen/settings.ts";
import { EXIT } from "../errors/problem.ts";
import { paint, printable, type Terminal } from "../terminal/terminal.ts";

/** @returns The exit code. */
export function reportUnchanged(
  { output }: Pick<Settings, "output">,
  { stdout }: Pick<Terminal, "stdout">,
): number {
  stdout.write(`${paint(stdout, "green", "✓")} ${printable(`${output} is up to date`)}\n`);
  return EXIT.success;
}
