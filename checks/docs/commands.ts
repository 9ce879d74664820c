/** The reference of the commands, from their help. */

import { command } from "../../packages/cli/test/support/command.ts";
import { renderTable } from "../results.ts";
import { createSampleProject } from "../sample-project.ts";

async function readHelp(...words: readonly string[]): Promise<string> {
  const { stdout } = await command([...words, "--help"], { columns: 80 });
  // biome-ignore lint/suspicious/noControlCharactersInRegex: help for a terminal is styled
  return stdout.replaceAll(/\u001b\[\d+m/g, "").trimEnd();
}

/** Help of the program and of each command that it lists, by the words of the command. */
async function readAllHelp(): Promise<ReadonlyMap<string, string>> {
  const program = await readHelp();
  const listed = program.split("\nEnvironment:")[0] ?? "";
  const names = [...listed.matchAll(/^ {2}([a-z]+(?: [a-z]+)?)(?: [<[][^ ]+)? {2,}[A-Z]/gm)].map(
    ([, name = ""]) => name,
  );
  const texts = await names.reduce<Promise<[string, string][]>>(
    async (before, name) => [...(await before), [name, await readHelp(...name.split(" "))]],
    Promise.resolve([]),
  );
  return new Map([["platform-graphql", program], ...texts]);
}

interface Option {
  readonly command: string;
  readonly flag: string;
  readonly meaning: string;
}

/** The page with the options of all commands: those that several commands share are in one table. */
export async function renderCommands(): Promise<string> {
  const commands = [...(await readAllHelp())];
  const options = commands.flatMap(([command, help]) => readOptions(command, help));
  const groups = [...Map.groupBy(options, ({ flag, meaning }) => `${flag}: ${meaning}`).values()];
  const shared = groups.filter((uses) => uses.length > 1);
  const own = groups.filter((uses) => uses.length === 1).flat();
  const sections = commands.map(([name, help]) =>
    renderCommand(
      name,
      help,
      own.filter(({ command }) => command === name),
    ),
  );
  return `# Commands

\`platform-graphql <command> --help\` also prints details, examples and [exit codes](ci.md#exit-codes). Several commands have these
options:

${renderTable([["option", "commands", "meaning"], ...shared.map(renderShared)])}

${sections.join("\n")}`;
}

function readOptions(command: string, help: string): Option[] {
  const lines = help.matchAll(/^ {2}(-\S.*?)(?: {2,}|\n {4,})(\S.*(?:\n {4,}.*)*)$/gm);
  return Array.from(lines, ([, flag = "", meaning = ""]) => ({
    command,
    flag,
    meaning: joinLines(meaning),
  })).filter(({ flag }) => !flag.includes("--help"));
}

/** A row for an option of several commands. */
function renderShared(uses: readonly Option[]): string[] {
  const names = uses.map(({ command }) => `\`${command}\``).join(", ");
  return [`\`${uses[0]?.flag}\``, names, uses[0]?.meaning ?? ""];
}

function renderCommand(name: string, help: string, options: readonly Option[]): string {
  const [usage = "", description = ""] = help.split("\n\n");
  const line = usage.replace("Usage: ", "").replace(" [options]", "");
  const rows = options.map(({ flag, meaning }) => [`\`${flag}\``, meaning]);
  const table = rows.length === 0 ? "" : `\n${renderTable([["option", "meaning"], ...rows])}\n`;
  const start = /[[<]/.test(line) ? `\`${line}\`: ` : "";
  return `## ${name}\n\n${start}${joinLines(description)}\n${table}`;
}

const joinLines = (text: string) => text.replaceAll(/\s+/g, " ").trim();

/** A table of what exit code 1 means for each command, from its help. */
export async function renderExitCodes(): Promise<string> {
  const rows = [...(await readAllHelp())].slice(1).flatMap(([name, text]) => {
    const [, codes = ""] = /^Exit codes:\n((?: {2}.*\n?)*)/m.exec(text) ?? [];
    const [, problem] = /^ {2}1 +((?:.*)(?:\n {4,}.*)*)/m.exec(codes) ?? [];
    return problem === undefined ? [] : [[`\`${name}\``, `${problem.replaceAll(/\s+/g, " ").trim()}.`]];
  });
  return renderTable([["command", "exit code 1"], ...rows]);
}

/**
 * What a command prints in the sample project.
 *
 * @param argument - A number of lines from the start, or the title of a section; then the arguments of the
 * command.
 */
export async function renderOutput(argument: string): Promise<string> {
  const [part = "", ...args] = argument.split(" ");
  await using project = await createSampleProject();
  const { stdout } = await command(args, { cwd: project.path });
  const output = /^\d+$/.test(part)
    ? stdout.split("\n").slice(0, Number(part)).join("\n")
    : stdout.split("\n\n").find((section) => section.startsWith(`${part}\n`));
  if (output === undefined) throw new Error(`${args.join(" ")}: no section ${part}\n${stdout}`);
  return `\`\`\`\n${output.trimEnd()}\n\`\`\``;
}
