/** `platform-graphql manifest`: writes which operations and types of a package a consumer uses. */

import { renderManifest } from "@integration-platform/graphql-compiler/internal/check/consumers";
import { count } from "@integration-platform/graphql-compiler/internal/reports/summary";
import { EXIT, Problem } from "../errors/problem.ts";
import { writeTexts } from "../project/files.ts";
import { printable, type Terminal } from "../terminal/terminal.ts";
import { readConsumer } from "./consumer.ts";

export interface ManifestOptions {
  readonly package: string;
  readonly name?: string;
  readonly output: string;
  readonly importers?: readonly string[];
}

export async function manifest(options: ManifestOptions, { stdout }: Terminal): Promise<number> {
  const { package: name, output } = options;
  if (!/^(?:@[\w.-]+\/)?[\w.-]+$/.test(name)) {
    throw new Problem("--package: the value is not the name of a package", "Pass the name that your code imports.");
  }
  const found = await readConsumer({ ...options, folder: "." });
  await writeTexts({ [output]: renderManifest(found) }, "--output");
  const { operations, types, packageVersion, consumer } = found;
  const used = operations === "all" ? "all operations" : count(operations.length, "operation");
  const version = packageVersion ?? "version unknown";
  stdout.write(
    `${printable(`${output}: ${consumer} uses ${used} and ${count(types.length, "type")} of ${name} (${version})`)}\n`,
  );
  return EXIT.success;
}
