/** `platform-graphql token`: an access token for scripts. The only command that ever prints one, and only on stdout. */

import { type Command, Option } from "commander";
import { integer } from "./arguments.ts";
import type { Terminal } from "./terminal.ts";
import type { TokenOptions } from "./token/token.ts";

const HELP = `
The platform is configured by the environment, as for \`run\`. The refresh token is exchanged; a PLATFORM_ACCESS_TOKEN is
printed as it is for as long as it lasts. Stdout holds the token and a line break, everything else is on stderr. Whoever
has the token acts in your name: keep it out of logs.

Examples:
  TOKEN=$(platform-graphql token)
  curl -H "Authorization: Bearer $(platform-graphql token)" "$PLATFORM_BASE_URL/api" …
  platform-graphql token --format json | jq -r .expiresAt`;

/** Adds the command to a program. `finish` is told the exit code. */
export function addToken(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command("token")
    .summary("print an access token, for scripts")
    .description("Prints an access token, as the platform's own tool does (`me:token`).")
    .addOption(
      new Option("--format <format>", "the token alone, or with its tenant and when it expires")
        .choices(["text", "json"])
        .default("text"),
    )
    .option("--timeout <ms>", "milliseconds for all of it (default: 30000)", integer(1, 2_147_483_647))
    .addHelpText("after", HELP)
    .action(async (_: unknown, command: Command) => {
      const { printToken } = await import("./token/token.ts");
      finish(await printToken(command.optsWithGlobals<TokenOptions>(), terminal));
    });
}
