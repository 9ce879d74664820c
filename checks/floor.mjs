/**
 * What graphql-js alone needs: `floor.mjs <folder with operations> <schema>...` builds each schema, parses
 * the operations and validates them with each schema. JavaScript, so that Node.js does not load its type
 * stripper.
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { buildSchema, concatAST, parse, validate } from "graphql";

const [folder = "", ...schemas] = process.argv.slice(2);
const files = readdirSync(folder).filter((name) => name.endsWith(".graphql"));
const document = concatAST(files.map((name) => parse(readFileSync(join(folder, name), "utf8"))));
for (const file of schemas) {
  const schema = buildSchema(readFileSync(file, "utf8"), { assumeValid: true, assumeValidSDL: true });
  process.stdout.write(
    `${file}: ${document.definitions.length} operations, ${validate(schema, document).length} errors\n`,
  );
}
