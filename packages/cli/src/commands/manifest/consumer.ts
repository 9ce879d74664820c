/** Creates the manifest of one consumer from the words of its files. */

import { join } from "node:path";
import {
  type ConsumerManifest,
  createManifest,
} from "@integration-platform/graphql-compiler/internal/check/consumers";
import { isRecord } from "../../decode-text.ts";
import { Problem } from "../errors/problem.ts";
import { listDependencies, readPackage } from "./package-json.ts";
import { readInstalled } from "./package-names.ts";
import { readTextFiles, type TextFiles } from "./text-files.ts";
import { findUnnamed } from "./unnamed-uses.ts";
import { readWords } from "./words.ts";

export interface ConsumerOptions {
  /** Folder with the `package.json` of the consumer, relative to the working directory. */
  readonly folder: string;
  readonly package: string;
  /** @default the name in its `package.json` */
  readonly name?: string | undefined;
  /** Folders, files or globs with its files. @default the folder of the consumer */
  readonly importers?: readonly string[] | undefined;
  /** File of an older manifest, whose names are no uses. @default none, except by the usual name */
  readonly output?: string | undefined;
  /** Version and names of the package. @default those of the installed package */
  readonly used?: { readonly version: string | null; readonly isName: (word: string) => boolean };
}

export interface ReadConsumer {
  readonly manifest: ConsumerManifest;
  readonly read: TextFiles;
  /** File that can use any name. Absent if there is none. */
  readonly unnamed: string | undefined;
}

/** @throws Problem if a file cannot be read, or the package is not installed. */
export async function readConsumer(options: ConsumerOptions): Promise<ReadConsumer> {
  const { folder, package: name } = options;
  const own = await readPackage(folder);
  const consumer = options.name ?? (typeof own.name === "string" ? own.name : undefined);
  if (consumer === undefined) {
    throw new Problem(`${join(folder, "package.json")} has no name`, "Name the consumer with --name <name>.");
  }
  const dependencies = listDependencies(own);
  const aliases = [...dependencies].flatMap(([alias, target]) => (target === name ? [alias] : []));
  const { version, isName } = options.used ?? (await readUsed(folder, aliases[0] ?? name));
  const read = await readTextFiles(options.importers ?? [folder], options.output);
  const unnamed = findUnnamed(read.files, {
    names: [name, ...aliases],
    folder,
    dependencies: new Set(dependencies.keys()),
    published: new Set(listPublished(own)),
  });
  const words = new Set(read.files.flatMap(({ text }) => [...readWords(text)].filter(isName)));
  const manifest = createManifest(
    { consumer, package: name, packageVersion: version },
    unnamed === undefined ? words : "all",
  );
  return { manifest, read, unnamed };
}

async function readUsed(folder: string, name: string) {
  const { version, names } = await readInstalled(folder, name);
  return { version, isName: (word: string) => names.has(word) };
}

/** Base names of the modules that a package exports, such as `index` for `./dist/index.js`. */
function listPublished({ main, module, types, bin, exports }: Record<string, unknown>): string[] {
  const list = (value: unknown): string[] => {
    if (typeof value === "string") return [value];
    return isRecord(value) ? Object.values(value).flatMap(list) : [];
  };
  return [main, module, types, bin, exports].flatMap(list).map((file) => {
    const base = file.split("/").at(-1) ?? "";
    return base.replace(/(?:\.d)?\.[cm]?[jt]sx?$/, "");
  });
}
