/**
 * Compares the simulated platform with json-graphql-server, an independent server with state, filters and
 * sorting, over the server's own schema: random sequences of create, update, remove, filter, sort and page
 * must give the same responses.
 *
 * Left out, because only this server does it: sorting by ID (it compares numbers), `ids` next to other
 * filters (it ignores them), `q` (it also searches numbers), the count of `_allPostsMeta`, removing the last
 * object (it uses its ID again), and pages counted from 0, for which the schema gets a default value.
 */

import type { Context, Row } from "@integration-platform/graphql-testing/rules";
import fc from "fast-check";
import { type GraphQLSchema, graphql, printSchema } from "graphql";
import { jsonSchemaBuilder } from "json-graphql-server/node";
import { openPlatform } from "../platform.ts";

type Values = Readonly<Record<string, string | number | boolean>>;

const TITLES = ["Alpha", "Beta", "Gamma", "Delta", "Alpha", "beta"];

/** New objects for each sequence, because the server changes them. */
function createData(): Readonly<Record<string, Values[]>> {
  return {
    users: ["Ada", "Bob", "Cleo"].map((name, index) => ({ id: index + 1, name, age: 30 + 7 * index })),
    posts: TITLES.map((title, index) => ({
      id: index + 1,
      title,
      views: (index * 37) % 90,
      draft: index % 2 === 0,
      user_id: 1 + (index % 3),
    })),
    comments: [1, 2, 3, 4].map((id) => ({ id, body: `Comment ${id % 2}`, post_id: 1 + (id % 6) })),
  };
}

type Value = string | number | boolean;
const order = (a: Value, b: Value): number => Number(a > b) - Number(a < b);

/** Comparisons by the end of a member's name, as in `views_gte`. */
const COMPARISONS: Readonly<Record<string, (difference: number) => boolean>> = {
  neq: (difference) => difference !== 0,
  lt: (difference) => difference < 0,
  lte: (difference) => difference <= 0,
  gt: (difference) => difference > 0,
  gte: (difference) => difference >= 0,
};

function matches(row: Row, [member, wanted]: [string, Value]): boolean {
  const [, name = member, end = ""] = /^(.*)_(neq|lte?|gte?)$/.exec(member) ?? [];
  const difference = order(row[name] as Value, wanted);
  return COMPARISONS[end]?.(difference) ?? difference === 0;
}

interface Posts {
  readonly Post: NonNullable<Context["db"]["Post"]>;
}
interface PostArgs {
  readonly filter?: object;
  readonly sortField?: string;
  readonly sortOrder?: string;
  readonly page?: number;
  readonly perPage?: number;
}

const rules = {
  Query: {
    allPosts(
      _: object,
      { filter = {}, sortField, sortOrder, page: index = 0, perPage }: PostArgs,
      { db, page }: Context<Posts, Row>,
    ) {
      const posts = db.Post.list((post) => Object.entries(filter).every((entry) => matches(post, entry)));
      const sign = sortOrder === "desc" ? -1 : 1;
      const keyOf = (post: Row) => post[sortField ?? ""] as Value;
      const sorted =
        sortField === undefined ? posts : posts.toSorted((a, b) => sign * order(keyOf(a), keyOf(b)));
      return page(sorted, { page: index + 1, perPage });
    },
  },
  Mutation: {
    createPost: (_: object, args: object, { db }: Context<Posts>) => db.Post.create({ ...args }),
    updatePost: (_: object, { id, ...fields }: { id: string }, { db }: Context<Posts>) =>
      db.Post.update(id, fields),
    removePost: (_: object, { id }: { id: string }, { db }: Context<Posts>) => db.Post.delete(id),
  },
};

const POST = "id title views draft user_id User { id name } Comments { id }";

type Step =
  | { readonly kind: "create"; readonly post: Values }
  | { readonly kind: "update"; readonly nth: number; readonly change: Values }
  | { readonly kind: "remove"; readonly nth: number }
  | { readonly kind: "find"; readonly nth: number }
  | { readonly kind: "list"; readonly args: ListArgs };

interface ListArgs {
  readonly filter: Values;
  readonly sortField?: "title" | "views" | undefined;
  readonly sortOrder?: "asc" | "desc" | undefined;
  readonly page?: number | undefined;
  readonly perPage?: number | undefined;
}

const title = fc.constantFrom(...TITLES, "Omega", "");
const views = fc.constantFrom(0, 5, 37, 40, 58, 74, 100);
const userId = fc.constantFrom("1", "2", "3");
const nth = fc.nat({ max: 20 });
/** At most two conditions, because more of them match nothing. */
const filter: fc.Arbitrary<Values> = fc
  .array(
    fc.oneof(
      fc.tuple(fc.constantFrom("title", "title_neq"), title),
      fc.tuple(
        fc.constantFrom("views", "views_neq", "views_lt", "views_lte", "views_gt", "views_gte"),
        views,
      ),
      fc.tuple(fc.constant("draft"), fc.boolean()),
      fc.tuple(fc.constant("user_id"), userId),
    ),
    { maxLength: 2 },
  )
  .map((conditions) => Object.fromEntries(conditions));

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({
    kind: fc.constant("create" as const),
    post: fc.record({ title, views, draft: fc.boolean(), user_id: userId }) as fc.Arbitrary<Values>,
  }),
  fc.record({
    kind: fc.constant("update" as const),
    nth,
    change: fc.record({ title, views, user_id: userId }, { requiredKeys: [] }) as fc.Arbitrary<Values>,
  }),
  fc.record({ kind: fc.constant("remove" as const), nth }),
  fc.record({ kind: fc.constant("find" as const), nth }),
  fc.record({
    kind: fc.constant("list" as const),
    args: fc.oneof(
      fc.record({ filter }),
      fc.record({
        filter,
        sortField: fc.constantFrom("title", "views"),
        sortOrder: fc.constantFrom("asc", "desc"),
      }),
      fc.record({
        filter: fc.constant({}),
        sortField: fc.constantFrom("title", "views"),
        page: fc.nat({ max: 3 }),
        perPage: fc.integer({ min: 1, max: 4 }),
      }),
    ) as fc.Arbitrary<ListArgs>,
  }),
);

/** Executes an operation, and returns its data. */
type Execute = (query: string, variables: object) => Promise<Record<string, unknown>>;

function executeOn(schema: GraphQLSchema): Execute {
  return async (source, variableValues) =>
    read(await graphql({ schema, source, variableValues: { ...variableValues } }));
}

function read({ data, errors }: { data?: unknown; errors?: unknown }): Record<string, unknown> {
  if (errors) throw new Error(JSON.stringify(errors));
  return JSON.parse(JSON.stringify(data));
}

/** The operation of a step, for the object with the given ID. */
function toOperation(step: Step, id: string | undefined): readonly [query: string, variables: object] {
  switch (step.kind) {
    case "create":
      return [
        `mutation($title: String!, $views: Int!, $draft: Boolean!, $user_id: ID!) {
          result: createPost(title: $title, views: $views, draft: $draft, user_id: $user_id) { ${POST} } }`,
        step.post,
      ];
    case "update":
      return [
        `mutation($id: ID!, $title: String, $views: Int, $user_id: ID) {
          result: updatePost(id: $id, title: $title, views: $views, user_id: $user_id) { ${POST} } }`,
        { id, ...step.change },
      ];
    case "remove":
      return ["mutation($id: ID!) { result: removePost(id: $id) { id title } }", { id }];
    case "find":
      return [`query($id: ID!) { result: Post(id: $id) { ${POST} } }`, { id }];
    case "list":
      return [
        `query($filter: PostFilter, $sortField: String, $sortOrder: String, $page: Int, $perPage: Int) {
          result: allPosts(filter: $filter, sortField: $sortField, sortOrder: $sortOrder, page: $page, perPage: $perPage) {
            ${POST} }
          allUsers { id Posts { id title } } }`,
        step.args,
      ];
  }
}

interface Difference {
  readonly step: Step;
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Runs the steps on both servers, and returns the first difference. */
async function compare(steps: readonly Step[]): Promise<Difference | undefined> {
  const data = createData();
  const schema = jsonSchemaBuilder(data) as GraphQLSchema;
  const seed = { User: asText(data.users), Post: asText(data.posts), Comment: asText(data.comments) };
  const sdl = printSchema(schema).replaceAll("page: Int,", "page: Int = 0,");
  const expect = executeOn(schema);
  const send = await openPlatform({ schema: sdl, data: seed, rules });
  const act: Execute = async (query, variables) => read(JSON.parse(await send(query, variables)));
  /** IDs of posts in both servers. They differ for created ones. */
  const ids = TITLES.map((_, index) => ({ expected: `${index + 1}`, actual: `${index + 1}` }));
  const removed: typeof ids = [];
  for (const step of steps) {
    const pool = step.kind === "find" ? [...ids, ...removed] : ids;
    const chosen = "nth" in step ? pool[step.nth % Math.max(1, pool.length)] : undefined;
    if ("nth" in step && !chosen) continue;
    if (step.kind === "remove" && chosen === ids.at(-1)) continue;
    const expected = await expect(...toOperation(step, chosen?.expected));
    const actual = await act(...toOperation(step, chosen?.actual)).catch((error: Error) => ({
      error: error.message,
    }));
    if (step.kind === "create") {
      ids.push({ expected: idOf(expected), actual: idOf(actual) });
    } else if (step.kind === "remove" && chosen) {
      removed.push(...ids.splice(ids.indexOf(chosen), 1));
    }
    const names = new Map([...ids, ...removed].map((pair) => [pair.actual, pair.expected]));
    const renamed: Record<string, unknown> = JSON.parse(
      JSON.stringify(actual),
      (_, value) => names.get(value) ?? value,
    );
    if (JSON.stringify(sortLists(expected)) === JSON.stringify(sortLists(renamed))) continue;
    return { step, expected, actual: renamed };
  }
  return undefined;
}

function asText(rows: readonly Values[] = []): Values[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [name, /id$/.test(name) ? String(value) : value]),
    ),
  );
}

function idOf(result: Readonly<Record<string, unknown>>): string {
  return String(Object(result.result).id);
}

/** Sorts nested lists by ID, because no argument orders them. */
function sortLists(result: Readonly<Record<string, unknown>>): unknown {
  return JSON.parse(JSON.stringify(result), (name, value) =>
    Array.isArray(value) && name !== "result" ? value.toSorted((a, b) => Number(a.id) - Number(b.id)) : value,
  );
}

/** Number of random sequences. */
const SEQUENCES = 2_000;

/** @throws Error with the smallest sequence that differs. */
export async function checkSequences(): Promise<void> {
  const property = fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
    const difference = await compare(steps);
    if (difference) throw new Error(JSON.stringify(difference, null, 1));
  });
  await fc.assert(property, { numRuns: SEQUENCES, seed: 1 });
}
