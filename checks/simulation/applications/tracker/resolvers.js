/** The API of the issue tracker as plain resolvers over arrays. */

import { GraphQLError } from "graphql";

const at = (date) => Date.parse(date);
const contains = (text, part) => text.toLowerCase().includes(part.toLowerCase());
const ORDERS = {
  NEWEST: (a, b) => at(b.createdAt) - at(a.createdAt),
  PRIORITY: (a, b) => b.priority - a.priority,
  TITLE: (a, b) => (a.title < b.title ? -1 : 1),
};

/** @param seed - Rows by type. Relations are IDs. */
export function createResolvers(seed) {
  const data = structuredClone(seed);
  const find = (type, id) => data[type].find((row) => row.id === id) ?? null;
  const get = (type, id) => {
    const row = find(type, id);
    if (!row)
      throw new GraphQLError(`There is no ${type} with this ID.`, { extensions: { code: "NOT_FOUND" } });
    return row;
  };
  const insert = (type, fields) => {
    const row = { id: `${type}-${data[type].length + 1}`, ...fields };
    data[type].push(row);
    return row;
  };
  const active = (test) => data.Ticket.filter((ticket) => ticket.archivedAt === null && test(ticket));
  const isOpen = ({ status }) => status === "OPEN";
  const failed = (message, field) => ({ problems: [{ field, message }] });
  const matches = (ticket, { status, projectSlug, assignedTo, unassigned, ...filter }) =>
    (status == null || ticket.status === status) &&
    (projectSlug == null || find("Project", ticket.project).slug === projectSlug) &&
    (assignedTo == null || ticket.assignee === assignedTo) &&
    (unassigned == null || (ticket.assignee === null) === unassigned) &&
    (filter.minPriority == null || ticket.priority >= filter.minPriority) &&
    (filter.createdBefore == null || at(ticket.createdAt) < at(filter.createdBefore)) &&
    (filter.titleContains == null || contains(ticket.title, filter.titleContains));
  return {
    Query: {
      me: (_, __, { user }) => user,
      ticket: (_, { id }) => find("Ticket", id),
      tickets(_, { filter, labels, sort, page, perPage }) {
        const hasLabel = (ticket, name) => ticket.labels.some((id) => find("Label", id).name === name);
        const found = active(
          (ticket) => matches(ticket, filter ?? {}) && (labels ?? []).every((name) => hasLabel(ticket, name)),
        );
        const sorted = sort ? found.toSorted(ORDERS[sort]) : found;
        return { items: sorted.slice((page - 1) * perPage, page * perPage), total: found.length, page };
      },
      searchTickets: (_, { query }) =>
        active(({ title, text }) => [title, text].some((each) => contains(each, query))),
      project: (_, { slug }) => data.Project.find((project) => project.slug === slug) ?? null,
    },
    Ticket: {
      isOpen,
      project: ({ project }) => find("Project", project),
      author: ({ author }) => find("User", author),
      assignee: ({ assignee }) => find("User", assignee),
      labels: ({ labels }) => labels.map((id) => find("Label", id)),
      commentCount: ({ id }) => data.Comment.filter(({ ticket }) => ticket === id).length,
    },
    Project: {
      tickets: ({ id }) => active(({ project }) => project === id),
      openTicketCount: ({ id }) => active((ticket) => ticket.project === id && isOpen(ticket)).length,
    },
    User: { assignedTickets: ({ id }) => active(({ assignee }) => assignee === id) },
    Comment: {
      author: ({ author }) => find("User", author),
      ticket: ({ ticket }) => find("Ticket", ticket),
    },
    Mutation: {
      createTicket(_, { input: { projectId, labelIds, ...input } }, { user, now }) {
        if (!input.title.trim()) return failed("is empty", "title");
        const relations = { project: projectId, labels: labelIds ?? [], author: user.id, assignee: null };
        const state = {
          status: "OPEN",
          resolution: null,
          createdAt: now(),
          closedAt: null,
          archivedAt: null,
        };
        return { ticket: insert("Ticket", { text: "", ...input, ...relations, ...state }), problems: [] };
      },
      closeTicket(_, { id, resolution = null }, { now }) {
        const ticket = get("Ticket", id);
        if (!isOpen(ticket)) return failed("is closed", "id");
        return {
          ticket: Object.assign(ticket, { status: "CLOSED", resolution, closedAt: now() }),
          problems: [],
        };
      },
      assignTicket: (_, { id, userId }) => ({
        ticket: Object.assign(get("Ticket", id), { assignee: userId ?? null }),
        problems: [],
      }),
      addLabels(_, { ticketId, labelIds }) {
        const ticket = get("Ticket", ticketId);
        return Object.assign(ticket, { labels: [...new Set([...ticket.labels, ...labelIds])] });
      },
      removeLabels(_, { ticketId, labelIds }) {
        const ticket = get("Ticket", ticketId);
        return Object.assign(ticket, { labels: ticket.labels.filter((id) => !labelIds.includes(id)) });
      },
      comment: (_, { ticketId, text }, { user }) =>
        insert("Comment", { text, author: user.id, ticket: get("Ticket", ticketId).id }),
      renameProject(_, { id, slug }) {
        const isTaken = data.Project.some((project) => project.slug === slug && project.id !== id);
        if (isTaken) return failed("Another Project has the same slug.", "slug");
        return { project: Object.assign(get("Project", id), { slug }), problems: [] };
      },
      archiveTicket: (_, { id }, { now }) => Boolean(Object.assign(get("Ticket", id), { archivedAt: now() })),
    },
  };
}
