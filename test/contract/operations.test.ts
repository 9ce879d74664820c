/** Executes every operation of `operations/` with the client against the simulated platform, and replays `recordings/`. */

import { existsSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import {
  type ContractCase,
  contractCases,
  createLocalPlatform,
  readRecordings,
} from "@integration-platform/graphql-testing/local";
import { Kind, parse } from "graphql";
import { expect, test } from "vitest";
import * as operations from "../../src/generated/operations.ts";
import { schemaSDL } from "../../src/generated/schema.ts";
import type { TypedDocumentString } from "../../src/index.ts";
import { connectLocal, executeCase } from "../support/execute-case.ts";

const documents = Object.values<unknown>(operations).filter(isDocument);

function isDocument(value: unknown): value is TypedDocumentString {
  return typeof value === "object" && value !== null && "text" in value && "kind" in value;
}

test("generates a document for every operation", async () => {
  const folder = new URL("../../operations/", import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".graphql"));
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
  const definitions = texts.flatMap((text) => parse(text).definitions);
  const names = definitions.flatMap((node) => (node.kind === Kind.OPERATION_DEFINITION ? [node.name?.value] : []));
  expect(documents.map(({ name }) => name).sort()).toEqual(names.sort());
});

const platform = createLocalPlatform({ schema: schemaSDL });

test.for<ContractCase<TypedDocumentString>>(contractCases(schemaSDL, documents))("executes $title", async (each) => {
  await executeCase(platform, each);
});

const folder = fileURLToPath(new URL("../../recordings", import.meta.url));

test.for(existsSync(folder) ? readRecordings(folder) : [])("replays $file", async ({ content }) => {
  if (typeof content === "string") return expect.unreachable(content);
  const document = documents.find(({ name }) => name === content.operation);
  if (!document) return expect.unreachable(`There is no operation ${content.operation}.`);
  const recorded = createLocalPlatform({ schema: schemaSDL, recordings: [content] });
  const { client } = await connectLocal(recorded);
  expect(await client.execute(document, content.variables as never)).toEqual(content.data);
});
