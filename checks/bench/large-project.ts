/** A generated platform of real size: a schema of about 19,000 lines and 234 operations of 15 to 40 lines. */

const ENTITIES = 112;
/** Each with a list, an object and a mutation. */
const USED_ENTITIES = 78;

const FIELDS = ["name", "slug", "description", "owner", "region", "status", "note", "version", "color", "reference"];
const TIMES = ["createdAt", "updatedAt", "archivedAt"];
const COUNTS = ["itemCount", "errorCount", "retryCount"];
const FLAGS = ["isActive", "isPublic"];

const names = Array.from({ length: ENTITIES }, (_, index) => {
  const words = ["Account", "Connector", "Deployment", "Field", "Mapping", "Run", "Schedule", "Template"];
  return `${words[index % words.length]}${Math.floor(index / words.length)}`;
});
const lower = (name: string): string => name[0]?.toLowerCase() + name.slice(1);
const nextOf = (name: string): string => names[(names.indexOf(name) + 1) % names.length] ?? "";

/** `name: Type`, with a description as in the schemas of real platforms. */
const describe = (field: string, about: string): string => `  """The ${about}."""\n  ${field}\n`;

function renderEntity(name: string): string {
  const next = nextOf(name);
  const scalars = [
    ...FIELDS.filter((field) => field !== "status").map((field) => [`${field}: String`, field]),
    ...TIMES.map((field) => [`${field}: DateTime`, `time of ${field}`]),
    ...COUNTS.map((field) => [`${field}: Int!`, `number in ${field}`]),
    ...FLAGS.map((field) => [`${field}: Boolean!`, `state of ${field}`]),
  ];
  const inputs = [...FIELDS, ...FLAGS].filter((field) => field !== "status");
  const payload = (verb: string) => `type ${verb}${name}Payload {
  clientMutationId: String
  ${lower(name)}: ${name}
  errors: [UserError!]!
}
`;
  return `"""${name} of a tenant, with its history and its settings."""
type ${name} implements Node {
${describe("id: ID!", "identifier")}${scalars.map(([field = "", about = ""]) => describe(field, about)).join("")}${describe(`status: ${name}Status!`, "status")}${describe(`${lower(next)}s(first: Int, after: String, filter: ${next}Filter): ${next}Connection!`, "related objects")}${describe(`parent: ${next}`, "parent")}}

type ${name}Connection {
  edges: [${name}Edge!]!
  nodes: [${name}!]!
  pageInfo: PageInfo!
  totalCount: Int!
}

type ${name}Edge {
  cursor: String!
  node: ${name}!
}

enum ${name}Status {
  ACTIVE
  PAUSED
  FAILED
  ARCHIVED
}

enum ${name}OrderField {
  NAME
  CREATED_AT
  UPDATED_AT
}

input ${name}Order {
  field: ${name}OrderField!
  direction: OrderDirection!
}

input ${name}Filter {
  ids: [ID!]
  status: ${name}Status
  ${FIELDS.filter((field) => field !== "status")
    .map((field) => `${field}: String`)
    .join("\n  ")}
}

input Create${name}Input {
  clientMutationId: String
  name: String!
  ${inputs
    .filter((field) => field !== "name")
    .map((field) => describe(`${field}: ${FLAGS.includes(field) ? "Boolean" : "String"}`, field).trim())
    .join("\n  ")}
}

input Update${name}Input {
  clientMutationId: String
  id: ID!
  ${inputs.map((field) => describe(`${field}: ${FLAGS.includes(field) ? "Boolean" : "String"}`, field).trim()).join("\n  ")}
}

${["Create", "Update", "Delete"].map(payload).join("\n")}`;
}

/** @param version - 2: one field is removed, one becomes nullable, and one is added to each type. */
export function renderLargeSchema(version: 1 | 2 = 1): string {
  const queries = names.flatMap((name) => [
    describe(`${lower(name)}(id: ID!): ${name}`, `${name} with an identifier`),
    describe(
      `${lower(name)}s(first: Int, after: String, filter: ${name}Filter, orderBy: ${name}Order): ${name}Connection!`,
      `list of ${name}`,
    ),
  ]);
  const mutations = names.flatMap((name) => [
    describe(`create${name}(input: Create${name}Input!): Create${name}Payload`, "new object"),
    describe(`update${name}(input: Update${name}Input!): Update${name}Payload`, "changed object"),
    describe(`delete${name}(id: ID!): Delete${name}Payload`, "deleted object"),
  ]);
  const text = `scalar DateTime

enum OrderDirection {
  ASC
  DESC
}

interface Node {
  id: ID!
}

type PageInfo {
  hasNextPage: Boolean!
  hasPreviousPage: Boolean!
  startCursor: String
  endCursor: String
}

type UserError {
  field: String
  messages: [String!]!
}

type Query {
${queries.join("")}}

type Mutation {
${mutations.join("")}}

${names.map(renderEntity).join("\n")}`;
  if (version === 1) return text;
  return text
    .replace('  """The color."""\n  color: String\n', "")
    .replaceAll("itemCount: Int!", "itemCount: Int!\n  addedLater: String");
}

function renderOperationsOf(name: string): readonly [file: string, text: string][] {
  const [item, next] = [lower(name), lower(nextOf(name))];
  const fields = [...FIELDS, ...TIMES, ...COUNTS, ...FLAGS].join("\n      ");
  return [
    [
      `list-${item}s`,
      `query List${name}s($first: Int!, $after: String, $filter: ${name}Filter) {
  ${item}s(first: $first, after: $after, filter: $filter, orderBy: { field: NAME, direction: ASC }) {
    nodes {
      id
      ${fields}
      parent {
        id
        name
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
  }
}
`,
    ],
    [
      `get-${item}`,
      `query Get${name}($id: ID!, $first: Int!, $after: String) {
  ${item}(id: $id) {
    id
    ${fields}
    ${next}s(first: $first, after: $after) {
      nodes {
        id
        name
        status
        updatedAt
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
`,
    ],
    [
      `create-${item}`,
      `mutation Create${name}($input: Create${name}Input!) {
  create${name}(input: $input) {
    ${item} {
      id
      name
      status
      createdAt
      parent {
        id
        name
      }
    }
    errors {
      field
      messages
    }
  }
}
`,
    ],
  ];
}

/** Names of files without their extension, and texts. */
export function renderLargeOperations(): readonly [file: string, text: string][] {
  return names.slice(0, USED_ENTITIES).flatMap(renderOperationsOf);
}
