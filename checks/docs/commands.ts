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

const INTRODUCTION = `Written by \`npm run docs\` from \`platform-graphql --help\`, which also has examples. Exit codes:
[CI](ci.md#exit-codes).`;

/** Leaves out the usage, which is the heading and the arguments, and what other pages show. */
function shortenHelp(text: string): string {
  const titles = /^(?:Usage|Exit codes|Examples?):/;
  const paragraphs = text.split("\n\n").filter((paragraph) => !titles.test(paragraph));
  // The variables are in the help of the program.
  return paragraphs.filter((paragraph) => !/^Environment:\n {2}PLATFORM_BASE_URL,/.test(paragraph)).join("\n\n");
}

/** The page with the help of all commands. */
export async function renderCommands(): Promise<string> {
  const help = await readAllHelp();
  const sections = [...help].map(([name, text]) => `## ${name}\n\n\`\`\`text\n${shortenHelp(text)}\n\`\`\`\n`);
  return `# Commands\n\n${INTRODUCTION}\n\n${sections.join("\n")}`;
}

/** A table of what exit code 1 means for each command, from its help. */
export async function renderExitCodes(): Promise<string> {
  const rows = [...(await readAllHelp())].slice(1).flatMap(([name, text]) => {
    const [, codes = ""] = /^Exit codes:\n((?: {2}.*\n?)*)/m.exec(text) ?? [];
    const [, problem] = /^ {2}1 +((?:.*)(?:\n {4,}.*)*)/m.exec(codes) ?? [];
    return problem === undefined ? [] : [[`\`${name}\``, `${problem.replaceAll(/\s+/g, " ").trim()}.`]];
  });
  return renderTable([["command", "exit code 1"], ...rows]);
}

/** What a command prints in the sample project. @param argument - A number of lines, then the arguments of the command. */
export async function renderOutput(argument: string): Promise<string> {
  const [lines = "", ...args] = argument.split(" ");
  await using project = await createSampleProject();
  const { stdout } = await command(args, { cwd: project.path });
  return `\`\`\`\n${stdout.split("\n").slice(0, Number(lines)).join("\n").trimEnd()}\n\`\`\``;
}
