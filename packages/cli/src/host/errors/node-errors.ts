/** Errors of Node.js as text: of the network, of modules and of the file system. */

import { sep } from "node:path";
import { describeFileError } from "../../files/file-error.ts";
import { quotePath } from "../../text/quote.ts";
import { Problem } from "./problem.ts";

/** The system's code of an error of `fetch` or of a socket, such as `ECONNREFUSED`. */
export function codeOf(error: unknown): string | undefined {
  const { cause, code } = (error ?? {}) as { readonly cause?: unknown; readonly code?: unknown };
  const own = cause === undefined ? code : (cause as { readonly code?: unknown } | null)?.code;
  return typeof own === "string" && /^\w{1,64}$/.test(own) ? own : undefined;
}

/** System code or name of an error. Its message is not used: it can contain anything. */
export function nameError(error: unknown): string {
  return codeOf(error) ?? (error instanceof Error ? error.name : typeof error);
}

/** Peers of the packages, which a package manager can leave out. */
const PEERS: readonly string[] = ["graphql", "msw"];

/**
 * An import of a peer that is not installed. `undefined` for another error. Only the message has the name of
 * the package.
 */
export function explainMissingPeer(error: unknown): Problem | undefined {
  if (!(error instanceof Error) || !/^(?:ERR_)?MODULE_NOT_FOUND$/.test(codeOf(error) ?? "")) return undefined;
  const [, name = ""] = /^Cannot find (?:package|module) '(\w+)['/]/.exec(error.message) ?? [];
  if (!PEERS.includes(name)) return undefined;
  return new Problem(`the package ${name} is not installed`, `Run "npm install --save-dev ${name}".`);
}

/**
 * An error of the file system that no command expected, such as a folder that cannot be read below a searched
 * one. `undefined` for another error.
 */
export function explainFileError(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined;
  const { errno, path, syscall = "spawn" }: NodeJS.ErrnoException = error;
  // An error of a process that cannot start has a path too.
  if (errno === undefined || path === undefined || syscall.startsWith("spawn")) return undefined;
  return new Problem(`cannot access ${quotePath(path)}: ${describeFileError(error)}`, "Check the path.");
}

/** An error of a module that a user wrote, such as a config. */
export function explainLoadError(file: string, error: unknown, hint: string): Problem {
  const thrown: NodeJS.ErrnoException = error instanceof Error ? error : new Error(String(error));
  const { code, message, stack = "" } = thrown;
  if (code === "ERR_UNKNOWN_FILE_EXTENSION") {
    const upgrade = "Use Node 22.18 or later, or write the config as codegen.mjs.";
    const isTypescript = /\.[cm]?ts$/.test(file);
    return new Problem(
      `Node ${process.versions.node} cannot load ${file}`,
      isTypescript ? upgrade : "Name a file in TypeScript or JavaScript.",
    );
  }
  const { option, action } = thrown as { readonly option?: string; readonly action?: string };
  if (option !== undefined) return new Problem(`${file}: ${option}`, action);
  const [reason = ""] = message.replaceAll(`${process.cwd()}${sep}`, "").split("\n");
  // The stack of a syntax error starts with the file and the line.
  const [line = ""] = /^:\d+(?=\n)/.exec(stack.slice(stack.indexOf(file) + file.length)) ?? [];
  return new Problem(`${file}${line} cannot be loaded: ${reason}`, hint);
}
