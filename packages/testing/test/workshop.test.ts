/**
 * One platform with each kind of type, relation and list: its whole state, and what each mutation changes in it.
 * `fixtures/workshop/` has the mutations, and the results. The same seed has the same values in each
 * version: tests of users compare them.
 */

import { join } from "node:path";
import { expect, test } from "vitest";
import {
  createPlatform,
  fill,
  type Platform,
  type PlatformData,
  type PlatformOptions,
} from "../src/index.ts";
import type { Context } from "../src/rules-entry.ts";
import { readFixture, sendQuery } from "./support/requests.ts";

const schema = readFixture("workshop/schema.graphql");

const data: PlatformData = {
  Person: fill([
    { login: "ann", name: "Ann" },
    {
      login: "bob",
      boss: { login: "eve", name: "Eve", skills: [{ name: "go" }, { name: "sql", level: 2 }] },
      home: { street: "D 4" },
    },
    { boss: "ann" },
  ]),
  Customer: [
    {
      id: "c1",
      name: "Ada",
      email: "ada@example.com",
      isVip: true,
      address: { street: "A 1", city: "Bern", geo: { lat: 46.9, lon: 7.4 }, country: "ch", labels: [7] },
      homes: [{ street: "B 2", city: "Bonn", country: { code: "de", name: "Germany" } }, { street: "C 3" }],
      settings: { theme: "dark", sizes: [1, null] },
      phones: ["1", "2"],
      grid: [[1, 2], []],
      labels: [8, { id: 7, color: "red" }],
      board: [[7, 8], []],
      favorite: "c2",
      contactId: "bob",
    },
    { id: "c2", name: "Bob", address: null, tickets: [{ title: "Inner" }, "t3"], favorite: null },
    { name: "Cy", homes: [], contact: { login: "dan", name: "Dan", boss: "ann" }, contactId: "bob" },
  ],
  Label: fill([{ id: 7, name: "late" }, { id: 8 }, { name: "new" }]),
  Ticket: [
    {
      id: "t1",
      title: "First",
      state: "OPEN",
      createdAt: "2026-01-01T00:00:00Z",
      customerId: "c1",
      assignee: "eve",
      doc: "d1",
      events: [{ at: "2026-01-02T00:00:00Z", text: "Opened", by: "ann" }, { at: "2026-01-03T00:00:00Z" }],
      watchers: ["bob", "ann"],
      related: ["t3", "t2"],
    },
    { id: "t2", title: "Second", customer: "c1", doc: { sys: { id: "d2", version: 3, space: "main" } } },
    { id: "t3", title: "Third", doc: { sys: { id: "d1", space: "side" } }, events: [] },
  ],
  Doc: [{ sys: { id: "d1", version: 1 }, title: "Manual", tickets: ["t3", "t1"] }, { title: "Keyless" }],
  Tool: [],
};

type Call = readonly [table: string, method: "create" | "update" | "delete", ...args: unknown[]];

const rules = {
  Query: {
    rowsAsJson: (_: object, __: object, { db, names }: Context & { names: readonly string[] }) =>
      names.flatMap((name) => db[name]?.list().map((row) => JSON.stringify(row)) ?? []),
  },
  Mutation: {
    run(_: object, { calls }: { readonly calls: readonly Call[] }, { db }: Context) {
      const tables = db as unknown as Record<string, Record<string, (...args: unknown[]) => unknown>>;
      return { rows: calls.map(([table, method, ...args]) => tables[table]?.[method]?.(...args)) };
    },
  },
};

const ADDRESS = "{ street city geo { lat lon } country { code name } labels { id } }";
const STATE = `query State {
  me { id name email organizationId organization { id name users } bio }
  organization { id name }
  nodes { __typename id }
  customers {
    id name email isVip address ${ADDRESS} homes ${ADDRESS} settings phones grid tickets { id } labels { id }
    board { id } favorite { __typename ... on Customer { id } ... on Team { id } } contactId contact { name }
  }
  tickets {
    edges {
      node {
        id title state createdAt customerId customer { name } assignee { login } doc { title sys { id } }
        events { at text by { name } } watchers { login } related { id }
      }
    }
    totalCount
  }
  labels { id name color customers { id } }
  docs { sys { id version space } title tickets { id } }
  countries { code name }
  people { login name boss { login } reports { login } team { id } home ${ADDRESS} skills { name level } }
  teams { id name members { login } lead { login } labels { nodes { id } totalCount pageInfo { hasNextPage hasPreviousPage } } }
  machines {
    id name parent { name } children { name } parts { ...Part } main { ...Part } weight price tags specs state builtAt
    matrix { size } subject { __typename ... on Customer { name } ... on Team { name } } team { name }
  }
  tools { id }
  rowsAsJson
}
fragment Part on Part { __typename ... on Bolt { size } ... on Plate { width by { name } } }`;

const open = (options: PlatformOptions = {}) =>
  createPlatform({
    schema,
    data,
    rules,
    keys: { Person: "login", Doc: "sys.id" },
    users: [{ name: "zoe", email: "zoe@example.com" }, { name: "yan" }],
    context: () => ({ names: ["Customer", "Label", "Machine"] }),
    now: () => Date.UTC(2026, 0, 31),
    onRulesError: () => {},
    ...options,
  } as PlatformOptions);

/** The whole state, with one line for each field, and the errors. */
async function listState(platform: Platform): Promise<string[]> {
  const { result } = await sendQuery(platform, STATE);
  const lines = Object.entries(Object(result.data)).flatMap(([name, value]) => {
    if (name === "rowsAsJson") return [value].flat().map((row) => `${name}: ${row}`);
    const list = Object(value).edges?.map((edge: { readonly node: unknown } | null) => edge?.node) ?? value;
    const rows = [list].flat();
    const keyOf = (row: unknown) => {
      const { id, sys, login, code } = Object(row);
      return id ?? sys?.id ?? login ?? code ?? row;
    };
    const fields = rows.flatMap((row) =>
      Object.entries(Object(row)).map(
        ([field, member]) => `${name} ${keyOf(row)} ${field}: ${JSON.stringify(member)}`,
      ),
    );
    return [`${name}: ${rows.map(keyOf).join(" ")}`, ...fields];
  });
  const errors = result.errors?.map(({ message }) => `error: ${JSON.stringify(message)}`) ?? [];
  return [...lines.filter((line) => !/ (?:id|login|code|__typename): /.test(line)), ...errors];
}

/** The lines that one of the states does not have. */
const listChanges = (before: readonly string[], after: readonly string[]): string[] => [
  ...before.filter((line) => !after.includes(line)).map((line) => `  - ${line}`),
  ...after.filter((line) => !before.includes(line)).map((line) => `  + ${line}`),
];

const expectFile = (lines: readonly string[], name: string) =>
  expect(lines.join("\n")).toMatchFileSnapshot(join(import.meta.dirname, "fixtures/workshop", name));

const RUN = `mutation ($calls: JSON!) {
  run(calls: $calls) {
    rows { __typename ... on Ticket { customer { name } } ... on Person { reports { login } } ... on Doc { sys { id } } }
    errors { message field code }
    query { me { name } }
  }
}`;

/** Mutations in groups. Each is a list of calls. The state is compared after each group. */
const GROUPS = readFixture("workshop/mutations.jsonl")
  .trim()
  .split("\n\n")
  .map((group) => group.split("\n").map((line): unknown => JSON.parse(line)));

/** Runs the mutations of a group, one after the other, and returns their results. */
async function runGroup(platform: Platform, group: readonly unknown[] = []): Promise<string[]> {
  const lines: string[] = [];
  for (const calls of group) {
    const { result } = await sendQuery(platform, RUN, { calls });
    lines.push("", `> ${JSON.stringify(calls)}`, `= ${JSON.stringify(result)}`);
  }
  return lines;
}

test("has the same state for the same seed, before and after each mutation, and again after reset", async () => {
  const platform = open();
  const initial = await listState(platform);
  const lines = [...initial];
  let state = initial;
  for (const group of GROUPS) {
    const results = await runGroup(platform, group);
    const next = await listState(platform);
    lines.push(...results, ...listChanges(state, next));
    state = next;
  }
  await expectFile(lines, "mutations.txt");
  platform.reset();
  expect(await listState(platform)).toEqual(initial);
});

test("completes an answer by the same values for the same seed, and again after reset", async () => {
  const platform = open({ seed: 7, nulls: "sometimes" });
  const answer = async () => {
    const results = await runGroup(platform, GROUPS[0]);
    platform.answer(STATE, {});
    return [...results, ...listChanges(initial, await listState(platform))];
  };
  const initial = await listState(platform);
  const answered = await answer();
  await expectFile([...initial, ...answered], "answers.txt");
  platform.reset();
  expect(await answer()).toEqual(answered);
});
