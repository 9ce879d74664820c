/** The record of requests as text, for the message of a test that fails. */

import type { Journal, PlatformRequest } from "./journal.ts";

/** Requests shown: the last ones. */
const SHOWN = 50;
/** Characters of variables shown. */
const VARIABLES_LENGTH = 200;

/**
 * One line a request: number, address, operation, variables, generation of the token, status. No credentials.
 *
 * @param standIn - What may be wrong where nothing was asked.
 */
export function describeRequests(baseUrl: string, { entries, count }: Journal, standIn: string | undefined): string {
  const total = count();
  const last = entries.slice(-SHOWN);
  const left = total - last.length;
  return [
    `${baseUrl} was asked ${total} ${total === 1 ? "time" : "times"}: ${count("api")} api, ${count("refresh")} refresh`,
    ...(standIn === undefined ? [] : [`  ${standIn}`]),
    ...(left > 0 ? [`  … ${left} before`] : []),
    ...last.map((request, index) => `  ${left + index + 1}. ${describeRequest(request)}`),
  ].join("\n");
}

function describeRequest({ kind, method, path, operation, variables, ...request }: PlatformRequest): string {
  const { tokenGeneration, status = "pending", scenario, problem } = request;
  const asked = kind === "api" ? [operation ?? "(no name)", ...(variables ? [renderVariables(variables)] : [])] : [];
  const token = kind !== "api" ? [] : [tokenGeneration === undefined ? "no token" : `token ${tokenGeneration}`];
  const why = [scenario, problem?.replaceAll(/\s*\n\s*/g, " ")].filter((text) => text !== undefined).join(": ");
  return [method, path || "/", ...asked, ...token, "→", status, ...(why ? [`(${why})`] : [])].join(" ");
}

function renderVariables(variables: object): string {
  const text = JSON.stringify(variables);
  return text.length > VARIABLES_LENGTH ? `${text.slice(0, VARIABLES_LENGTH)}…` : text;
}
