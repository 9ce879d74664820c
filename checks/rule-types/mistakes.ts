/**
 * Rules of the fixture `packages/testing/test/fixtures/tickets` with one mistake each, which the compiler
 * must reject.
 */

export interface Mistake {
  readonly what: string;
  /** The resolvers of one type. */
  readonly rules: string;
}

export const MISTAKES: readonly Mistake[] = [
  // Names
  { what: "a type that the schema does not have", rules: "Queri: {}" },
  { what: "a field that the root does not have", rules: "Query: { tickts: () => [] }" },
  { what: "a field that a type does not have", rules: "Ticket: { titel: () => '' }" },
  { what: "an argument that the field does not have", rules: "Query: { ticket: (_, { ids }) => ids }" },
  { what: "a member of the context", rules: "Query: { version: (_, __, { request }) => request.id }" },
  {
    what: "a member that this program does not add to the context",
    rules: "Query: { version: (_, __, { tenant }) => tenant }",
  },
  { what: "a table", rules: "Query: { ticket: (_, { id }, { db }) => db.Tickets.find(id) }" },
  { what: "a method of a table", rules: "Query: { ticket: (_, { id }, { db }) => db.Ticket.lookUp(id) }" },
  {
    what: "a column in a test of a list",
    rules: "Query: { ticket: (_, { id }, { db }) => db.Ticket.list((row) => row.idd === id)[0] ?? null }",
  },
  { what: "a column of the parent", rules: "Ticket: { title: ({ name }) => name }" },
  { what: "a column of a related row", rules: "Ticket: { title: ({ project }) => project.name }" },
  { what: "a column of the user", rules: "Query: { version: (_, __, { user }) => user.nam }" },
  {
    what: "a column to update",
    rules:
      "Mutation: { closeTicket: (_, { id }, { db }) => ({ ticket: db.Ticket.update(id, { stat: 'CLOSED' }) }) }",
  },
  {
    what: "a column to create",
    rules:
      "Mutation: { createTicket: (_, { input }, { db }) => ({ ticket: db.Ticket.create({ titel: input.title }) }) }",
  },
  {
    what: "a member of a filter",
    rules: "Query: { tickets: (_, { filter }, { db, page }) => page(db.Ticket.list(() => filter?.stat)) }",
  },
  {
    what: "a column of an order",
    rules:
      "Query: { tickets: (_, __, { db, page }) => page(db.Ticket.list().toSorted((a, b) => a.prio - b.prio)) }",
  },
  // Values
  { what: "a value instead of a resolver", rules: "Query: { version: 1 }" },
  { what: "a number for a string", rules: "Query: { version: () => 1 }" },
  { what: "a row of another type", rules: "Query: { ticket: (_, { id }, { db }) => db.Project.find(id) }" },
  { what: "rows of another type", rules: "Query: { projects: (_, __, { db }) => db.Ticket.list() }" },
  { what: "one row for a list", rules: "Query: { projects: (_, __, { db }) => db.Project.get('1') }" },
  { what: "a list for a page", rules: "Query: { tickets: (_, __, { db }) => db.Ticket.list() }" },
  {
    what: "a page of rows of another type",
    rules: "Query: { tickets: (_, __, { db, page }) => page(db.Project.list()) }",
  },
  {
    what: "a row for a payload",
    rules: "Mutation: { closeTicket: (_, { id }, { db }) => db.Ticket.update(id, {}) }",
  },
  {
    what: "a row of another type in a payload",
    rules: "Mutation: { closeTicket: (_, { id }, { db }) => ({ ticket: db.Project.get(id) }) }",
  },
  {
    what: "a list for a value of a payload",
    rules: "Mutation: { deleteTicket: (_, { id }) => ({ deletedTicketId: [id] }) }",
  },
  {
    what: "a number that is compared with a string",
    rules:
      "Query: { ticket: (_, { id }, { db }) => db.Ticket.list((row) => row.priority === id)[0] ?? null }",
  },
  {
    what: "a value that the enum does not have, in a comparison",
    rules:
      "Query: { ticket: (_, { id }, { db }) => db.Ticket.list((row) => row.status === 'DONE' && id)[0] ?? null }",
  },
  {
    what: "a value that the enum does not have, in an update",
    rules:
      "Mutation: { closeTicket: (_, { id }, { db }) => ({ ticket: db.Ticket.update(id, { status: 'DONE' }) }) }",
  },
  {
    what: "a string for a number, in a new row",
    rules:
      "Mutation: { createTicket: (_, { input }, { db }) => ({ ticket: db.Ticket.create({ ...input, priority: 'high' }) }) }",
  },
  {
    what: "a value of a filter as another type",
    rules:
      "Query: { tickets: (_, { filter }, { db, page }) => page(db.Ticket.list((row) => row.title === filter?.title?.length)) }",
  },
  // Null
  { what: "null for a field that cannot be null", rules: "Query: { version: () => null }" },
  { what: "a row that can be missing", rules: "Query: { me: (_, __, { db }) => db.Member.find('1') }" },
  {
    what: "a column that can be null",
    rules: "Ticket: { closedAt: ({ closedAt }) => closedAt.slice(0, 10) }",
  },
  {
    what: "a column that can be null as a result",
    rules: "Ticket: { createdAt: ({ closedAt }) => closedAt }",
  },
  {
    what: "a member of an argument that can be missing",
    rules:
      "Query: { tickets: (_, { filter }, { db, page }) => page(db.Ticket.list(({ title }) => title.includes(filter.title))) }",
  },
  {
    what: "the first row of a list",
    rules: "Query: { version: (_, __, { db }) => db.Ticket.list()[0].title }",
  },
];

/** Rules without a mistake, in the forms that the mistakes have. */
export const RIGHT: readonly string[] = [
  "Query: { version: () => '1' }",
  "Query: { version: async (_, __, { user }) => user.name }",
  "Query: { ticket: (_, { id }, { db }) => db.Ticket.find(id) }",
  "Query: { ticket: (_, { id }, { db }) => db.Ticket.list((row) => row.id === id)[0] ?? null }",
  "Query: { tickets: (_, { filter, sort, ...rest }, { db, page }) => page(db.Ticket.list((row) => row.title.includes(filter?.title ?? '')).toSorted((a, b) => (sort === 'PRIORITY' ? b.priority - a.priority : 0)), rest) }",
  "Query: { tickets: (_, __, { db }) => ({ nodes: db.Ticket.list(), totalCount: 1 }) }",
  "Ticket: { closedAt: ({ closedAt }) => closedAt?.slice(0, 10) ?? null }",
  "Mutation: { closeTicket: async (_, { id }, { db, now }) => ({ ticket: db.Ticket.update(id, { closedAt: now() }) }) }",
  "Mutation: { createTicket: (_, { input: { projectId, ...input } }, { db }) => ({ ticket: db.Ticket.create({ ...input, project: projectId }) }) }",
];
