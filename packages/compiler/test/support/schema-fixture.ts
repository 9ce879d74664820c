/**
 * A schema of flows, their steps and users. It has each kind of type, argument, default and list, so that
 * random operations and changes reach all parts of the check.
 */

export const FLOW_SCHEMA = `
scalar DateTime
scalar BigInt
scalar JSON
scalar Money

enum Status { ACTIVE PAUSED FAILED }
enum Order { ASC DESC }

interface Node { id: ID! }
interface Named implements Node { id: ID! name: String! label(short: Boolean = false): String }

type Flow implements Node & Named {
  id: ID!
  name: String!
  label(short: Boolean = false): String
  status: Status!
  previous: Status
  createdAt: DateTime!
  runs: BigInt
  cost: Money
  settings: JSON!
  tags: [String!]!
  grid: [[Int]!]
  steps(first: Int = 10, order: Order = ASC, after: ID): [Step!]!
  owner: User
}

type Step implements Node & Named {
  id: ID!
  name: String!
  label(short: Boolean = false): String
  title: String
  position: Int!
  ratio: Float
  next: Step
  flow: Flow!
}

type User implements Node { id: ID! email: String active: Boolean! best: Hit }

union Hit = Flow | Step | User

input Range { from: DateTime! to: DateTime unit: Order! = ASC }
input Filter {
  ids: [ID!]
  statuses: [Status!]
  ranges: [[Range!]!]
  and: [Filter!]
  cost: Money
  text: String = "all"
  limit: Int! = 10
}
input Key @oneOf { id: ID name: String status: Status }
input Change { name: String! status: Status = ACTIVE settings: JSON filter: Filter }

type Query {
  flow(key: Key!): Flow
  flows(filter: Filter, note: String, first: Int = 20): [Flow!]!
  node(id: ID!): Node
  named(prefix: String): [Named!]
  search(text: String!, in: [Status!] = [ACTIVE]): [Hit]!
  viewer: User!
}

type Subscription { changed(id: ID!): Flow }

type Mutation {
  change(id: ID!, change: Change!): Flow
  rename(id: ID!, to: String, dry: Boolean! = false): Named
}
`;
