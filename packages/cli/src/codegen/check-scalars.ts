/** Checks the TypeScript types of custom scalars that a project sets. */

import type { ScalarType } from "@integration-platform/graphql-compiler/internal/model/index";
import { type GraphQLSchema, isScalarType } from "graphql";
import { ProjectError } from "../files/sources.ts";
import { suggestInline } from "../text/suggest.ts";

type Scalars = Readonly<Record<string, ScalarType>>;

/** Types that need no parser, which takes long to load. */
const KEYWORDS =
  /^(?:string|number|boolean|bigint|unknown|Date)(?: \| (?:string|number|boolean|bigint|null|Date))*$/;

/**
 * @throws ProjectError that lists each scalar that none of the schemas has, and each type that TypeScript
 * cannot parse.
 */
export async function checkScalars(scalars: Scalars, ...schemas: readonly GraphQLSchema[]): Promise<void> {
  if (Object.keys(scalars).length === 0) return;
  const types = schemas.flatMap((schema) => Object.values(schema.getTypeMap()));
  const names = types.filter(isScalarType).map(({ name }) => name);
  const problems = Object.keys(scalars)
    .filter((name) => !names.includes(name))
    .map((name) => `scalars: the schema has no scalar "${name}"${suggestInline(name, names)}`);
  for (const [name, type] of Object.entries(scalars)) {
    for (const text of typeof type === "string" ? [type] : [type.input, type.output]) {
      if (KEYWORDS.test(text) || (await isType(text))) continue;
      problems.push(`scalars: the type of "${name}" is not valid TypeScript`);
    }
  }
  if (problems.length > 0) throw new ProjectError(problems);
}

/** Whether a text is one TypeScript type, and nothing else. */
async function isType(text: string): Promise<boolean> {
  const { parse } = await import("@babel/parser");
  try {
    const { program, comments } = parse(`type T = (${text}\n);`, { plugins: ["typescript"] });
    return program.body.length === 1 && comments?.length === 0;
  } catch {
    return false;
  }
}
