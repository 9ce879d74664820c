/** Prints an access token on stdout. No other command prints one. */

import type { RefreshedEvent } from "@integration-platform/graphql";
import { obtainToken } from "@integration-platform/graphql/node";
import { renderJson } from "@integration-platform/graphql-compiler/internal/text/render-json";
import { EXIT } from "../../host/errors/problem.ts";
import { readClaims } from "../../host/platform/claims.ts";
import { type ConfigurationOptions, openTarget } from "../../host/platform/target.ts";
import { renderHint } from "../../host/terminal/messages.ts";
import { showProgress } from "../../host/terminal/progress.ts";
import type { Terminal } from "../../host/terminal/terminal.ts";

interface TokenOptions extends ConfigurationOptions {
  readonly format: "text" | "json";
  readonly timeout?: number;
}

export async function printToken(options: TokenOptions, terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  const { envPrefix: prefix, format } = options;
  const print = (hint: string) => stderr.print(renderHint(hint));
  let refreshed: RefreshedEvent | undefined;
  const token = await obtain(options, terminal, (event) => {
    refreshed = event;
  });
  const claims = readClaims(token);
  const expiresAt = claims?.expiresAt ?? refreshed?.expiresAt;
  const until = expiresAt === undefined ? undefined : new Date(expiresAt).toISOString();
  const document = { version: 1, token, expiresAt: until, tenant: claims?.tenant };
  stdout.printToken(format === "json" ? renderJson(document) : `${token}\n`, token);
  if (expiresAt !== undefined && expiresAt <= Date.now()) {
    print(
      `Set ${prefix}_REFRESH_TOKEN or a new ${prefix}_ACCESS_TOKEN: this one expired at ${until}, according to this machine's clock.`,
    );
  } else if (stdout.isTTY) {
    print(`Keep this token secret: it acts in your name${until === undefined ? "" : ` until ${until}`}.`);
  }
  return EXIT.success;
}

async function obtain(
  options: TokenOptions,
  terminal: Terminal,
  didRefresh: (event: RefreshedEvent) => void,
): Promise<string> {
  using _ = showProgress(terminal, "refreshing the access token");
  const hint = 'Set the variables: see "platform-graphql token --help".';
  await using target = await openTarget(options, terminal, { hint });
  const { baseUrl, auth, insecureHttp } = target;
  const { value: token } = await obtainToken({
    baseUrl,
    auth,
    insecureHttp,
    fetch: terminal.traffic.fetch,
    hooks: { didRefresh },
    timeout: options.timeout,
    signal: terminal.interruption,
  });
  return token;
}
