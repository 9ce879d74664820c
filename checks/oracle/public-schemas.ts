/** Versions of public schemas, from the packages in `schemas/`. */

import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { buildClientSchema, type IntrospectionQuery, printSchema } from "graphql";

const SCHEMAS = join(import.meta.dirname, "schemas/node_modules");

/** File with the schema in the package of an origin. */
const FILES = {
  github: /^schema\.graphql$/,
  shopify: /^storefront\.schema\.json$/,
  dialogporten: /^schema\.verified\.graphql$/,
};

export type Origin = keyof typeof FILES;
export const origins: readonly Origin[] = Object.keys(FILES) as Origin[];

export interface PublicSchema {
  /** Such as `github 15.3.0`. */
  readonly name: string;
  readonly sdl: string;
}

/** Versions of one schema, oldest first. */
export async function readVersions(origin: Origin): Promise<PublicSchema[]> {
  const names = (await readdir(SCHEMAS)).filter((name) => name.startsWith(`${origin}-v`));
  const { compare } = new Intl.Collator("en", { numeric: true });
  return Promise.all(
    names.sort(compare).map(async (name) => {
      const files = await readdir(join(SCHEMAS, name), { recursive: true });
      const file = files.find((path) => FILES[origin].test(path)) ?? "";
      return {
        name: name.replace("-v", " "),
        sdl: toSdl(file, await readFile(join(SCHEMAS, name, file), "utf8")),
      };
    }),
  );
}

function toSdl(file: string, text: string): string {
  if (!file.endsWith(".json")) return text;
  // The result of introspection, with or without `data`.
  const json: IntrospectionQuery & { readonly data?: IntrospectionQuery } = JSON.parse(text);
  return printSchema(buildClientSchema(json.data ?? json));
}
