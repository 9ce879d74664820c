/** The names of all options of all methods, so that none is misspelt in silence. */

import { isObject } from "./parse-json.ts";
import { suggest } from "./suggest.ts";

const RESPONSE = ["errors", "delayMs", "exact"] as const;

/** The options by what has them: a method, a scenario, or a member of other options. */
const OPTIONS: Readonly<Record<string, readonly string[]>> = {
  createPlatform: [
    ...["baseUrl", "schema", "data", "nulls", "scalars", "seed", "users", "limits", "now"],
    ...["rules", "keys", "inverses", "context"],
    ...["rotation", "scenario", "latencyMs", "onRulesError", "onRequest"],
  ],
  limits: ["pageSize", "requestsPerSecond"],
  "limits.pageSize": ["default", "max"],
  users: ["name", "email", "refreshToken", "tenants"],
  "users.tenants": ["id", "name"],
  answer: [...RESPONSE, "variables"],
  "answer.errors": ["message", "path", "code", "extensions"],
  andThen: RESPONSE,
  "platform.reject": ["variables", "delayMs"],
  "platform.reject errors": ["field", "messages", "code"],
  issueAccessToken: ["expiresInMs", "tenantId"],
  reset: ["tokens"],
  listen: ["port", "intercept"],
  contractCases: ["scalars"],
  reject: ["field", "code"],
  'use("slow-refresh")': ["delayMs"],
  'use("rate-limited")': ["retryAfterSeconds"],
  'use("clock-skew")': ["skewMs"],
};

/**
 * @param owner - A name of the table. Others have no options, such as most scenarios.
 * @throws TypeError if the options are not an object, or have an unknown member.
 */
export function checkOptionNames(owner: string, options: unknown): void {
  if (!isObject(options)) throw new TypeError(`${owner}: the options must be an object.`);
  const names = OPTIONS[owner] ?? [];
  const unknown = Object.keys(options).find((name) => !names.includes(name));
  if (unknown === undefined) return;
  throw new TypeError(`${owner}: unknown option "${unknown}".${suggest(unknown, names)}`);
}
