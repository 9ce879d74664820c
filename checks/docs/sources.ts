/** The source files of the packages as syntax trees, and the members of their interfaces. */

import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "@babel/parser";
import type { Comment, Program, TSInterfaceDeclaration } from "@babel/types";
import { memoize } from "../../packages/compiler/src/model/cache.ts";
import { ROOT } from "../commands.ts";

/** A property of an interface. */
export interface Member {
  readonly name: string;
  /** Text of the doc comment, without its markers; empty if there is none. */
  readonly comment: string;
  readonly isRequired: boolean;
}

export interface Interface {
  readonly name: string;
  readonly file: string;
  readonly isExported: boolean;
  /** Properties in order, without inherited ones. */
  readonly members: readonly Member[];
  /** Names of the interfaces that it extends. */
  readonly bases: readonly string[];
}

/**
 * The source files of a package, without its generated ones. They are parsed once.
 *
 * @param folder - Of the package, below the root.
 */
export const readSources: (folder: string) => readonly Program[] = memoize(parseSources);

function parseSources(folder: string): Program[] {
  const files = globSync("src/**/*.ts", { cwd: join(ROOT, folder), exclude: ["src/generated/**"] });
  return files.map((file) => {
    const code = readFileSync(join(ROOT, folder, file), "utf8");
    const sourceFilename = join(folder, file);
    return parse(code, { sourceType: "module", plugins: ["typescript"], attachComment: true, sourceFilename })
      .program as unknown as Program;
  });
}

/** The interfaces of source files. */
export function readInterfaces(sources: readonly Program[]): Interface[] {
  return sources.flatMap(({ body }) =>
    body.flatMap((statement) => {
      const isExported = statement.type === "ExportNamedDeclaration";
      const declaration = isExported ? statement.declaration : statement;
      return declaration?.type === "TSInterfaceDeclaration" ? [readInterface(declaration, isExported)] : [];
    }),
  );
}

function readInterface(
  { id, body, extends: extended }: TSInterfaceDeclaration,
  isExported: boolean,
): Interface {
  const members = body.body.flatMap((member): Member[] => {
    if (member.type !== "TSPropertySignature" || member.key.type !== "Identifier") return [];
    const comment = readComment(member.leadingComments?.at(-1));
    return [{ name: member.key.name, comment, isRequired: !member.optional }];
  });
  const bases = (extended ?? []).flatMap(({ expression }) =>
    expression.type === "Identifier" ? [expression.name] : [],
  );
  return { name: id.name, file: id.loc?.filename ?? "", isExported, members, bases };
}

function readComment(comment: Comment | undefined): string {
  if (!comment?.value.startsWith("*")) return "";
  return comment.value
    .slice(1)
    .replaceAll(/^[ \t]*\* ?/gm, "")
    .trim();
}
