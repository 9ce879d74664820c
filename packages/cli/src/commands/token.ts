/** `platform-graphql token`: definition of the command. */

import { type Command, Option } from "commander";
import { integer } from "./arguments.ts";
import { ENVIRONMENT } from "./help.ts";
import type { Terminal } from "./terminal.ts";
import type { TokenOptions } from "./token/token.ts";

const HELP = `
A PLATFORM_ACCESS_TOKEN is printed unchanged until it expires. Stdout contains
only the token and a line break. Treat the output as a secret: the token acts
in your name.

${ENVIRONMENT}

Exit codes:
  0  The token was printed
  3  There is no token: usage, network or authentication error

Examples:
  TOKEN=$(platform-graphql token)
  curl -H "Authorization: Bearer $(platform-graphql token)" \\
    "$PLATFORM_BASE_URL/api" …
  platform-graphql token --format json | jq -r .expiresAt`;

/** Adds the command to a program. `finish` receives the exit code. */
export function addToken(program: Command, terminal: Terminal, finish: (code: number) => void): void {
  program
    .command("token")
    .helpGroup("Operations:")
    .summary("Print an access token")
    .description("Exchange the refresh token and print the access token.")
    .addOption(
      new Option("--format <format>", "text (the token only) or json (with tenant and expiry)")
        .choices(["text", "json"])
        .default("text"),
    )
    .option("--timeout <ms>", "Timeout in milliseconds (default: 30000)", integer(1, 2_147_483_647))
    .addHelpText("after", HELP)
    .action(async (_: unknown, command: Command) => {
      const { printToken } = await import("./token/token.ts");
      finish(await printToken(command.optsWithGlobals<TokenOptions>(), terminal));
    });
}
