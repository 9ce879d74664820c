// @module-tag slow

/** The pictures in `docs/pictures` are those of the present output. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createPages, hashPages } from "../checks/pictures.ts";

test("the pictures show the present output: otherwise run `npm run check -- pictures`", async () => {
  const sources = readFileSync(join(import.meta.dirname, "../docs/pictures/sources.json"), "utf8");
  expect(JSON.parse(sources)).toEqual(hashPages(await createPages()));
});
