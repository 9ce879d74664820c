/**
 * `npm run conventions`: lists what the conventions find in five public schemas and the fixtures, with the number of fields.
 * A new pattern must not explain an argument that means something else.
 */

import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildASTSchema, parse } from "graphql";
import { listMeanings } from "../packages/compiler/test/support/list-meanings.ts";
import { origins, type PublicSchema, readVersions } from "./oracle/public-schemas.ts";

const FIXTURES = join(import.meta.dirname, "../test/fixtures");

const newest = await Promise.all(origins.map(async (origin) => (await readVersions(origin)).slice(-1)));
const fixtures = await Promise.all(
  ["foreign", "relay", "platform"].map(async (name): Promise<PublicSchema> => {
    return { name: `fixture ${name}`, sdl: await readFile(join(FIXTURES, name, "schema.graphql"), "utf8") };
  }),
);
for (const { name, sdl } of [...newest.flat(), ...fixtures]) {
  process.stdout.write(`\n## ${name}\n\n`);
  const schema = buildASTSchema(parse(sdl, { noLocation: true }), { assumeValid: true });
  for (const [meaning, args] of Object.entries(listMeanings(schema))) {
    process.stdout.write(`${meaning} (${args.length}): ${args.join(" · ")}\n`);
  }
}
