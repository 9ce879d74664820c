/** Where the command runs: Node, and the configuration. */

import { findNearest } from "../names.ts";
import { openTarget } from "../target.ts";
import type { Case } from "./case.ts";
import { type Check, fine, warning } from "./examination.ts";

/** Of `package.json`; `main` has refused anything older. */
const NEEDED = "22.12";

const VARIABLES = {
  BASE_URL: "the address",
  REFRESH_TOKEN: "the refresh token",
  ACCESS_TOKEN: "an access token",
  TENANT_ID: "the tenant",
} as const;

export function checkNode(): Check {
  return {
    ...{ id: "node", title: "Node", needs: [] },
    run() {
      const { node } = process.versions;
      const said = `${node} (${NEEDED} or newer is needed)`;
      const [major = 0] = node.split(".").map(Number);
      if (major % 2 === 0) return fine(said);
      return warning(`${said}: odd versions are supported for half a year only`, "use an even one");
    },
  };
}

export function checkConfiguration(examined: Case): Check {
  const { terminal, prefix } = examined;
  const { env } = terminal;
  return {
    ...{ id: "configuration", title: "configuration", needs: [] },
    async run() {
      if (examined.destination?.local) return fine("a local platform, started for this: nothing is read");
      const { baseUrl } = await openTarget(undefined, {
        env,
        prefix,
        hint: "Set the variables, or check a local platform with --local.",
      });
      const read = (name: keyof typeof VARIABLES) => env[`${prefix}_${name}`]?.trim() || undefined;
      const credentials = {
        ...one("refreshToken", read("REFRESH_TOKEN")),
        ...one("accessToken", read("ACCESS_TOKEN")),
        ...one("tenantId", read("TENANT_ID")),
      };
      examined.destination = { baseUrl, local: false, credentials };
      const found = (Object.keys(VARIABLES) as (keyof typeof VARIABLES)[]).filter((name) => read(name) !== undefined);
      const said = found.map((name) => `${VARIABLES[name]} from ${prefix}_${name}`).join(", ");
      const misspelt = findMisspelt(examined);
      return misspelt === undefined ? fine(said) : warning(said, misspelt);
    },
  };
}

function one<Key extends string>(key: Key, value: string | undefined): { readonly [K in Key]?: string } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [K in Key]?: string };
}

/** A variable that nobody reads, though its name is nearly one that somebody does. */
function findMisspelt({ terminal: { env }, prefix }: Case): string | undefined {
  const known = Object.keys(VARIABLES);
  for (const name of Object.keys(env).sort()) {
    const rest = name.startsWith(`${prefix}_`) ? name.slice(prefix.length + 1) : "";
    const near = rest === "" || known.includes(rest) ? undefined : findNearest(rest, known);
    if (near !== undefined) return `${name} is set, and never read: ${prefix}_${near} would be`;
  }
  return undefined;
}
