/** Queries by the structure of a schema, its data and its rules. */

import { expect, test } from "vitest";
import { createPlatform, type PlatformData } from "../src/index.ts";
import { above, generated, is, isNot, isText, type Row, type Rules, todo } from "../src/rules.ts";
import { ask } from "./support/requests.ts";

const schema = `scalar JSON enum Sort { NAME SIZE } interface Node { id: ID! } enum Direction { ASC DESC } enum Rank { LOW HIGH TOP } enum Cell { KEY }
  type Repo implements Node { id: ID! name: String! size: Int! issues(min: Int): [Issue!]! issue(number: Int, id: ID): Issue
    main(number: Int!): Issue! owner: User part: Part! parts(by: Cell, key: String): [Part] grid: [[Part!]!] image(width: Int, first: Int): String starCount: Int!
    watchers: [User!]! counted: Int discount: Int numberOfForks: Int num_tags: Int numeral: Int viewCount: Float shape: Shape }
  type Issue implements Node { id: ID! number: Int! repo: Repo! title(upper: Boolean): String! }
  type User { id: ID! name: String! login: String email: String org: Org tenantId: ID repos: Repos! }
  type Org { id: ID! name: String! displayName: String } type Shape { edges: [Side!]! nodes: Int } type Side { length: Int! }
  type Shapes { items: [Shape!]! } type Plan { id: ID! owner: Team! } type Team { id: ID! name: String! } union Any = User | Org type Found { items: [Any!]! }
  type Part { key: String! value: Int repo: Repo } type Repos { items: [Repo!]! pageInfo: Info! totalCount: Int! names: String }
  type Info { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String! endCursor: String }
  type Site { repos: [Repo!]! title: String! inner: Inner! repoCount: Int! } type Inner { users: [User!]! }
  input Page { from: Int size: Int name: String to: Int } input Order { by: Sort! to: Direction }
  type Query { repo(id: ID, name: String): Repo repoById(repoId: ID!): Repo! node(id: ID!): Node nameless(name: String!): Repo!
    repos(sort: Sort = NAME, name: String, first: Int, after: String, before: String): Repos! all(page: Int = 0, size: Int, count: Int): [Repo!]!
    numbered(page: Int = 1, size: Int = 2): [Repo!]! plain(first: Int, last: Int, after: String): [Repo!]! open(first: Int): Repos!
    ranked(by: Rank = LOW, from: Rank = HIGH, kind: Rank = LOW, sized: Int = 2): [Repo!]! best(rank: Rank = LOW): [Repo!]! some(limit: Int, offset: Int, page: Int): [Repo!]!
    cells(seed: Int): [[Part!]!]!
    sized(page: Page, order: [Order!], reverse: Boolean): [Repo!]! me(full: Boolean): User! viewer: User org: Org site: Site! now: JSON
    maybe: [Repo] issues: [Issue!]! sums(limit: Int): [Part!]! table(n: Int): [[Part!]!]! shapes: Shapes! found: Found! plans: [Plan!]! part(key: String): Part users: [User!]! }`;
const data: PlatformData = {
  Repo: [
    {
      id: "b",
      name: "Bee",
      size: 2,
      owner: null,
      part: { key: "k", value: null },
      parts: [{ key: "x" }, null, { key: "-" }, { key: "c" }],
    },
    { id: "a", name: "Ant", size: 1, owner: "demo", grid: [[{ key: "p" }], [{ key: "q" }, { key: "r" }]], parts: null },
    {
      id: "c",
      name: "Cat",
      size: 3,
      owner: { id: "u9", name: "Eve" },
      starCount: 7,
      shape: { edges: [{ length: 4 }] },
    },
  ],
  Plan: [{ id: "l" }],
  Team: [],
  Issue: [
    { id: "i1", number: 1, repo: "a" },
    { id: "i2", number: 2, repo: "a" },
    { id: "i3", number: 1, repo: "b" },
  ],
};
const rules: Rules = {
  filters: {
    "Query.repo(name:)": isText("name"),
    "Query.repos(name:)": is("name"),
    "Query.nameless(name:)": is("name"),
    "Repo.issue(number:)": is("number"),
    "Repo.main(number:)": is("number"),
    "Repo.issues(min:)": above("number"),
    "Repo.parts(key:)": isNot("key"),
    "Query.ranked(kind:)": todo,
    "Query.ranked(sized:)": isNot("size"),
  },
  orders: {
    "Sort.NAME": "name",
    "Sort.SIZE": "size",
    "Direction.DESC": "-",
    "Query.sized": "-size",
    "Query.sized(reverse:)": "-",
    "Rank.HIGH": "-name",
    "Cell.KEY": "key",
    "Query.best(rank:)": (rank: string) => {
      throw new Error(rank);
    },
  },
  pages: {
    ...{ "Query.all(page:)": "page", "Query.all(size:)": "first", "Query.all(count:)": "first" },
    ...{ "Page.from": "skip", "Page.size": "first", "Page.to": todo, "Query.open(first:)": todo },
    ...{ "Query.numbered(page:)": "page", "Query.numbered(size:)": "first" },
  },
  hidden: { Part: ({ key }) => key === "-" },
  resolvers: {
    Query: {
      site: () => ({ title: "T", inner: {} }),
      now: { resolve: async () => [1] } as never,
      maybe: (_, _args, { db }) => [db.Repo.get("a"), null],
      sums: generated,
      cells: generated,
      table: () => [[{ key: "x" }, { key: "y" }], []],
      part: () => ({ key: "k", repo: "a" }),
    },
    Repos: { names: ({ nodes, totalCount }) => nodes.map(({ name }: Row) => name).join("+") + totalCount },
    Site: { repoCount: ({ title }, _, { db }) => title.length + db.Repo.all().length },
    Repo: { starCount: todo },
  },
};

test.for<[selection: string, expected: string]>([
  // Look-ups
  ['repo(id: "a") { name }', "{repo:{name:Ant}}"],
  ['repo(id: "x") { name }', "{repo:null}"],
  ["repo(id: null) { name }", "{repo:null}"],
  ['repo(name: "ANT") { id }', "{repo:{id:a}}"],
  ['repo(id: "a", name: "Bee") { id }', "{repo:null}"],
  ["repo { id }", "RULES: platform.rules.ts has no rule for the field Query.repo"],
  ['repoById(repoId: "a") { name }', "{repoById:{name:Ant}}"],
  ['repoById(repoId: "x") { name }', "NOT_FOUND: There is no Repo with this ID."],
  ['node(id: "i2") { id __typename }', "{node:{id:i2,__typename:Issue}}"],
  ['nameless(name: "Cat") { id }', "{nameless:{id:c}}"],
  ['nameless(name: "x") { id }', "NOT_FOUND: There is no Repo with this ID."],
  [
    'repo(id: "a") { issue(number: 2) { id } main(number: 1) { id } none: issue(number: 3) { id } }',
    "{repo:{issue:{id:i2},main:{id:i1},none:null}}",
  ],
  ['repo(id: "a") { issue(id: "i2") { id } none: issue(id: "i3") { id } }', "{repo:{issue:{id:i2},none:null}}"],
  ['repo(id: "a") { main(number: 3) { id } }', "NOT_FOUND: There is no Issue with these values."],
  ['repo(id: "a") { issues(min: 1) { id } }', "{repo:{issues:[{id:i2}]}}"],
  // Lists and pages
  ["repos { items { id } totalCount }", "{repos:{items:[{id:a},{id:b},{id:c}],totalCount:3}}"],
  ["repos(sort: SIZE) { items { id } }", "{repos:{items:[{id:a},{id:b},{id:c}]}}"],
  ["repos(sort: null) { items { id } }", "{repos:{items:[{id:b},{id:a},{id:c}]}}"],
  [
    'repos(name: "x") { items { id } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } totalCount }',
    "{repos:{items:[],pageInfo:{hasNextPage:false,hasPreviousPage:false,startCursor:,endCursor:null},totalCount:0}}",
  ],
  [
    "repos(first: 1) { items { id } pageInfo { hasNextPage hasPreviousPage } totalCount }",
    "{repos:{items:[{id:a}],pageInfo:{hasNextPage:true,hasPreviousPage:false},totalCount:3}}",
  ],
  ["all { id }", "{all:[{id:b},{id:a},{id:c}]}"],
  ["all(size: 2) { id }", "{all:[{id:b},{id:a}]}"],
  ["all(size: 2, page: 1) { id }", "{all:[{id:c}]}"],
  ["all(size: 2, page: 9) { id }", "{all:[]}"],
  ["all(size: -1) { id }", 'BAD_USER_INPUT: The argument "size" must be an integer from 0 to 1000.'],
  ["all(count: 1) { id }", "{all:[{id:b}]}"],
  ["numbered { id }", "{numbered:[{id:b},{id:a}]}"],
  ["numbered(page: 2) { id }", "{numbered:[{id:c}]}"],
  ["plain(first: 2) { id }", "{plain:[{id:b},{id:a}]}"],
  ["plain(last: 1) { id }", "{plain:[{id:c}]}"],
  ['plain(after: "b") { id }', "RULES: platform.rules.ts has no rule for the argument Query.plain(after:)"],
  ["open { totalCount }", "{open:{totalCount:3}}"],
  [
    "open(first: 1) { totalCount }",
    "RULES: platform.rules.ts has no rule for the argument Query.open(first:), which is todo",
  ],
  ["repos(first: 1000, after: null, before: null) { names }", "{repos:{names:Ant+Bee+Cat3}}"],
  ["ranked { id }", "{ranked:[{id:c},{id:a}]}"],
  ["ranked(by: HIGH) { id }", "{ranked:[{id:c},{id:a}]}"],
  ["ranked(by: LOW) { id }", "RULES: platform.rules.ts has no rule for the enum value Rank.LOW"],
  [
    "ranked(kind: LOW) { id }",
    "RULES: platform.rules.ts has no rule for the argument Query.ranked(kind:), which is todo",
  ],
  ["best { id }", 'RULES: orders["Query.best(rank:)"] in platform.rules.ts threw Error: LOW'],
  ["sums(limit: 1) { key }", "{sums:[{key:P-95608}]}"],
  ["table { key }", "{table:[[{key:x},{key:y}],[]]}"],
  [
    'repo(id: "c") { owner { login org { id } } shape { edges { length } nodes } }',
    "{repo:{owner:{login:katja.yorkby65,org:null},shape:{edges:[{length:4}],nodes:615}}}",
  ],
  [
    "me { repos { items { id } } } users { repos { items { id } } }",
    "{me:{repos:{items:[{id:a}]}},users:[{repos:{items:[{id:a}]}},{repos:{items:[{id:c}]}}]}",
  ],
  ["me(full: true) { id }", "RULES: platform.rules.ts has no rule for the argument Query.me(full:)"],
  [
    "me { login org { name displayName } }",
    "{me:{login:hugo.holmfield4,org:{name:Production,displayName:Aurora org 882}}}",
  ],
  ["plans { owner { name } }", "RULES: Plan.owner is Team!, but the data has no Team."],
  ["cells { key }", "{cells:[[{key:P-26106}]]}"],
  ["sized(page: { from: -1 }) { id }", 'BAD_USER_INPUT: The argument "from" must be an integer from 0.'],
  ["sized(page: { to: 1 }) { id }", "RULES: platform.rules.ts has no rule for the argument Page.to, which is todo"],
  ["sized { id }", "{sized:[{id:c},{id:b},{id:a}]}"],
  ["sized(reverse: true) { id }", "{sized:[{id:a},{id:b},{id:c}]}"],
  ["sized(reverse: false) { id }", "{sized:[{id:c},{id:b},{id:a}]}"],
  ["sized(page: { from: 1, size: 1 }) { id }", "{sized:[{id:b}]}"],
  ["sized(page: { from: 1, size: null }) { id }", "{sized:[{id:b},{id:a}]}"],
  ['sized(page: { name: "a" }) { id }', "RULES: platform.rules.ts has no rule for the argument Page.name"],
  ["sized(order: { by: NAME, to: DESC }) { id }", "{sized:[{id:c},{id:b},{id:a}]}"],
  ["sized(order: [{ by: SIZE }]) { id }", "{sized:[{id:a},{id:b},{id:c}]}"],
  ["sized(order: { by: NAME, to: ASC }, reverse: true) { id }", "{sized:[{id:c},{id:b},{id:a}]}"],
  ["maybe { id }", "{maybe:[{id:a},null]}"],
  // Values
  [
    'repo(id: "a") { owner { id } part { key } parts { key } grid { key } }',
    "{repo:{owner:{id:demo},part:{key:P-54937},parts:null,grid:[[{key:p}],[{key:q},{key:r}]]}}",
  ],
  [
    'repo(id: "b") { owner { id } part { key value } parts { key } issues { id } }',
    "{repo:{owner:null,part:{key:k,value:null},parts:[{key:x},null,{key:c}],issues:[{id:i3}]}}",
  ],
  ['repo(id: "c") { owner { id name } starCount }', "{repo:{owner:{id:u9,name:Eve},starCount:7}}"],
  ['repo(id: "a") { starCount }', "RULES: platform.rules.ts has no rule for the field Repo.starCount, which is todo"],
  ['repo(id: "a") { image(first: 1) }', "RULES: platform.rules.ts has no rule for the argument Repo.image(first:)"],
  [
    'repo(id: "a") { watchers { id } discount counted numeral viewCount }',
    "{repo:{watchers:[],discount:122,counted:600,numeral:544,viewCount:612.96}}",
  ],
  ['repo(id: "b") { parts(by: KEY) { key } }', "{repo:{parts:[{key:c},{key:x}]}}"],
  ['repo(id: "b") { parts(key: "y") { key } }', "{repo:{parts:[{key:x},{key:c}]}}"],
  ['repo(id: "a") { numberOfForks }', "RULES: platform.rules.ts has no rule for the number Repo.numberOfForks"],
  ['repo(id: "a") { num_tags }', "RULES: platform.rules.ts has no rule for the number Repo.num_tags"],
  [
    'repo(id: "b") { grid { key } }',
    "{repo:{grid:[[{key:P-81418},{key:P-93874},{key:P-60186}],[{key:P-89176},{key:P-98621},{key:P-28002}],[{key:P-86630}]]}}",
  ],
  ['repo(id: "a") { image(width: 1) }', "RULES: platform.rules.ts has no rule for the argument Repo.image(width:)"],
  ["issues { title(upper: true) }", "RULES: platform.rules.ts has no rule for the argument Issue.title(upper:)"],
  ["now", "{now:[1]}"],
  ["part { key value repo { name } }", "{part:{key:k,value:null,repo:{name:Ant}}}"],
  [
    "site { title repos { id } inner { users { id } } repoCount }",
    "{site:{title:T,repos:[{id:b},{id:a},{id:c}],inner:{users:[{id:demo},{id:u9}]},repoCount:4}}",
  ],
  // The user of the token
  [
    "me { name email org { name } tenantId }",
    "{me:{name:Hugo Holmfield,email:d@e.f,org:{name:Production},tenantId:145ac533-2408-431e-b44a-7830b233b2ea}}",
  ],
  [
    "viewer { id } org { name } users { id name }",
    "{viewer:{id:demo},org:{name:Production},users:[{id:demo,name:Hugo Holmfield},{id:u9,name:Eve}]}",
  ],
])("responds to %s", async ([selection, expected]) => {
  expect(await respond(`{ ${selection} }`)).toBe(expected);
});

test.for<[args: string, variables: object, expected: string]>([
  ["$by: Rank", {}, "{ranked:[{id:c},{id:b},{id:a}]}"],
  ["$by: Rank", { by: "HIGH" }, "{ranked:[{id:c},{id:b},{id:a}]}"],
  ["$by: Rank", { by: "LOW" }, "RULES: platform.rules.ts has no rule for the enum value Rank.LOW"],
  ["$by: Rank = LOW", {}, "RULES: platform.rules.ts has no rule for the enum value Rank.LOW"],
])("knows which arguments a request has: (%s), %j", async ([definitions, variables, expected]) => {
  const query = `query Ranked(${definitions}) { ranked(sized: null, by: $by) { id } }`;
  expect(await respond(query, { variables })).toBe(expected);
});

test.for<[selection: string, expected: string]>([
  [
    'repos(name: "Bee", first: 1, sort: SIZE) { items { id } totalCount }',
    "{users:[],repos:{items:[{id:b}],totalCount:3}}",
  ],
  ["plain(first: 2) { id }", "{users:[],plain:[{id:b},{id:a}]}"],
  ["some(limit: 1, offset: 1) { id }", "{users:[],some:[{id:a}]}"],
  ["some(limit: 1, page: 2) { id }", "{users:[],some:[{id:a}]}"],
  ["plans { owner { name } }", "{users:[],plans:[{owner:{name:Lotus team 466}}]}"],
  ["some(offset: 2) { id }", "{users:[],some:[{id:c}]}"],
  ["sized(page: { size: 1, to: 1 }) { id }", "{users:[],sized:[{id:b}]}"],
  ["open(first: 1) { items { id } }", "{users:[],open:{items:[{id:b}]}}"],
  ["all(page: 1, size: 1) { id }", "{users:[],all:[{id:a}]}"],
  ["ranked(kind: LOW, by: TOP) { id }", "{users:[],ranked:[{id:b},{id:a},{id:c}]}"],
  [
    'repo(id: "x") { id name starCount image(width: 2) }',
    "{users:[],repo:{id:x,name:Indigo repo 378,starCount:108,image:https://images.example.com/3ce768b6.png}}",
  ],
  [
    'repo(id: "b") { id issues(min: 1) { id } owner { id } parts { key } grid { key } }',
    "{users:[],repo:{id:b,issues:[{id:i3}],owner:null,parts:[{key:x},null,{key:c}],grid:[[{key:P-81418},{key:P-93874},{key:P-60186}],[{key:P-89176},{key:P-98621},{key:P-28002}],[{key:P-86630}]]}}",
  ],
  ['nameless(name: "x") { id }', "{users:[],nameless:{id:b}}"],
  ['repoById(repoId: "x") { id watchers { id } }', "{users:[],repoById:{id:x,watchers:[{id:u9}]}}"],
  [
    "site { title repos { id } inner { users { id } } repoCount }",
    "{users:[],site:{title:Pebble site 665,repos:[{id:b},{id:a},{id:c}],inner:{users:[{id:demo},{id:u9}]},repoCount:18}}",
  ],
  [
    "part { key repo { id } } cells { key } now",
    "{users:[],part:{key:P-67611,repo:{id:b}},cells:[[{key:P-26106}]],now:{enabled:true,retries:0,label:Home storage}}",
  ],
  ["repo { id }", "{users:[],repo:{id:b}}"],
])("completes an answer with %s", async ([selection, expected]) => {
  expect(await respond(`query Answered { users { id } ${selection} }`, { answer: { users: [] } })).toBe(expected);
});

test.for<[selection: string, answer: object, expected: string]>([
  [
    'repo(id: "b") { id name part { key value } }',
    { repo: { part: { value: 3 } } },
    "{repo:{id:b,name:Bee,part:{key:k,value:3}}}",
  ],
  ['repo(id: "b") { id name size }', { repo: { id: "z", size: 7 } }, "{repo:{id:z,name:Dune repo 218,size:7}}"],
  ['repo(id: "b") { id name size }', { repo: { id: "c" } }, "{repo:{id:c,name:Cat,size:3}}"],
  [
    'repo(id: "b") { parts { key } issues { id number } }',
    { repo: { parts: [{}, null, {}], issues: [{}, { number: 7 }] } },
    "{repo:{parts:[{key:x},null,{key:c}],issues:[{id:i3,number:1},{id:6ae5221f-6cf6-4c41-9d3f-1fe5d9de5d5d,number:7}]}}",
  ],
  ['repo(id: "x") { name }', { repo: {} }, "{repo:{name:Indigo repo 378}}"],
  ['a: repo(id: "a") { id } b: repo(id: "b") { id }', { a: null }, "{a:null,b:{id:b}}"],
  ['nameless(name: "x") { id size }', { nameless: { size: 1 } }, "{nameless:{id:b,size:1}}"],
  ["repo { id size }", { repo: { size: 1 } }, "{repo:{id:b,size:1}}"],
  [
    'repos(after: "x") { items { id } totalCount }',
    { repos: { totalCount: 9 } },
    "{repos:{items:[{id:b},{id:a},{id:c}],totalCount:9}}",
  ],
  [
    "repos(first: 1) { items { id name } totalCount pageInfo { hasNextPage endCursor } }",
    { repos: { items: [{}, { name: "N" }] } },
    "{repos:{items:[{id:b,name:Bee},{id:a,name:N}],totalCount:2,pageInfo:{hasNextPage:false,endCursor:MTQ3NTQ1NzEwNyUyMDElMjAx}}}",
  ],
  [
    "repos { items { id name } totalCount names }",
    { repos: { items: [{}, {}, {}, { id: "z" }, {}] } },
    "{repos:{items:[{id:b,name:Bee},{id:a,name:Ant},{id:c,name:Cat},{id:z,name:Dune repo 218},{id:931bf0a3-ec80-4bfe-b1a8-0eb100ea60b8,name:Linden repo 774}],totalCount:5,names:Bay names 740}}",
  ],
  [
    "repos { items { id } names totalCount }",
    { repos: { totalCount: 4 } },
    "{repos:{items:[{id:b},{id:a},{id:c}],names:Nova names 772,totalCount:4}}",
  ],
  [
    "cells { key value }",
    { cells: [[{ value: 1 }], [{}, { key: "x" }]] },
    "{cells:[[{key:P-26106,value:1}],[{key:P-84406,value:381},{key:x,value:813}]]}",
  ],
  ["table { key }", { table: [[{}], []] }, "{table:[[{key:P-73466}],[]]}"],
  [
    "shapes { items { edges { length } } }",
    { shapes: { items: [{}, { edges: [{ length: 1 }, {}] }] } },
    "{shapes:{items:[{edges:[{length:390},{length:173},{length:289}]},{edges:[{length:1},{length:252}]}]}}",
  ],
  [
    "found { items { __typename ... on Org { name } } }",
    { found: { items: [{}, { __typename: "Org" }, { name: "O" }] } },
    "{found:{items:[{__typename:User},{__typename:Org,name:Harbor org 168},{__typename:Org,name:O}]}}",
  ],
  [
    "site { title repos { id } inner { users { id } } }",
    { site: { title: "S", repos: [{}] } },
    "{site:{title:S,repos:[{id:b}],inner:{users:[{id:demo},{id:u9}]}}}",
  ],
  [
    "me { name repos { items { id } totalCount } }",
    { me: { name: "M" } },
    "{me:{name:M,repos:{items:[{id:a}],totalCount:1}}}",
  ],
])("completes an answer: %s, %j", async ([selection, answer, expected]) => {
  expect(await respond(`query Answered { ${selection} }`, { answer })).toBe(expected);
});

interface RespondOptions {
  readonly variables?: object;
  /** Data of the operation. */
  readonly answer?: object;
}

/** The data of the response without quotes, or the first sentence of the error. */
async function respond(query: string, { variables, answer }: RespondOptions = {}): Promise<string> {
  const users = [{ name: "demo", email: "d@e.f" }];
  const platform = createPlatform({ schema, data, rules, users, onRulesError: () => {} });
  if (answer) platform.answer(query, answer as Readonly<Record<string, never>>);
  const { result } = await ask(platform, query, variables);
  const [error] = result.errors ?? [];
  const [message] = `${Object(error?.extensions).code}: ${error?.message}`.split(/\. |\n/);
  return error ? String(message) : JSON.stringify(result.data).replaceAll('"', "");
}
