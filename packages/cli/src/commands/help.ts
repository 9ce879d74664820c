/** Layout of all help texts: at most 80 columns, command groups before options, defaults as words. */

import { type Command, Help, type Option } from "commander";

const WIDTH = 80;

/** Help section of the commands that use the configured platform. */
export const ENVIRONMENT = `Environment:
  PLATFORM_BASE_URL       Base URL of the platform
  PLATFORM_REFRESH_TOKEN  Refresh token
  PLATFORM_ACCESS_TOKEN   Access token; alternative to a refresh token
  PLATFORM_TENANT_ID      Tenant UUID, if your user has several tenants`;

type Item = readonly [term: string, description: string];

/** Renders the help of a command. Sections such as "Examples" follow with `addHelpText("after", …)`. */
export function formatHelp(command: Command, help: Help): string {
  const groups = help.groupItems(
    [...command.commands],
    listCommands(command),
    (sub) => sub.helpGroup() || sub.parent?.helpGroup() || "Development:",
  );
  const options = help.groupItems(
    [...command.options],
    listOptions(command, help),
    (option) => option.helpGroupHeading ?? "Options:",
  );
  const args = help.visibleArguments(command).map((argument): Item => [argument.name(), argument.description]);
  return [
    `Usage: ${help.commandUsage(command)}`,
    help.boxWrap(command.description(), WIDTH),
    ...renderSections(help, groups, (sub) => [nameCommand(sub, command), sub.summary()]),
    ...renderSections(help, new Map([["Arguments:", args]]), (item) => item),
    ...renderSections(help, options, (option) => [nameOption(option), describeOption(option)]),
  ]
    .join("\n\n")
    .concat("\n");
}

function renderSections<Entry>(
  help: Help,
  groups: ReadonlyMap<string, readonly Entry[]>,
  describe: (entry: Entry) => Item,
): string[] {
  const sections = [...groups].filter(([, entries]) => entries.length > 0);
  const rendered = sections.map(([title, entries]) => [title, entries.map(describe)] as const);
  const width = Math.max(0, ...rendered.flatMap(([, items]) => items.map(([term]) => term.length)));
  return rendered.map(([title, items]) =>
    [title, ...items.map(([term, description]) => formatItem(help, term.padEnd(width), description))].join("\n"),
  );
}

function formatItem(help: Help, term: string, description: string): string {
  const indent = term.length + 4;
  // A default is not broken into two lines.
  const text = description.replace(/\(default: .*\)$/, (part) => part.replaceAll(" ", "\0"));
  const lines = help
    .boxWrap(text, WIDTH - indent)
    .replaceAll("\0", " ")
    .split("\n");
  return `  ${term}  ${lines.join(`\n${" ".repeat(indent)}`)}`;
}

/** Subcommands are listed with the name of their parent: "schema pull". */
function listCommands(command: Command): Command[] {
  return command.commands.flatMap((sub) => (sub.commands.length > 0 ? sub.commands : [sub]));
}

function nameCommand(sub: Command, command: Command): string {
  const term = new Help().subcommandTerm(sub).replace(" [options]", "");
  return sub.parent === command ? term : `${sub.parent?.name()} ${term}`;
}

/** `--help` and the options of the program are listed only in the help of the program. */
function listOptions(command: Command, help: Help): Option[] {
  return help.visibleOptions(command).filter(({ long }) => command.parent === null || long !== "--help");
}

/** An optional value is written with "=". Otherwise the parser takes the next argument for it. */
function nameOption({ flags }: Option): string {
  return flags.replace(" [", "[=");
}

function describeOption({ description, defaultValue, defaultValueDescription }: Option): string {
  const text = defaultValueDescription ?? (typeof defaultValue === "object" ? undefined : defaultValue);
  return text === undefined || text === false ? description : `${description} (default: ${text})`;
}
