/** Prints an access token: the only command that ever does, and only on stdout. */

import type { RefreshedEvent } from "@integration-platform/graphql";
import { obtainToken } from "@integration-platform/graphql/node";
import { readClaims } from "../access-token.ts";
import { describeFailure, renderHint } from "../failure.ts";
import { EXIT } from "../problem.ts";
import { showProgress } from "../progress.ts";
import { openTarget } from "../target.ts";
import { printableJson, type Terminal } from "../terminal.ts";

export interface TokenOptions {
  readonly envPrefix: string;
  readonly format: "text" | "json";
  readonly timeout?: number;
}

export async function printToken(options: TokenOptions, terminal: Terminal): Promise<number> {
  const { stdout, stderr } = terminal;
  const { envPrefix: prefix, format } = options;
  try {
    const { token, tenant, expiresAt, isReplaced } = await obtain(options, terminal);
    const until = expiresAt === undefined ? undefined : new Date(expiresAt).toISOString();
    stdout.write(format === "json" ? toJson({ version: 1, token, expiresAt: until, tenant }) : `${token}\n`);
    if (isReplaced)
      printHint(`the platform replaces the refresh token with each exchange: ${prefix}_REFRESH_TOKEN is used up`);
    if (expiresAt !== undefined && expiresAt <= Date.now()) {
      printHint(`this token expired at ${until}, by this machine's clock: set a new ${prefix}_ACCESS_TOKEN`);
    } else if (stdout.isTTY) {
      // In a pipe somebody has asked for it; on a screen it stays.
      printHint(`whoever has this token acts in your name${until === undefined ? "" : ` until ${until}`}`);
    }
    return EXIT.success;
  } catch (error) {
    const failure = describeFailure(error, { prefix });
    if (format === "json" && failure) stdout.write(toJson({ version: 1, error: failure }));
    throw error;
  }

  function printHint(text: string): void {
    stderr.write(renderHint(text, stderr));
  }
}

interface Obtained {
  readonly token: string;
  readonly tenant: string | undefined;
  /** In milliseconds since the epoch; absent where neither the token nor an exchange says it. */
  readonly expiresAt: number | undefined;
  /** Whether the refresh token that was given is used up. */
  readonly isReplaced: boolean;
}

async function obtain(options: TokenOptions, terminal: Terminal): Promise<Obtained> {
  const { envPrefix: prefix, timeout } = options;
  const { env, interruption: signal } = terminal;
  let refreshed: RefreshedEvent | undefined;
  const didRefresh = (event: RefreshedEvent) => {
    refreshed = event;
  };
  using _ = showProgress(terminal, "exchanging the refresh token");
  const hint = 'Set the variables: see "platform-graphql token --help".';
  await using target = await openTarget(undefined, { env, prefix, hint });
  const { value: token } = await obtainToken({ ...target, hooks: { didRefresh }, timeout, signal });
  const claims = readClaims(token);
  const expiresAt = claims?.expiresAt ?? refreshed?.expiresAt;
  return { token, tenant: claims?.tenant, expiresAt, isReplaced: refreshed?.rotated ?? false };
}

function toJson(document: object): string {
  return `${printableJson(document, 2)}\n`;
}
