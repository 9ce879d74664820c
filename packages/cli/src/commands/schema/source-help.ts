/** How sources of schemas are written: `source.ts` reads them. */
export const SOURCE_HELP = `
A schema is read from
  live                          the configured platform, by introspection
  https://host/graphql          another endpoint, by introspection; it gets what --header gives, and no token
  https://host/schema.graphql   a file by its URL: .graphql, .graphqls or .gql (SDL), .json (an introspection)
  path/to/schema.graphql        a file: SDL, or the JSON of an introspection
  origin/main                   the snapshot at a git revision; origin/main:path for another file there
  git:name, file:name           where a name could be either`;
