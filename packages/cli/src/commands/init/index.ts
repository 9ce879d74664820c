/** `platform-graphql init`: definition of the command. */

import { type Command, Option } from "commander";
import { type Act, headerOption, timeoutOption } from "../arguments.ts";
import { ENVIRONMENT } from "../help.ts";

const HELP = `
Writes the schema snapshot, codegen.ts, .graphqlrc.yml (for editors), scripts in
package.json and, with --ci, a job that checks pull requests. Files and scripts
that exist are not changed, so you can run the command again.

${ENVIRONMENT}

Exit codes:
  0  The project is set up
  3  The schema cannot be read, or a file cannot be written

Examples:
  platform-graphql init
  platform-graphql init --from schema.graphql --ci github`;

export function addInit(program: Command, act: Act): void {
  program
    .command("init")
    .summary("Set up a project in the current folder")
    .description("Set up a project in the current folder: schema snapshot, config, editor support, scripts and CI.")
    .option("--from <schema>", 'Schema to save, as in "schema pull"', "live")
    .addOption(new Option("--ci <system>", "Also write the job for pull requests").choices(["github", "gitlab"]))
    .addOption(headerOption())
    .addOption(timeoutOption())
    .addHelpText("after", HELP)
    .action(act(async () => (await import("./init.ts")).init));
}
