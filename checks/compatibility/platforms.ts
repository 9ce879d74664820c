/** The simulated platforms of the suite: one for each check, so that requests can be counted. */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { createPlatform, type Platform } from "@integration-platform/graphql-testing";

/** Results of the suite. */
export const EXPECTED: Readonly<Record<string, unknown>> = {
  data: ["Orders", "Invoices"],
  replay: 10,
  abort: true,
  timeout: "TIMEOUT",
  errors: "GRAPHQL",
  network: "NETWORK",
};

/** Requests of the API and refresh requests. An aborted request can arrive or not. */
const COUNTS: Readonly<Record<string, readonly [api: number, refresh: number]>> = {
  data: [2, 1],
  replay: [20, 1],
  timeout: [1, 0],
  errors: [1, 0],
  network: [0, 0],
};

const DOCUMENT = {
  name: "ListRows",
  kind: "query",
  text: "query ListRows { integrations { nodes { name } } }",
} as const;
const DATA = { integrations: { nodes: [{ name: "Orders" }, { name: "Invoices" }] } };

export interface Platforms extends AsyncDisposable {
  /** JSON for the suite. */
  readonly targets: string;
  checkCounts(): string[];
}

export async function startPlatforms(): Promise<Platforms> {
  const schema = await readFile(join(import.meta.dirname, "consumer/schema.graphql"), "utf8");
  const targets: Record<string, { baseUrl: string; refreshToken: string; accessToken: string }> = {};
  const platforms = new Map<string, Platform>();
  for (const name of Object.keys(EXPECTED)) {
    const platform = createPlatform({ schema });
    if (name === "timeout" || name === "abort") platform.answer(DOCUMENT, () => new Promise<never>(() => {}));
    else if (name !== "replay")
      platform.answer(DOCUMENT, DATA, name === "errors" ? { errors: ["The list is not complete"] } : {});
    const { baseUrl } = await platform.listen();
    const { refreshToken } = platform;
    targets[name] = { baseUrl, refreshToken, accessToken: await platform.issueAccessToken() };
    if (name === "replay") platform.use("late-401");
    platforms.set(name, platform);
  }
  return {
    targets: JSON.stringify(targets),
    checkCounts: () =>
      Object.entries(COUNTS).flatMap(([name, expected]) => {
        const platform = platforms.get(name);
        const counted = `${platform?.count("api")} requests, ${platform?.count("refresh")} refresh requests`;
        const wanted = `${expected[0]} requests, ${expected[1]} refresh requests`;
        return counted === wanted ? [] : [`${name}: ${counted}, not ${wanted}`];
      }),
    async [Symbol.asyncDispose]() {
      for (const platform of platforms.values()) await platform[Symbol.asyncDispose]();
    },
  };
}
