/**
 * Reads messages of the client, which have the form `<operation>: <problem>. <Action>.`. Only this file
 * decides by their text: a property of the error for each part would be public, and in the bundle of every
 * user of the client.
 */

import type { AnyOperationError } from "@integration-platform/graphql";

/**
 * The parts of a message. Environment variables and options of the command replace the options of the client.
 */
export interface ClientMessage {
  /** Without the operation and the full stop. */
  readonly problem: string;
  readonly action: string | undefined;
  /** The environment variable that the problem is about. */
  readonly variable: string | undefined;
  /**
   * Path at the end of the base URL that the client or a browser adds, such as `/api` of
   * `POST https://host/api/api`.
   */
  readonly extraPath: string | undefined;
}

const EXTRA_PATH = /\bPOST \S*(\/(?:api|graphql|auth\/refresh|get_auth_token))\/(?:api|auth\/refresh)\b/;
/** The end of the problem of an `http:` base URL, in `base-url.ts` of the client. */
const INSECURE = "would send tokens unencrypted";
const INSECURE_ACTION = "Use https:, or pass --insecure-http.";
/** The boundary of two sentences. */
const NEXT_SENTENCE = /(?<=\.)\s+(?=[A-Z])/;

/** @param prefix - Prefix of the environment variables. */
export function readClientMessage({ message, operation }: AnyOperationError, prefix: string): ClientMessage {
  const [first = "", ...actions] = message
    .replace(`${operation}: `, "")
    .replaceAll(/\bbaseUrl\b/g, `${prefix}_BASE_URL`)
    .replace(/, unless insecureHttp\b[^.]*/, "")
    .split(NEXT_SENTENCE);
  const problem = first.replace(/\.$/, "");
  const action = problem.endsWith(INSECURE) ? INSECURE_ACTION : actions.join(" ");
  const [variable] = new RegExp(`^${prefix}_\\w+`).exec(problem) ?? [];
  const [, extraPath] = EXTRA_PATH.exec(message) ?? [];
  return { problem, action: action || undefined, variable, extraPath };
}
