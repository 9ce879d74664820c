/**
 * `npm start [-- <operation> <options of run>]`: runs an operation, by default the first query without
 * required variables that a local platform answers. If no platform is configured, it uses a local platform.
 */

import { spawn, spawnSync } from "node:child_process";
import { join } from "node:path";
import process from "node:process";
import type { TypedDocumentString } from "@integration-platform/graphql";
import * as generated from "@integration-platform/graphql/operations";
import { Kind, parse } from "graphql";

function isRunnable({ kind, text }: TypedDocumentString): boolean {
  const [operation] = parse(text).definitions;
  if (kind !== "query" || operation?.kind !== Kind.OPERATION_DEFINITION) return false;
  return (operation.variableDefinitions ?? []).every(({ type }) => type.kind !== Kind.NON_NULL_TYPE);
}

const bin = join(import.meta.dirname, "../packages/cli/bin/platform-graphql.js");
const isLocal = !Object.keys(process.env).some((variable) => variable.startsWith("PLATFORM_"));

/** Whether a local platform can answer an operation without rules that a person has to write. */
const isAnswered = ({ name }: TypedDocumentString): boolean =>
  !isLocal || spawnSync(process.execPath, [bin, "run", name, "--local"], { stdio: "ignore" }).status === 0;

const [name, ...options] = process.argv.slice(2);
const documents = Object.values(generated) as unknown as readonly TypedDocumentString[];
const operation = name ?? documents.filter(isRunnable).find(isAnswered)?.name;
const command =
  operation === undefined
    ? ["doctor", "--local"]
    : ["run", operation, ...(isLocal ? ["--local"] : []), ...options];
const child = spawn(process.execPath, [bin, ...command], { stdio: "inherit" });
child.once("exit", (code) => {
  process.exitCode = code ?? 1;
});
// The command handles Ctrl-C.
process.on("SIGINT", () => {});
