/** The program: its commands, its global options and the exit code. */

import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { Command, CommanderError } from "commander";
import { explainCommanderError } from "../host/errors/commander.ts";
import { describeFailure } from "../host/errors/failure.ts";
import { EXIT, type Failure } from "../host/errors/problem.ts";
import { readText } from "../host/project/files.ts";
import { renderFailure } from "../host/terminal/messages.ts";
import { openTerminal, type Streams, type Terminal } from "../host/terminal/terminal.ts";
import {
  type CreateAction,
  type LoadCommand,
  parseEnvPrefix,
  parseMilliseconds,
} from "./definitions/arguments.ts";
import { addDevelopmentCommands } from "./definitions/development.ts";
import { addDiagnosisCommands } from "./definitions/diagnosis.ts";
import { ENVIRONMENT, LAYOUT, title } from "./definitions/help.ts";
import { addOperationCommands } from "./definitions/operations.ts";
import { addSchemaCommands } from "./definitions/schema.ts";

const HELP = `
${ENVIRONMENT}

${title("Exit codes:")}
  0    Success
  1    The command found a problem, such as a breaking change
  2    With --fail-on of "schema check" or "ci": see their help
  3    The command could not run, or could not check everything
  130  Interrupted by Ctrl-C

${title("Examples:")}
  platform-graphql run ListIntegrations --local
  platform-graphql schema check --base origin/main`;

/**
 * Runs one command.
 *
 * @param argv - Arguments after the name of the program.
 * @returns The exit code.
 * @throws The original error if it is unexpected, which is a bug of the program.
 */
export async function runProgram(argv: readonly string[], streams: Streams): Promise<number> {
  const terminal: ProgramTerminal = openTerminal(streams);
  const state: ProgramState = { exitCode: EXIT.success };
  const program = createProgram(terminal, state);
  try {
    await program.parseAsync([...argv], { from: "user" });
    return state.exitCode;
  } catch (error) {
    const { interruption } = terminal;
    // An interrupted command can throw any error.
    if (interruption.aborted) return exitOfInterruption(interruption);
    if (!(error instanceof CommanderError)) return reportError(error, program, state, terminal);
    // commander has printed the help or the version.
    if (error.exitCode === 0) return EXIT.success;
    // commander has printed the help, because the command is missing.
    if (error.code === "commander.help") return EXIT.failure;
    const problem = explainCommanderError(error, nameCommand(state.command ?? program));
    return reportError(problem, program, state, terminal);
  }
}

/** `main.ts` interrupts the program at SIGINT and SIGTERM, with the exit code as the reason. */
function exitOfInterruption({ reason }: AbortSignal): number {
  return Number(reason);
}

/** Prints an error of a command. @returns the exit code. @throws the error if it is unexpected. */
async function reportError(
  error: unknown,
  program: Command,
  state: ProgramState,
  terminal: Terminal,
): Promise<number> {
  const { envPrefix: prefix } = program.opts<{ envPrefix: string }>();
  const failure = await describeFailure(error, prefix);
  if (!failure) throw error;
  printFailure(failure, state, terminal);
  return EXIT.failure;
}

function printFailure(failure: Failure, { format }: ProgramState, terminal: Terminal): void {
  if (format === "json") {
    const { code, message, hint } = failure;
    // The facts that the command has collected so far, such as the operation and its requests.
    const facts = terminal.readFacts?.();
    terminal.stdout.printJson({ version: 1, ...facts, error: { code, message, hint } });
  }
  terminal.stderr.print(renderFailure(failure));
}

/** The terminal of the program. Its `env` can be replaced: `--dotenv` adds variables. */
interface ProgramTerminal extends Terminal {
  env: Streams["env"];
}

/** State of the program. `runAction` sets it, except `command`, which a hook of commander sets. */
interface ProgramState {
  /** Exit code of the command that has finished. */
  exitCode: number;
  /**
   * `--format` of the command that has started. If it is "json", an error that it throws is also printed as a
   * JSON document. There is none for arguments that commander rejects.
   */
  format?: unknown;
  /**
   * Command, or group of commands, that commander has reached in the arguments. `undefined` before the first
   * one.
   */
  command?: Command;
}

function createProgram(terminal: ProgramTerminal, state: ProgramState): Command {
  const { stdout, stderr } = terminal;
  const program = new Command("platform-graphql")
    .description(
      "Run typed operations, generate code and check schema changes for the Integration Platform's GraphQL API.",
    )
    .usage("[options] <command>")
    .option("--config <file>", "Config of the project (default: codegen.ts)")
    .option("--dotenv <file>", "Set variables from a file, unless they are set")
    .option("--env-prefix <prefix>", "Prefix of the variables", parseEnvPrefix, "PLATFORM")
    .option("--insecure-http", "Allow an http: base URL of another machine")
    .option("--timeout <ms>", "Timeout of a request (default: 30000; doctor: 10000)", parseMilliseconds)
    .version(readVersion(), "-V, --version", "Print the version")
    .helpOption("-h, --help", "Print help for the program or a command")
    .configureHelp(LAYOUT)
    .configureOutput({
      writeOut: (text) => stdout.printRendered(text),
      writeErr: (text) => stderr.printRendered(text),
      getOutHasColors: () => stdout.colors,
      // Only the help that is printed if there is no command goes to stderr. It gets no styles.
      getErrHasColors: () => false,
      // `runProgram` prints the errors of commander.
      outputError: () => {},
    })
    .addHelpText("after", HELP)
    .exitOverride();
  const createAction: CreateAction =
    (load) =>
    (...values) =>
      runAction(load, values, terminal, state);
  addOperationCommands(program, createAction);
  addDevelopmentCommands(program, createAction);
  addSchemaCommands(program, createAction);
  addDiagnosisCommands(program, createAction);
  // A hook of a command is only called for its own subcommands.
  for (const parent of [program, ...program.commands]) {
    parent.hook("preSubcommand", (_, command) => {
      state.command = command;
    });
  }
  return program;
}

/**
 * Loads and runs a command.
 *
 * @param values - From commander: the arguments, the options without those of the program, and the command.
 */
async function runAction(
  load: LoadCommand,
  values: readonly unknown[],
  terminal: ProgramTerminal,
  state: ProgramState,
): Promise<void> {
  const commandArguments = values.slice(0, -2);
  const command = values.at(-1) as Command;
  const options = command.optsWithGlobals();
  state.format = options.format;
  if (options.dotenv !== undefined) await addVariables(options.dotenv, terminal);
  const runCommand: (...args: never[]) => Promise<number> = await load();
  const exitCode = await runCommand(...([...commandArguments, options, terminal] as never[]));
  const { interruption } = terminal;
  // A signal is the usual end of a server.
  const isInterrupted = interruption.aborted && command.name() !== "serve";
  state.exitCode = isInterrupted ? exitOfInterruption(interruption) : exitCode;
}

/**
 * Adds the variables of `--dotenv` that the environment does not set.
 *
 * @throws Problem if the file cannot be read.
 */
async function addVariables(file: string, terminal: ProgramTerminal): Promise<void> {
  const variables = parseEnv(await readText(file, "Check --dotenv."));
  terminal.env = { ...variables, ...terminal.env };
  terminal.redaction.addEnvironment(terminal.env);
}

/** The names of a command and its parents, such as "platform-graphql schema check". */
function nameCommand(command: Command): string {
  return command.parent ? `${nameCommand(command.parent)} ${command.name()}` : command.name();
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return String(version);
}
