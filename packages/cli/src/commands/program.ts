/** The program: its commands, its global options and the exit code. */

import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";
import { Command, CommanderError } from "commander";
import { type Act, envPrefix, milliseconds } from "./definitions/arguments.ts";
import { addDevelopmentCommands } from "./definitions/development.ts";
import { addDiagnosisCommands } from "./definitions/diagnosis.ts";
import { ENVIRONMENT, LAYOUT, title } from "./definitions/help.ts";
import { addOperationCommands } from "./definitions/operations.ts";
import { addSchemaCommands } from "./definitions/schema.ts";
import { explainCommanderError } from "./errors/commander.ts";
import { describeFailure } from "./errors/failure.ts";
import { EXIT, type Failure, Problem } from "./errors/problem.ts";
import { readText } from "./project/files.ts";
import { renderFailure } from "./terminal/messages.ts";
import { openTerminal, type Streams, type Terminal } from "./terminal/terminal.ts";

const HELP = `
${ENVIRONMENT}

${title("Exit codes:")}
  0    Success
  1    The command found a problem, such as a breaking change
  2    With --fail-on of "schema check" or "ci": see their help
  3    The command could not run
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
  const state: RunState = { exitCode: EXIT.success };
  const program = createProgram(terminal, state);
  try {
    await program.parseAsync(completeLocal(argv), { from: "user" });
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
    return reportError(explainCommanderError(error, nameCommand(program, argv)), program, state, terminal);
  }
}

/** A signal aborts with the exit code of the interrupted program as the reason. */
function exitOfInterruption({ reason }: AbortSignal): number {
  return Number(reason);
}

/** Prints an error of a command. @returns the exit code. @throws the error if it is unexpected. */
async function reportError(
  error: unknown,
  program: Command,
  state: RunState,
  terminal: Terminal,
): Promise<number> {
  const { envPrefix: prefix } = program.opts<{ envPrefix: string }>();
  const failure = await describeFailure(error, prefix);
  if (!failure) throw error;
  printFailure(failure, state, terminal);
  return error instanceof Problem ? error.exit : EXIT.failure;
}

function printFailure(failure: Failure, { format }: RunState, terminal: Terminal): void {
  if (format === "json") {
    const { code, message, hint } = failure;
    const run = terminal.describeRun?.();
    terminal.stdout.printJson({ version: 1, ...run, error: { code, message, hint } });
  }
  terminal.stderr.print(renderFailure(failure));
}

/** The terminal of one run. Its variables are replaced if `--env-file` adds others. */
interface ProgramTerminal extends Terminal {
  env: Streams["env"];
}

/** State of a run, which its command sets. */
interface RunState {
  /** Exit code of the command. */
  exitCode: number;
  /** `--format` of the command. If it is "json", a failure is also printed as a JSON document. */
  format?: unknown;
}

function createProgram(terminal: ProgramTerminal, state: RunState): Command {
  const { stdout, stderr } = terminal;
  const program = new Command("platform-graphql")
    .description(
      "Run typed operations, generate code and check schema changes for the Integration Platform's GraphQL API.",
    )
    .usage("[options] <command>")
    .option("--config <file>", "Config of the project (default: codegen.ts)")
    .option("--env-file <file>", "File with variables that are not set")
    .option("--env-prefix <prefix>", "Prefix of the variables", envPrefix, "PLATFORM")
    .option("--insecure-http", "Allow an http: base URL of another machine")
    .option("--timeout <ms>", "Timeout of a request (default: 30000; doctor: 10000)", milliseconds)
    .version(readVersion(), "-V, --version", "Print the version")
    .helpOption("-h, --help", "Print help for the program or a command")
    .configureHelp(LAYOUT)
    .configureOutput({
      writeOut: (text) => stdout.printRendered(text),
      writeErr: (text) => stderr.printRendered(text),
      getOutHasColors: () => stdout.colors,
      // Only the help of a missing command goes to stderr, and it has no styles.
      getErrHasColors: () => false,
      // `runProgram` prints them.
      outputError: () => {},
    })
    .addHelpText("after", HELP)
    .exitOverride();
  const act = createAct(terminal, state);
  addOperationCommands(program, act);
  addDevelopmentCommands(program, act);
  addSchemaCommands(program, act);
  addDiagnosisCommands(program, act);
  return program;
}

/** Creates actions that run a command and set the state of the run. */
function createAct(terminal: ProgramTerminal, state: RunState): Act {
  const { interruption } = terminal;
  return (load) =>
    async (...values) => {
      // commander passes the arguments, the options of the command alone, and the command.
      const commandArguments = values.slice(0, -2);
      const command = values.at(-1) as Command;
      const options = command.optsWithGlobals();
      if (options.envFile !== undefined) await addVariables(options.envFile, terminal);
      state.format = options.format;
      const run: (...args: never[]) => Promise<number> = await load();
      const exitCode = await run(...([...commandArguments, options, terminal] as never[]));
      // A signal is the usual end of a server.
      const isInterrupted = interruption.aborted && command.name() !== "serve";
      state.exitCode = isInterrupted ? exitOfInterruption(interruption) : exitCode;
    };
}

/** Adds the variables of `--env-file` that are not set. @throws Problem if the file cannot be read. */
async function addVariables(file: string, terminal: ProgramTerminal): Promise<void> {
  const variables = parseEnv(await readText(file, "Check --env-file."));
  terminal.env = { ...variables, ...terminal.env };
  terminal.redaction.addEnvironment(terminal.env);
}

/** Gives `--local` its default value. Otherwise commander takes the next argument for it, as in `run --local ListFlows`. */
function completeLocal(argv: readonly string[]): string[] {
  return argv.map((argument) => (argument === "--local" ? "--local=always" : argument));
}

/** The program's name and the commands in `argv`, such as "platform-graphql schema check". */
function nameCommand(program: Command, argv: readonly string[]): string {
  let command = program;
  const names = [program.name()];
  for (const argument of argv) {
    const next = command.commands.find((sub) => sub.name() === argument);
    if (!next) continue;
    names.push(argument);
    command = next;
  }
  return names.join(" ");
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return String(version);
}
