/** The snapshot of the schema: where it came from, how old it is, and whether the platform has moved on. */

import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { parseProvenance, provenancePath } from "../schema/provenance.ts";
import type { Case } from "./case.ts";
import { type Check, fine, skipped, warning } from "./examination.ts";

const SHIPPED = createRequire(import.meta.url).resolve("@integration-platform/graphql/schema.graphql");
const DAY_MS = 24 * 60 * 60 * 1000;
/** A scheduled `schema check` looks every night; after a month nobody has looked. */
const OLD_DAYS = 30;

const read = (file: string) => readFile(file, "utf8").catch(() => undefined);

export function checkSnapshot({ snapshot }: Case): Check {
  return {
    ...{ id: "snapshot", title: "snapshot", needs: [] },
    async run() {
      const text = await read(snapshot);
      if (text === undefined) return fine(`no ${snapshot} here: the one of the package is used`);
      const json = await read(provenancePath(snapshot));
      if (json === undefined) return warning(`${snapshot}: nobody knows from when`, "npx platform-graphql schema pull");
      const provenance = parseProvenance(json, text);
      if (!provenance) {
        return warning(
          `${snapshot} was edited since it was taken`,
          "npx platform-graphql schema pull, and do not edit it",
        );
      }
      const { taken, how } = provenance;
      const days = Math.floor((Date.now() - Date.parse(taken)) / DAY_MS);
      if (Number.isNaN(days)) return warning(`${snapshot}: nobody knows from when`, "npx platform-graphql schema pull");
      const age = days <= 0 ? "today" : days === 1 ? "yesterday" : `${days} days ago`;
      const said = `taken ${age}: ${how}`;
      return days > OLD_DAYS ? warning(said, "npx platform-graphql schema pull") : fine(said);
    },
  };
}

export function checkDrift(examined: Case): Check {
  const { snapshot } = examined;
  return {
    ...{ id: "drift", title: "drift", needs: ["introspection"] },
    async run() {
      const { live } = examined;
      if (!live) return skipped("because the platform shows no schema");
      const load = () => Promise.all([import("../schema/schema-text.ts"), import("../../schema/compare.ts")]);
      const peers = await load().catch(() => undefined);
      if (!peers)
        return skipped("because there is nothing to compare with", "npm install --save-dev @graphql-inspector/core");
      const [{ parseSchema }, { compare }] = peers;
      const text = (await read(snapshot)) ?? (await readFile(SHIPPED, "utf8"));
      const changes = compare(parseSchema(text, snapshot).schema, live);
      if (changes.length === 0) return fine("none: the platform's schema is the snapshot's");
      const breaking = changes.filter(({ level }) => level === "breaking").length;
      const said = `${changes.length} ${changes.length === 1 ? "change" : "changes"} since the snapshot, ${breaking} breaking`;
      return warning(said, "npx platform-graphql schema check says what that does to your operations");
    },
  };
}
