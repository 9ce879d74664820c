/** A small schema with everything in it, and operations that use all of it. */

export const SCHEMA = `
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

export const OPERATIONS = `
query Fields { viewer { id email active } flows { id name status previous createdAt runs cost settings tags grid } }
query Nested { flows(first: 3) { steps { title position ratio next { id title next { id } } flow { status } } owner { email } } }
query ByKey($key: Key!) { flow(key: $key) { ...FlowSummary } }
query ByInlineKey($id: ID!) { flow(key: { id: $id }) { id label } }
query Filtered($filter: Filter, $first: Int) { flows(filter: $filter, first: $first) { ...FlowSummary label(short: true) } }
query Inline($status: Status!, $from: DateTime!) {
  flows(filter: { statuses: [ACTIVE, $status], ranges: [[{ from: $from }]], and: [{ text: "x" }] }) { id }
}
query Found($text: String!) { search(text: $text) { __typename ... on Flow { status } ... on Step { title } ... on User { email } } }
query FoundSome { search(text: "a", in: [PAUSED]) { ... on Flow { ...FlowSummary } ...Person } }
query FoundNodes { search(text: "a") { ... on Node { id } ... on Named { name } } }
query Anything($id: ID!) { node(id: $id) { id ... on Named { name label } ... on Flow { state: status } } }
query Kind($id: ID!) { node(id: $id) { kind: __typename id } }
query NamedOnes { named(prefix: "a") { id name label ...StepTitle } }
query Maybe($deep: Boolean!) {
  viewer { id email @include(if: $deep) best @skip(if: $deep) { __typename ... on Flow { status } } }
  flows { ...FlowSummary @include(if: $deep) id ... @include(if: $deep) { previous steps { title } } }
}
query Best { viewer { best { ...FlowSummary ...StepTitle ... on User { id active best { __typename } } } } }
query Steps($order: Order = DESC, $after: ID) { flows { steps(order: $order, after: $after) { id position } } }
mutation ChangeFlow($id: ID!, $change: Change!) { change(id: $id, change: $change) { ...FlowSummary settings } }
mutation ChangeInline($id: ID!, $status: Status, $settings: JSON) {
  change(id: $id, change: { name: "n", status: $status, settings: $settings, filter: { limit: 5 } }) { id }
}
mutation Rename($id: ID!, $to: String) { rename(id: $id, to: $to) { __typename name } }
mutation RenameDry($id: ID!, $dry: Boolean!) { rename(id: $id, dry: $dry) { id ... on Step { title } } }
fragment FlowSummary on Flow { id name status owner { ...Person } }
fragment Person on User { email active }
fragment StepTitle on Step { title position flow { id } }
`;
