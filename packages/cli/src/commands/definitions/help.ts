/**
 * Layout of the help texts: at most 80 columns, subcommands with the name of their parent, defaults as words.
 */

import { applyStyle } from "@integration-platform/graphql-compiler/internal/text/ink";
import { Help, type HelpConfiguration, type Option } from "commander";

/** A title in a help text, in bold. commander removes the style if the output has no colors. */
export function title(text: string): string {
  return applyStyle("bold", text);
}

/** The environment variables of the program, in its help. */
export const ENVIRONMENT: string = `${title("Environment:")}
  PLATFORM_BASE_URL       Base URL of the platform
  PLATFORM_REFRESH_TOKEN  Refresh token
  PLATFORM_ACCESS_TOKEN   Access token; alternative to a refresh token
  PLATFORM_TENANT_ID      Tenant UUID, if your user has several tenants`;

/** The same variables, in the help of the commands that use the configured platform. */
export const VARIABLES: string = `${title("Environment:")}
  PLATFORM_BASE_URL, PLATFORM_REFRESH_TOKEN or PLATFORM_ACCESS_TOKEN,
  PLATFORM_TENANT_ID`;

export const LAYOUT: HelpConfiguration = {
  helpWidth: 80,
  styleTitle: title,
  visibleCommands: (command) =>
    command.commands.flatMap((sub) => (sub.commands.length > 0 ? [...sub.commands] : [sub])),
  subcommandTerm: (sub) => {
    const term = new Help().subcommandTerm(sub).replace(" [options]", "");
    return sub.parent?.parent ? `${sub.parent.name()} ${term}` : term;
  },
  subcommandDescription: (sub) => sub.description().replace(/\.$/, ""),
  /** `--help` is listed only in the help of the program. */
  visibleOptions: (command) => {
    const options = new Help().visibleOptions(command);
    return command.parent === null ? options : options.filter(({ long }) => long !== "--help");
  },
  /** An optional value is written with "=". Otherwise the parser takes the next argument for it. */
  optionTerm: ({ flags }) => flags.replace(" [", "[="),
  optionDescription: describeOption,
};

function describeOption({ description, defaultValue, defaultValueDescription }: Option): string {
  const text = defaultValueDescription ?? (typeof defaultValue === "object" ? undefined : defaultValue);
  return text === undefined || text === false ? description : `${description} (default: ${text})`;
}
