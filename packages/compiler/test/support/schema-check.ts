/** Tiny schemas and operations, and verdicts in one line each. */

import { buildSchema, concatAST, type DocumentNode, type GraphQLSchema, parse, Source } from "graphql";
import { type CheckInput, check, type Finding, type Report } from "../../src/index.ts";
import { renderPlace } from "../../src/text/phrases.ts";

/** Many checks have the same schema and the same operations. */
const schemas = new Map<string, GraphQLSchema>();
const documents = new Map<string, DocumentNode>();

function build(text: string): GraphQLSchema {
  const schema = schemas.get(text) ?? buildSchema(text);
  schemas.set(text, schema);
  return schema;
}

function parseFile(name: string, body: string): DocumentNode {
  const key = `${name}\0${body}`;
  const document = documents.get(key) ?? parse(new Source(body, name));
  documents.set(key, document);
  return document;
}

/** Parses files by name, with locations. */
export function parseFiles(files: Readonly<Record<string, string>>): DocumentNode {
  return concatAST(Object.entries(files).map(([name, body]) => parseFile(name, body)));
}

/** Checks the operations of one file, `a.graphql`, or of several files. */
export function checkTexts(
  before: string,
  after: string,
  operations: string | Readonly<Record<string, string>>,
  options: Partial<CheckInput> = {},
): Report {
  const files = typeof operations === "string" ? { "a.graphql": operations } : operations;
  const old = build(before);
  const now = build(after);
  return check({ before: old, after: now, operations: parseFiles(files), today: "2025-01-01", ...options });
}

/** A finding in one line, without its message: place, verdict, harm, rule, coordinate, code, and the rest. */
export function renderFinding(finding: Finding): string {
  const { verdict, harm = "-", rule, coordinate, code, place, message: _, ...rest } = finding;
  return [renderPlace(place), verdict, harm, rule, coordinate, `[${code}]`, JSON.stringify(rest)].join(" ");
}

/** `a.graphql:1:11 breaks nullability User.name`, for each finding. */
export function renderFindings({ operations }: Report): string[] {
  return operations.flatMap(({ findings }) =>
    findings.map(({ verdict, rule, coordinate, place }) =>
      [renderPlace(place), verdict, rule, coordinate].join(" "),
    ),
  );
}
