/** Executes every operation of `operations/` with the client against the simulated platform. */

import { readdir, readFile } from "node:fs/promises";
import { type ContractCase, contractCases, createPlatform } from "@integration-platform/graphql-testing";
import { Kind, parse } from "graphql";
import { getResponse } from "msw";
import { expect, test } from "vitest";
import * as operations from "../../src/generated/operations.ts";
import { schemaSDL } from "../../src/generated/schema.ts";
import type { TypedDocumentString } from "../../src/index.ts";
import { connect, executeCase } from "../support/execute-case.ts";

const documents = Object.values<unknown>(operations).filter(isDocument);

function isDocument(value: unknown): value is TypedDocumentString {
  return typeof value === "object" && value !== null && "text" in value && "kind" in value;
}

test("generates a document for every operation", async () => {
  const folder = new URL("../../operations/", import.meta.url);
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".graphql"));
  const texts = await Promise.all(files.map((file) => readFile(new URL(file, folder), "utf8")));
  const definitions = texts.flatMap((text) => parse(text).definitions);
  const names = definitions.flatMap((node) =>
    node.kind === Kind.OPERATION_DEFINITION ? [node.name?.value] : [],
  );
  expect(documents.map(({ name }) => name).sort()).toEqual(names.sort());
});

// After `schema pull` and before codegen, the platform has the pulled schema, and the client the old
// documents.
const snapshot = await readFile(new URL("../../schema/schema.graphql", import.meta.url), "utf8");
const cases = contractCases(schemaSDL, documents);

// Without nulls, and with null for each leaf value that can be null.
for (const nulls of ["never", "always"] as const) {
  const platform = createPlatform({ schema: snapshot, nulls });
  // The handlers alone, because the interception of setupServer() takes longer than the operation.
  const respond = async (...request: Parameters<typeof fetch>) =>
    (await getResponse(platform.handlers, new Request(...request))) ?? Response.error();
  const connection = await connect(platform, { fetch: respond });

  test.for<ContractCase<TypedDocumentString>>(cases)(
    `executes $title, with nulls: "${nulls}"`,
    (contractCase) => executeCase(connection, contractCase),
  );
}

test("executes every operation once over HTTP", async () => {
  const platform = createPlatform({ schema: snapshot });
  await using server = await platform.listen();
  const { client } = await connect(platform, { baseUrl: server.baseUrl });
  const first = new Map(cases.toReversed().map((contractCase) => [contractCase.document, contractCase]));
  for (const { text } of documents) platform.answer(text);
  await Promise.all(
    [...first.values()].map(({ document, variables }) => client.execute(document, variables as never)),
  );
  expect(platform.count("api")).toBe(documents.length);
});
