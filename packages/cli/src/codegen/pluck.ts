/** Finds GraphQL in scripts and in Markdown. */

import type { GraphQLTagPluckOptions } from "@graphql-tools/graphql-tag-pluck";
import { GraphQLError, Source } from "graphql";
import { languageOf } from "./find-files.ts";

/** GraphQL of one file. */
export interface Plucked {
  /** One for each block. The text starts with as many line breaks and spaces as its place in the file requires. */
  readonly blocks: readonly Source[];
  /** GraphQL that cannot be read. */
  readonly problems: readonly GraphQLError[];
  /** Syntax error of the script. */
  readonly failure?: GraphQLError;
}

/** The last result for each script, because Babel is slow and a watcher reads all files again. */
const cache = new Map<string, { readonly body: string; readonly plucked: Promise<Plucked> }>();

/** Returns the GraphQL of a file. A file of an unknown language is GraphQL. */
export async function pluck(file: Source): Promise<Plucked> {
  const { name, body } = file;
  const language = languageOf(name);
  if (language === "markdown") return { blocks: pluckMarkdown(file), problems: [] };
  if (language !== "script") return { blocks: [file], problems: [] };
  if (!MAY_CONTAIN.test(body)) return { blocks: [], problems: [] };
  const cached = cache.get(name);
  if (cached?.body === body) return cached.plucked;
  const plucked = pluckScript(file);
  cache.set(name, { body, plucked });
  return plucked;
}

/** A fenced code block: its marker, the first word after it, and its content. An unclosed one ends with the file. */
const FENCE = /^([ \t]*)(`{3,}|~{3,})[ \t]*([\w-]*)[^`\n]*\n([\s\S]*?)(?:^[ \t]*\2[`~]*[ \t]*\r?$|$(?![\s\S]))/gm;

function pluckMarkdown({ body, name }: Source): Source[] {
  return [...body.matchAll(FENCE)].flatMap(({ index, 0: all, 3: language, 4: content = "" }) => {
    if (language !== "graphql" && language !== "gql") return [];
    const lines = body.slice(0, index + all.indexOf("\n")).split("\n").length;
    return [new Source("\n".repeat(lines) + content, name)];
  });
}

/** Most scripts contain no GraphQL. They are not parsed. */
const MAY_CONTAIN = /\b(?:gql|graphql)\s*[`(<]|graphql\s*\*\/|graphql-tag|graphql\.macro/i;

type TemplateLiteral = Parameters<NonNullable<GraphQLTagPluckOptions["pluckStringFromFile"]>>[1];
type Element = TemplateLiteral["quasis"][number];

/** Finds template literals with a tag, as an argument of such a function, or after the comment `GraphQL`. */
async function pluckScript(file: Source): Promise<Plucked> {
  // Babel takes long to load.
  const { gqlPluckFromCodeString } = await import("@graphql-tools/graphql-tag-pluck");
  const found = new Map<unknown, TemplateLiteral>();
  const pluckStringFromFile = (_: string, literal: TemplateLiteral) => {
    found.set(literal.start, literal);
    return undefined;
  };
  try {
    await gqlPluckFromCodeString(file.name, file.body, { pluckStringFromFile });
  } catch (error) {
    const { pos = 0, message } = error as Error & { readonly pos?: number };
    const reason = message.replace(/ \(\d+:\d+\)$/, "");
    return { blocks: [], problems: [], failure: createError(`the file cannot be parsed: ${reason}`, file, pos) };
  }
  const literals = [...found.values()].map((literal) => ({ literal, problems: findInterpolations(file, literal) }));
  return {
    blocks: literals.flatMap(({ literal, problems }) =>
      problems.length > 0 ? [] : [new Source(renderBlock(literal), file.name)],
    ),
    problems: literals.flatMap(({ problems }) => problems),
  };
}

function createError(message: string, source: Source, position: number): GraphQLError {
  return new GraphQLError(message, { source, positions: [position] });
}

/** Leaves out the expressions. A fragment is found by its name. */
function renderBlock({ quasis }: TemplateLiteral): string {
  let end = { line: 1, column: 0 };
  return quasis
    .map(({ loc, value }) => {
      const start = loc?.start ?? end;
      const lines = start.line - end.line;
      const columns = lines > 0 ? start.column : start.column - end.column;
      end = loc?.end ?? end;
      return "\n".repeat(lines) + " ".repeat(columns) + textOf(value);
    })
    .join("");
}

/** The text that the program sends, without escapes. An invalid escape stays as it is. */
function textOf({ cooked, raw }: Element["value"]): string {
  return cooked ?? raw;
}

/** An expression between two definitions can only be a fragment. Elsewhere, it can change the operation. */
function findInterpolations(file: Source, { quasis, expressions }: TemplateLiteral): GraphQLError[] {
  let before = "";
  return expressions.flatMap(({ start }, index) => {
    const element = quasis[index];
    before += element ? textOf(element.value) : "";
    const code = before.replaceAll(IGNORED, "").trim();
    if ((code === "" || code.endsWith("}")) && countNested(code) === 0) return [];
    const message = "an expression inside of a definition is not supported. Use a variable or a named fragment.";
    return [createError(message, file, start ?? 0)];
  });
}

/** Strings and comments of GraphQL. */
const IGNORED = /"""(?:\\"""|[\s\S])*?"""|"(?:\\.|[^"\\\n])*"|#.*/g;

/** Number of open braces. */
function countNested(code: string): number {
  return code.split("{").length - code.split("}").length;
}
