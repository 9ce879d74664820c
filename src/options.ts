/** Options, refused by name where they are misspelt or senseless. */

import { UsageError } from "./errors.ts";

/** @throws UsageError naming the first option that `call` does not know. */
export function refuseUnknown(call: string, rest: object): void {
  const [name] = Object.keys(rest);
  if (name !== undefined) throw new UsageError(`${call}: there is no option "${name}"`);
}

/** @throws UsageError where `value` is no integer in the range. */
export function requireInteger(name: string, value: unknown, min: number, max: number): void {
  if (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) return;
  throw new UsageError(`${name} must be an integer from ${min} to ${max}`);
}

const OURS = new Set(["authorization", "content-type", "content-length", "host"]);

/** @throws UsageError naming the header that is the client's own, or that no request can carry; never its value. */
export function checkHeaders(call: string, headers: Readonly<Record<string, string>>): Record<string, string> {
  for (const [name, value] of Object.entries(headers)) {
    if (OURS.has(name.toLowerCase())) throw new UsageError(`${call}: the header "${name}" belongs to the client`);
    try {
      new Headers([[name, value]]);
    } catch {
      throw new UsageError(`${call}: the header ${JSON.stringify(name)} or its value cannot be sent`);
    }
  }
  return { ...headers };
}
