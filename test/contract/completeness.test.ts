import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { Kind, parse } from "graphql";
import { expect, test } from "vitest";
import * as documents from "../../src/generated/documents.ts";
import * as operations from "../../src/generated/operations.ts";

const ROOT = join(import.meta.dirname, "../..");
const files = readdirSync(join(ROOT, "operations"), { recursive: true, encoding: "utf8" }).filter((file) =>
  file.endsWith(".graphql"),
);

test("there are operations", () => {
  expect(files.length).toBeGreaterThan(0);
});

test.each(files)("operations/%s holds one named operation with a line that says what it is for", (file) => {
  const text = readFileSync(join(ROOT, "operations", file), "utf8");
  const defined = parse(text).definitions.filter((definition) => definition.kind === Kind.OPERATION_DEFINITION);
  expect(defined.map(({ name }) => typeof name?.value)).toEqual(["string"]);
  expect(text).toMatch(/^# \S.*\n(?:#.*\n)*(?:query|mutation) /m);
});

test.each(files)("operations/%s is generated and has a contract test", (file) => {
  const text = readFileSync(join(ROOT, "operations", file), "utf8");
  const name = text.match(/(?:query|mutation)\s+(\w+)/)?.[1];
  expect(operations).toHaveProperty(`${name}Document.name`, name);
  expect(documents).toHaveProperty(`${name}Document.kind`, "Document");
  const contract = join("test/contract", file.replace(/\.graphql$/, ".test.ts"));
  const code = existsSync(join(ROOT, contract)) ? readFileSync(join(ROOT, contract), "utf8") : "";
  expect(code.includes(`${name}Document`), `write ${contract}, and run ${name}Document in it`).toBe(true);
});
