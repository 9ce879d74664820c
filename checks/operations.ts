/** Generated operations. Outside `bench`, which has an earlier version of graphql for its peers. */

import { readFileSync } from "node:fs";
import { buildSchema } from "graphql";
import { generateUsualOperation } from "../packages/compiler/test/support/schema-operations.ts";
import { createDice } from "../packages/compiler/test/support/schema-values.ts";

/** Operations over a schema, each with its fragments. The same seed gives the same operations. */
export function generateOperations(schemaFile: string, count: number): string[] {
  const schema = buildSchema(readFileSync(schemaFile, "utf8"), { assumeValid: true, assumeValidSDL: true });
  const dice = createDice(7);
  const texts: string[] = [];
  for (let attempt = 0; texts.length < count && attempt < count * 20; attempt++) {
    const document = generateUsualOperation(schema, dice, `Operation${texts.length}`);
    if (document?.loc) texts.push(document.loc.source.body);
  }
  return texts;
}
