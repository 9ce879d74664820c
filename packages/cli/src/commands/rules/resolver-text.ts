/** Resolvers of mutations as text. */

import type { Field } from "@integration-platform/graphql-compiler/internal/conventions/index";
import {
  type GraphQLInputObjectType,
  type GraphQLObjectType,
  getNamedType,
  getNullableType,
  isInputObjectType,
  isListType,
  isObjectType,
} from "graphql";
import { type Assignment, type Given, type Plan, Unclear } from "./given.ts";
import { code, type Proposal } from "./line.ts";
import type { Fields } from "./names.ts";
import { rowTypeOf } from "./payloads.ts";
import { itemTypeOf } from "./structure.ts";

/** `{ id, input: { projectId, ...input } }`: the pattern of arguments, by which a resolver reads them. */
export function renderPattern(named: readonly Given[], rest: ReadonlyMap<string, string> = new Map()): string {
  interface Node {
    readonly names: string[];
    readonly inner: Map<string, Node>;
  }
  const root: Node = { names: [], inner: new Map() };
  const enter = (path: readonly string[]): Node =>
    path.reduce((node, name) => {
      const inner = node.inner.get(name) ?? { names: [], inner: new Map() };
      node.inner.set(name, inner);
      return inner;
    }, root);
  for (const { name, around } of named) enter(around).names.push(name);
  for (const path of rest.keys()) enter(path === "" ? [] : path.split("."));
  const render = (node: Node, path: string): string => {
    const own = rest.get(path);
    const inner = [...node.inner].map(([name, each]) => {
      const innerPath = path === "" ? name : `${path}.${name}`;
      // An object that is passed on as a whole.
      if (each.names.length === 0 && each.inner.size === 0)
        return rest.get(innerPath) === name ? name : `${name}: ${rest.get(innerPath)}`;
      return `${name}: ${render(each, innerPath)}`;
    });
    const isAlone = node.names.length === 0 && inner.length === 0;
    if (isAlone && own) return own;
    return `{ ${[...node.names, ...inner, ...(own ? [`...${own}`] : [])].join(", ")} }`;
  };
  return render(root, "");
}

/** The objects whose members are passed on, by their paths, with a variable for each. */
function listRests(passed: readonly Given[]): ReadonlyMap<string, string> {
  const paths = [...new Set(passed.map(({ around }) => around.join(".")))];
  return new Map(paths.map((path) => [path, path === "" ? "fields" : (path.split(".").at(-1) ?? path)]));
}

export function renderChange(
  plan: Plan,
  type: GraphQLObjectType,
  { key, passed, relations }: Assignment,
  dates: readonly Field[],
  notes: readonly string[],
): Proposal {
  const all = [...passed, ...relations.map(([, given]) => given)];
  const list = all.find(({ around }) => around.some((name) => name.endsWith("[]")))?.around.join(".");
  if (list !== undefined && (key || relations.length > 0 || !/^[^.]+\[\]$/.test(list)))
    throw new Unclear(`several objects in a list: db.${type.name}.create(…) for each`);
  const { filter, isListed } = describeKey(key);
  const rests = list === undefined ? listRests(passed) : new Map([[list, "fields"]]);
  const values = [
    ...[...rests.values()].map((name) => `...${name}`),
    ...relations.map(([name, given]) => (name === given.name ? name : `${name}: ${given.name}`)),
    ...dates.map(({ name }) => `${name}: now()`),
  ];
  const [only = "{}"] = rests.values();
  const fields = values.length === 1 && rests.size === 1 ? only : `{ ${values.join(", ")} }`;
  const context = ["db", ...(dates.length > 0 ? ["now"] : []), ...(filter ? ["matching"] : [])].join(", ");
  const pattern = renderPattern([...(key ? [key] : []), ...relations.map(([, given]) => given)], rests);
  const table = `db.${type.name}`;
  if (list !== undefined) {
    const name = list.slice(0, -2);
    const rows = `${name}.map((fields: object) => ${table}.create(${fields}))`;
    return renderRows(plan, `(_, { ${name} }, { ${context} }) =>`, rows, notes);
  }
  const head = `(_, ${pattern}, { ${context} }) =>`;
  if (!key) return code(`${head} ${table}.create(${fields})`, [], ...notes);
  if (filter) return renderMany(plan, type, key, filter, head, (row) => `${table}.update(${row}, ${fields})`, notes);
  if (isListed) return code(`${head} ${key.name}.map((id: string) => ${table}.update(id, ${fields}))`, [], ...notes);
  return code(`${head} ${table}.update(${key.name}, ${fields})`, [], ...notes);
}

function renderMany(
  plan: Plan,
  type: GraphQLObjectType,
  { name, values }: Given,
  filter: GraphQLInputObjectType,
  head: string,
  change: (row: string) => string,
  notes: readonly string[],
): Proposal {
  plan.addFilter(filter, type, values);
  const rows = `db.${type.name}.filter(matching("${filter.name}", ${name})).map((row: Row) => ${change("row")})`;
  return renderRows(plan, head, rows, notes, ["Row"]);
}

/** The rows, or a payload that also has their number. */
function renderRows(
  { use: { field } }: Plan,
  head: string,
  rows: string,
  notes: readonly string[],
  uses: readonly string[] = [],
): Proposal {
  const payload = getNamedType(field.type);
  const fields: Fields = isObjectType(payload) ? payload.getFields() : {};
  if (!fields.affected_rows) return code(`${head} ${rows}`, uses, ...notes);
  const list = Object.values(fields).find((each) => itemTypeOf(each) && rowTypeOf(each));
  const name = list?.name ?? "rows";
  return code(
    `${head} {\n  const ${name} = ${rows};\n  return { affected_rows: ${name}.length${list ? `, ${name}` : ""} };\n}`,
    uses,
    ...notes,
  );
}

export function renderDelete(plan: Plan, type: GraphQLObjectType, key: Given): Proposal {
  const { filter, isListed } = describeKey(key);
  const head = `(_, ${renderPattern([key])}, { db${filter ? ", matching" : ""} }) =>`;
  if (filter) return renderMany(plan, type, key, filter, head, (row) => `db.${type.name}.delete(${row})`, []);
  const call = isListed
    ? `${key.name}.map((id: string) => db.${type.name}.delete(id))`
    : `db.${type.name}.delete(${key.name})`;
  return code(`${head} ${call}`);
}

function describeKey(key: Given | undefined) {
  const named = getNamedType(key?.type);
  return {
    filter: isInputObjectType(named) ? named : undefined,
    isListed: isListType(getNullableType(key?.type)),
  };
}
