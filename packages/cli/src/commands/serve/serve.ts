/** Runs a local platform until it is interrupted. */

import { EXIT, Problem } from "../../host/errors/problem.ts";
import { loadProject, nameSchema } from "../../host/project/project.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";
import { createPage } from "../../page/local-page.ts";
import { chooseScenarios, listScenarios } from "./choose-scenarios.ts";
import { readPageOperations } from "./page-operations.ts";
import { createServed, redactOwn, type ServedOptions } from "./served-platform.ts";
import { renderWelcome } from "./welcome.ts";

export interface ServeOptions extends ServedOptions {
  readonly config?: string;
  readonly envPrefix: string;
  readonly port?: number;
  /** File of the schema. @default the schema of the project, or the one of the package */
  readonly schema?: string;
  readonly scenario?: readonly string[];
}

export async function serve(flags: ServeOptions, terminal: Terminal): Promise<number> {
  const { stdout, interruption } = terminal;
  const { port = 0 } = flags;
  const testing = await import("@integration-platform/graphql-testing/local");
  const names = flags.scenario ?? [];
  if (names.includes("list")) {
    stdout.print(listScenarios(testing.scenarios, stdout));
    return EXIT.success;
  }
  const scenarios = chooseScenarios(testing.scenarios, names);
  const project = await loadProject(flags, { sample: true });
  const { schemaFiles } = project;
  const platform = await createServed(flags, project, scenarios, terminal);
  const page = createPage(platform, {
    schema: nameSchema(schemaFiles),
    scenarios,
    operations: () => readPageOperations(project),
    redact: redactOwn(platform, terminal),
  });
  await using server = await platform.listen({ port, intercept: page.intercept }).catch((error: unknown) => {
    throw toPortProblem(error, port);
  });
  interruption.throwIfAborted();
  stdout.print(renderWelcome(platform, { ...flags, schemaFiles, baseUrl: server.baseUrl, scenarios }));
  await new Promise((resolve) => interruption.addEventListener("abort", resolve, { once: true }));
  return EXIT.success;
}

function toPortProblem(error: unknown, port: number): unknown {
  const { code } = error as NodeJS.ErrnoException;
  const hint = "Choose another --port, or omit it for a free one.";
  if (code === "EADDRINUSE") return new Problem(`port ${port} on 127.0.0.1 is in use`, hint);
  if (code === "EACCES") return new Problem(`port ${port} on 127.0.0.1 requires more permissions`, hint);
  return error;
}
