/** The result of a run that had nothing to write. */

import { ink, paint } from "@integration-platform/graphql-compiler/internal/text/ink";
import type { Settings } from "../../codegen/settings.ts";
import { EXIT } from "../../host/errors/problem.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";

/** @returns The exit code. */
export function reportUnchanged(
  { output }: Pick<Settings, "output">,
  { stdout }: Pick<Terminal, "stdout">,
): number {
  stdout.print(ink`${paint("green", "✓")} ${output} is up to date\n`);
  return EXIT.success;
}
