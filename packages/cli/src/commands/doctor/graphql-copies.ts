/** The package `graphql`: one copy, of a version that fits. With two, a schema of the one is none for the other. */

import { relative, sep } from "node:path";
import { findCopies } from "../tree.ts";
import { type Check, fine, wrong } from "./examination.ts";

/** Of the peer dependencies. */
const NEEDED_MAJOR = 17;
const MOST_SHOWN = 3;

export function checkGraphql(folder: string): Check {
  return {
    ...{ id: "graphql", title: "graphql", needs: [] },
    run() {
      const copies = findCopies("graphql", folder);
      const [only] = copies;
      if (!only) return fine("not installed: running operations does not need it");
      if (copies.length === 1) {
        if (only.version.startsWith(`${NEEDED_MAJOR}.`)) return fine(`${only.version}, one copy`);
        return wrong(
          `${only.version}, where ${NEEDED_MAJOR} is needed`,
          `npm install --save-dev graphql@${NEEDED_MAJOR}`,
        );
      }
      const shown = copies
        .slice(0, MOST_SHOWN)
        .map(({ version, folder: at }) => `${version} in ${describe(folder, at)}`);
      const more = copies.length > MOST_SHOWN ? `, and ${copies.length - MOST_SHOWN} more` : "";
      return wrong(
        `${copies.length} copies: ${shown.join(", ")}${more}`,
        "a schema of one copy is none for another: `npm explain graphql` says who asks for which; bring them together, with npm dedupe or overrides",
      );
    },
  };
}

function describe(from: string, to: string): string {
  return relative(from, to).replaceAll(sep, "/");
}
