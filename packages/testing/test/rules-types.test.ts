/**
 * The types of rules that codegen writes are current. `npm run check -- rule-types` compiles mistakes with
 * them.
 */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderPlatformTypes } from "@integration-platform/graphql-compiler/internal/codegen/index";
import { scalars } from "@integration-platform/graphql-compiler/internal/model/scalars";
import { buildSchema } from "graphql";
import { expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const TICKETS = join(import.meta.dirname, "fixtures/tickets");
const MODULE = "@integration-platform/graphql-testing/rules";
/** Scalars of the schemas below, beside the known ones. */
const OWN = { timestamptz: "string", uuid: "string", Cursor: "string", Datetime: "string", Money: "string" };
const SIMULATION = join(ROOT, "checks/simulation");

test.for([
  TICKETS,
  ...["test/fixtures/foreign", "examples/customers"].map((folder) => join(ROOT, folder)),
  ...["bookings", "dashboard", "newsroom", "storefront", "tracker"].map((name) =>
    join(SIMULATION, "applications", name),
  ),
  ...["contentful", "github", "postgraphile", "saleor", "strapi", "wpgraphql"].map((name) =>
    join(SIMULATION, "styles", name),
  ),
])("platform.types.ts of %s is what codegen writes for its schema", async (folder) => {
  const schema = buildSchema(readFileSync(join(folder, "schema.graphql"), "utf8"));
  const text = renderPlatformTypes(schema, { ...scalars, ...OWN }, MODULE);
  await expect(text).toMatchFileSnapshot(join(folder, "platform.types.ts"));
});
