/** `platform-graphql manifest`: writes which operations and types of a package a consumer uses. */

import { renderManifest } from "@integration-platform/graphql-compiler/internal/check/consumers";
import { toLines } from "@integration-platform/graphql-compiler/internal/text/ink";
import { count } from "@integration-platform/graphql-compiler/internal/text/phrases";
import { EXIT, Problem } from "../errors/problem.ts";
import { writeTexts } from "../project/files.ts";
import type { Terminal } from "../terminal/terminal.ts";
import { readConsumer } from "./consumer.ts";
import { describeRead } from "./text-files.ts";

export interface ManifestOptions {
  readonly package: string;
  readonly name?: string;
  readonly output: string;
  readonly importers?: readonly string[];
}

export async function manifest(options: ManifestOptions, { stdout }: Terminal): Promise<number> {
  const { package: name, output } = options;
  if (!/^(?:@[\w.-]+\/)?[\w.-]+$/.test(name)) {
    throw new Problem(
      "--package: the value is not the name of a package",
      "Pass the name that your code imports.",
    );
  }
  const { manifest: usage, read, unnamed } = await readConsumer({ ...options, folder: "." });
  await writeTexts({ [output]: renderManifest(usage) }, "--output");
  const { operations, types, packageVersion, consumer } = usage;
  const used = operations === "all" ? "all operations" : count(operations.length, "operation");
  const version = packageVersion ?? "version unknown";
  const lines = [
    `${output}: ${consumer} uses ${used} and ${count(types.length, "type")} of ${name} (${version})`,
    ...(unnamed === undefined ? [] : [`  ${unnamed} can use any name: it reads or passes on all of them`]),
    ...describeRead(read).map((line) => `  ${line}`),
  ];
  stdout.print(toLines(lines));
  return EXIT.success;
}
