/** A schema of 1,600 types, as that of a large platform. */

/** Objects. There are as many connections, edges, payloads and inputs together. */
const OBJECTS = 320;

export function createLargeSchema(): string {
  const numbers = Array.from({ length: OBJECTS }, (_, index) => index);
  const queries = numbers.map(
    (index) =>
      `  thing${index}s(first: Int, after: String, filter: Thing${index}Filter): Thing${index}Connection!\n  thing${index}(id: ID!): Thing${index}\n`,
  );
  const mutations = numbers.map(
    (index) => `  createThing${index}(input: Thing${index}Input!): Thing${index}Payload!\n`,
  );
  const pageInfo = "type PageInfo {\n  hasNextPage: Boolean!\n  endCursor: String\n}\n";
  const roots = `type Query {\n${queries.join("")}}\ntype Mutation {\n${mutations.join("")}}\n${pageInfo}`;
  return `${roots}${numbers.map(renderTypes).join("")}`;
}

function renderTypes(index: number): string {
  const other = (index * 7 + 1) % OBJECTS;
  const texts = ["name", "description", "code", "url", "color", "note"].map(
    (field) => `  ${field}: String\n`,
  );
  const numbers = ["size", "rank", "width"].map((field) => `  ${field}: Int!\n`);
  const values = [...texts, ...numbers].join("");
  return `type Thing${index} {
  id: ID!
${values}  other: Thing${other}
  things(first: Int, after: String): Thing${other}Connection!
}
type Thing${index}Connection {
  nodes: [Thing${index}!]!
  totalCount: Int!
  pageInfo: PageInfo!
}
type Thing${index}Payload {
  thing: Thing${index}
  clientMutationId: String
}
input Thing${index}Input {
${values}  otherId: ID
}
input Thing${index}Filter {
  name: String
  size: Int
  or: [Thing${index}Filter!]
}
`;
}
