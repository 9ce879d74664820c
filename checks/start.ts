/**
 * `npm start [-- <operation> <options of run>]`: runs an operation, by default the first query without required variables.
 * If no platform is configured, it uses a local platform.
 */

import { spawn } from "node:child_process";
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

/** A root field without a selection, such as a count, needs a rule on a local platform. */
function selectsObjects({ text }: TypedDocumentString): boolean {
  const [operation] = parse(text).definitions;
  if (operation?.kind !== Kind.OPERATION_DEFINITION) return false;
  return operation.selectionSet.selections.every((node) => node.kind !== Kind.FIELD || node.selectionSet !== undefined);
}

const [name, ...options] = process.argv.slice(2);
const documents = Object.values(generated) as unknown as readonly TypedDocumentString[];
const runnable = documents.filter(isRunnable);
const operation = name ?? (runnable.find(selectsObjects) ?? runnable[0])?.name;
const bin = join(import.meta.dirname, "../packages/cli/bin/platform-graphql.js");
const command = operation === undefined ? ["doctor", "--local"] : ["run", operation, "--local=auto", ...options];
const child = spawn(process.execPath, [bin, ...command], { stdio: "inherit" });
child.once("exit", (code) => {
  process.exitCode = code ?? 1;
});
// The command handles Ctrl-C.
process.on("SIGINT", () => {});
