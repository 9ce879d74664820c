/**
 * Headers of the config, for requests to the configured platform. Their values can be in environment
 * variables.
 */

import { Problem } from "../errors/problem.ts";
import type { Terminal } from "../terminal/terminal.ts";
import type { Project } from "./project.ts";

type Headers = Readonly<Record<string, string>>;

/** A variable in a value, such as `$PLATFORM_API_KEY`. */
const VARIABLE = /\$([A-Z_][A-Z\d_]*)/g;

/**
 * Returns the headers of the config with the values of their variables, and those of `--header`, which
 * override them. The values are not printed.
 *
 * @throws Problem that names the header and the variable that is not set.
 */
export function readHeaders({ settings, configFile }: Project, own: Headers, terminal: Terminal): Headers {
  const { env, redaction } = terminal;
  const names = new Set(Object.keys(own).map((name) => name.toLowerCase()));
  const configured = Object.entries(settings?.headers ?? {}).filter(
    ([name]) => !names.has(name.toLowerCase()),
  );
  const read = configured.map(([name, text]) => {
    const value = text.replaceAll(VARIABLE, (_, variable: string) => {
      const secret = env[variable]?.trim();
      if (!secret)
        throw new Problem(
          `the header ${name} of ${configFile} needs ${variable}, which is not set`,
          `Set ${variable}.`,
        );
      redaction.add(secret);
      return secret;
    });
    return [name, value] as const;
  });
  return { ...Object.fromEntries(read), ...own };
}

/** The headers for a schema: those of the config are only for the configured platform. @throws Problem */
export function selectHeaders(source: string, project: Project, own: Headers, terminal: Terminal): Headers {
  return source === "live" ? readHeaders(project, own, terminal) : own;
}

/** The variable for a header of `--header`, whose value is not written to a file. */
export function nameVariable(header: string, prefix: string): string {
  return `${prefix}_${header.toUpperCase().replaceAll(/[^A-Z\d]+/g, "_")}`;
}
