/** A change of a large schema: 60 types, 60 operations, and about 200 changes that affect them. */

const NOUNS = [
  "Order",
  "Customer",
  "Product",
  "Invoice",
  "Shipment",
  "Payment",
  "Refund",
  "Supplier",
  "Warehouse",
  "Contract",
  "Ticket",
  "Campaign",
  "Account",
  "Project",
  "Budget",
  "Employee",
  "Vehicle",
  "Route",
  "Device",
  "License",
];
const PARTS = ["", "Line", "Note"];
const NAMES = PARTS.flatMap((part) => NOUNS.map((noun) => noun + part));

interface LargeChange {
  readonly before: string;
  readonly after: string;
  /** Text of each operation file, by its path. */
  readonly files: ReadonlyMap<string, string>;
}

export function createLargeChange(): LargeChange {
  return {
    before: writeSchema(() => false),
    // Some kinds of changes are common, and others are rare, as in a real schema.
    after: writeSchema((index, every) => index % every === every - 1),
    files: new Map(
      NAMES.map((name, index) => [`operations/${lower(name)}.graphql`, writeOperation(name, index)]),
    ),
  };
}

type IsChanged = (index: number, every: number) => boolean;

function writeSchema(isChanged: IsChanged): string {
  const types = NAMES.map((name, index) => writeType(name, (every) => isChanged(index, every)));
  const fields = NAMES.map((name, index) => {
    const tenant = isChanged(index, 12) ? ", tenant: ID!" : "";
    return `  ${lower(name)}(id: ID!${tenant}): ${name}\n  ${lower(name)}List(filter: ${name}Filter): [${name}!]!`;
  });
  return `type Query {\n${fields.join("\n")}\n}\n\n${types.join("\n")}`;
}

function writeType(name: string, isChanged: (every: number) => boolean): string {
  const bang = (every: number) => (isChanged(every) ? "" : "!");
  const fields = [
    "  id: ID!",
    `  name: String${bang(1)}`,
    `  code: ${isChanged(1) ? "Int" : "String"}!`,
    `  size: ${isChanged(2) ? "[Int!]" : "Int"}!`,
    `  createdAt: String${bang(2)}`,
    `  status: ${name}Status!`,
    ...(isChanged(8) ? [] : ["  reference: String"]),
    `  tags: [String!]${isChanged(3) ? "!" : ""}`,
  ];
  const values = [
    "OPEN",
    "CLOSED",
    ...(isChanged(6) ? [] : ["ARCHIVED"]),
    ...(isChanged(4) ? ["PAUSED"] : []),
  ];
  return [
    `type ${name} {\n${fields.join("\n")}\n}`,
    `enum ${name}Status { ${values.join(" ")} }`,
    `input ${name}Filter { text: String status: ${name}Status${isChanged(10) ? " limit: Int!" : ""} }\n`,
  ].join("\n");
}

function writeOperation(name: string, index: number): string {
  const fields = `    id\n    name\n    code\n    size\n    createdAt\n    status\n    reference\n    tags\n`;
  if (index % 3 === 0)
    return `query List${name}($filter: ${name}Filter) {\n  ${lower(name)}List(filter: $filter) {\n${fields}  }\n}\n`;
  return `query Get${name}($id: ID!) {\n  ${lower(name)}(id: $id) {\n${fields}  }\n}\n`;
}

function lower(name: string): string {
  return name.replace(/^./, (letter) => letter.toLowerCase());
}
