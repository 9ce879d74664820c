/** The commands and their arguments, and what becomes of their failures. */

import { readFileSync } from "node:fs";
import { Command, CommanderError } from "commander";
import { envPrefix } from "./arguments.ts";
import { addCodegen } from "./codegen.ts";
import { addDoctor } from "./doctor.ts";
import { EXIT } from "./exit.ts";
import { describeFailure, renderFailure } from "./failure.ts";
import { Problem } from "./problem.ts";
import { addRun } from "./run.ts";
import { addSchema } from "./schema.ts";
import { addServe } from "./serve.ts";
import { paint, type Terminal } from "./terminal.ts";
import { addToken } from "./token.ts";
import { addVerify } from "./verify.ts";

const HELP = `
Exit codes, the same for every output format:
  0    done
  1    the answer is no: GraphQL errors (run), a statement of the specification that is not kept (verify), an operation
       that breaks (schema check), something that is wrong (doctor), stale code (codegen --check)
  2    the schema has drifted and breaks nothing, where that was to fail (schema check)
  3    it could not be done: usage, configuration, network, authentication
  130  interrupted by Ctrl-C (143: by SIGTERM); \`serve\` ends with 0`;

/**
 * Runs one command.
 *
 * @param argv - What follows the command's own name.
 * @returns The exit code.
 * @throws Whatever is none of ours: a fault of the command itself.
 */
export async function runProgram(argv: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = EXIT.done;
  const program = createProgram(terminal, (finished) => {
    code = finished;
  });
  try {
    await program.parseAsync(joinLocal(argv), { from: "user" });
    return code;
  } catch (error) {
    if (terminal.interruption.aborted) return Number(terminal.interruption.reason);
    // Help and version were asked for; help in place of a command was not.
    if (error instanceof CommanderError && error.code.startsWith("commander.help"))
      return error.exitCode && EXIT.failed;
    if (error instanceof CommanderError && error.exitCode === 0) return EXIT.done;
    const problem = error instanceof CommanderError ? toProblem(error) : error;
    const failure = describeFailure(problem, { prefix: program.opts<{ envPrefix: string }>().envPrefix });
    if (!failure) throw error;
    terminal.stderr.write(renderFailure(failure, terminal.stderr));
    return EXIT.failed;
  }
}

function createProgram(terminal: Terminal, finish: (code: number) => void): Command {
  const { stdout, stderr } = terminal;
  const title = (text: string) => paint(stdout, "bold", text);
  const program = new Command("platform-graphql")
    .description("Runs typed operations of the Integration Platform's GraphQL API.")
    .version(readVersion(), "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help for a command")
    .option("--env-prefix <prefix>", "first part of the names of the environment variables", envPrefix, "PLATFORM")
    .configureHelp({
      showGlobalOptions: true,
      styleTitle: title,
      // Written with `=`: after a space it would take the operation's name for its value.
      optionTerm: ({ flags }) => flags.replace(" [", "[="),
    })
    .configureOutput({
      writeOut: (text) => stdout.write(text),
      writeErr: (text) => stderr.write(text),
      outputError: () => {},
    })
    .addHelpText("afterAll", HELP)
    .exitOverride();
  addCodegen(program, terminal, finish);
  addDoctor(program, terminal, finish);
  addRun(program, terminal, finish);
  addSchema(program, terminal, finish);
  addServe(program, terminal, finish);
  addToken(program, terminal, finish);
  addVerify(program, terminal, finish);
  return program;
}

/** `--local` alone takes no value from what follows it. */
function joinLocal(argv: readonly string[]): string[] {
  return argv.map((argument) => (argument === "--local" ? "--local=always" : argument));
}

/** One line, without what commander quotes and we do not know: a token may have got there by mistake. */
function toProblem({ code, message }: CommanderError): Problem {
  const [line = "", suggestion = ""] = message.replace(/^error: /, "").split("\n");
  const said = line
    .replace(/^(unknown option '[^=']*)=.*'/s, "$1'")
    .replace(/^(unknown \w+) '(?!-{0,2}[a-z][a-z-]{0,24}').*$/s, "$1")
    .replace(/^(too many arguments.*?): .*$/s, "$1")
    .replace(
      /^(option '.*') argument '.*' is invalid\. (.)/s,
      (_, option, first) => `${option}: ${first.toLowerCase()}`,
    )
    .replace(/\.$/, "");
  const isToken = code === "commander.unknownOption" && /token|secret|password/i.test(line);
  if (isToken) return new Problem(said, "tokens are read from the environment only: see platform-graphql run --help");
  const [, near] = /^\(Did (you mean .*)\)$/.exec(suggestion) ?? [];
  return new Problem(said, near === undefined ? "see platform-graphql --help" : `did ${near}`);
}

function readVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return String(version);
}
