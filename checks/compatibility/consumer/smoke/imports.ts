/** Whether importing an entry has an effect: prints what has changed, of all that a module could have changed. */

import process from "node:process";

/** Globals and their members, listeners, and what keeps the process alive. */
function survey(): Map<string, unknown> {
  const seen = new Map<string, unknown>();
  for (const name of Object.getOwnPropertyNames(globalThis)) {
    const value: unknown = Object.getOwnPropertyDescriptor(globalThis, name)?.value;
    seen.set(name, value);
    for (const owner of [value, (value as { prototype?: unknown } | undefined)?.prototype]) {
      if ((typeof owner !== "object" && typeof owner !== "function") || owner === null) continue;
      const members = Object.entries(Object.getOwnPropertyDescriptors(owner));
      for (const [member, { value, get }] of members) seen.set(`${name}…${member}`, value ?? get);
    }
  }
  for (const name of process.eventNames()) seen.set(`listeners of ${String(name)}`, process.listenerCount(name));
  seen.set("what keeps the process alive", process.getActiveResourcesInfo().sort().join());
  return seen;
}

const [entry = ""] = process.argv.slice(2);
// Twice, so that what the runtime loads by itself is not taken for an effect.
survey();
const before = survey();
await import(entry);
const changed = [...survey()].filter(([name, value]) => !Object.is(before.get(name), value)).map(([name]) => name);
process.stdout.write(`${JSON.stringify(changed)}\n`);
