/** Checks of the environment: Node.js and the configuration. */

import { REQUIRED_NODE } from "../../host/errors/problem.ts";
import { openTarget, VARIABLES } from "../../host/platform/target.ts";
import { findNearest } from "../../text/suggest.ts";
import { type DoctorContext, passed, type Result, warning } from "./checks.ts";

export const DAY_MS: number = 24 * 60 * 60 * 1000;

export function checkNode(): Result {
  const { node } = process.versions;
  return passed(`${node} (${REQUIRED_NODE} or later is required)`);
}

export async function checkConfiguration(context: DoctorContext): Promise<Result> {
  const { terminal, prefix } = context;
  const { env } = terminal;
  if (context.target?.local) return passed("a local platform for this run; the environment is not used");
  const target = await openTarget({ envPrefix: prefix, insecureHttp: context.insecureHttp }, terminal, {
    hint: "Set the variables, or check a local platform with --local.",
  });
  terminal.traffic.start(target);
  context.target = target;
  const used = VARIABLES.filter(({ name }) => env[`${prefix}_${name}`]?.trim());
  const message = used.map(({ name, label }) => `${label} from ${prefix}_${name}`).join(", ");
  const hint = suggestRename(context);
  return hint === undefined ? passed(message) : warning(message, hint);
}

/** The hint about a variable that is not used, and whose name is similar to one that is. */
function suggestRename({ terminal: { env }, prefix }: DoctorContext): string | undefined {
  const suffixes = VARIABLES.map(({ name }) => name);
  for (const name of Object.keys(env)) {
    const rest = name.startsWith(`${prefix}_`) ? name.slice(prefix.length + 1) : "";
    const near = suffixes.includes(rest) ? undefined : findNearest(rest, suffixes);
    if (near !== undefined) return `Rename ${name}, which is not used, to ${prefix}_${near}.`;
  }
  return undefined;
}
