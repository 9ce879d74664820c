/**
 * `npm run conventions`: lists what the conventions find in public schemas and the fixtures, with the number of fields.
 * A new pattern must not explain an argument that means something else.
 */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildASTSchema, buildClientSchema, type GraphQLSchema, parse } from "graphql";
import { listMeanings } from "../packages/compiler/test/support/list-meanings.ts";

const PUBLIC = join(import.meta.dirname, "oracle/schemas/node_modules");
const FIXTURES = join(import.meta.dirname, "../test/fixtures");
const FILES = {
  github: ["schema.graphql"],
  shopify: ["storefront.schema.json", "customer-account.schema.json"],
  dialogporten: ["schema.verified.graphql"],
};

function readSchema(text: string): GraphQLSchema {
  if (!text.startsWith("{")) return buildASTSchema(parse(text, { noLocation: true }), { assumeValid: true });
  const json = JSON.parse(text);
  return buildClientSchema(json.data ?? json);
}

const folders = await readdir(PUBLIC);
const { compare } = new Intl.Collator("en", { numeric: true });
const newest = Object.entries(FILES).flatMap(([origin, files]) => {
  const folder =
    folders
      .filter((name) => name.startsWith(`${origin}-v`))
      .sort(compare)
      .at(-1) ?? origin;
  return files.map((file) => join(PUBLIC, folder, file));
});
const fixtures = ["foreign", "relay", "platform"].map((name) => join(FIXTURES, name, "schema.graphql"));
for (const file of [...newest, ...fixtures]) {
  const name = file.split("/").slice(-2).join("/");
  process.stdout.write(`\n## ${name}\n\n`);
  for (const [meaning, args] of Object.entries(listMeanings(readSchema(await readFile(file, "utf8"))))) {
    process.stdout.write(`${meaning} (${args.length}): ${args.join(" · ")}\n`);
  }
}
