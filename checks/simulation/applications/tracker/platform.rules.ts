/** The rules of the application. */

import { type Dialect, reject } from "@integration-platform/graphql-testing/rules";
import type { Rules } from "./platform.types.ts";

export const dialect: Dialect = { pages: { page: "page", perPage: "first" } };

export const inverses = { "User.assignedTickets": "assignee" };

export const rules = {
  Query: {
    tickets: (_, { filter, labels, sort: order, page: number, perPage }, { db, where, sort, page }) => {
      const open = db.Ticket.list((ticket) => ticket.archivedAt === null);
      const tickets = where(open, filter, {
        status: (ticket, status) => ticket.status === status,
        projectSlug: (ticket, slug) => ticket.project.slug === slug,
        assignedTo: (ticket, id) => ticket.assignee?.id === id,
        unassigned: (ticket, isUnassigned) => (ticket.assignee === null) === isUnassigned,
        minPriority: (ticket, least) => ticket.priority >= least,
        createdBefore: (ticket, date) => Date.parse(ticket.createdAt) < Date.parse(date),
        titleContains: (ticket, text) => ticket.title.toLowerCase().includes(text.toLowerCase()),
      }).filter(
        (ticket) => !labels || labels.every((name) => ticket.labels.some((label) => label.name === name)),
      );
      const sorted = sort(tickets, order, { NEWEST: "-createdAt", PRIORITY: "-priority", TITLE: "title" });
      return { items: page(sorted, { page: number, perPage }), total: tickets.length, page: number ?? 1 };
    },
    searchTickets: (_, { query }, { db }) =>
      db.Ticket.list(
        ({ archivedAt, title, text }) =>
          archivedAt === null &&
          [title, text].some((content) => content.toLowerCase().includes(query.toLowerCase())),
      ),
    project: (_, { slug }, { db }) => db.Project.list((project) => project.slug === slug)[0] ?? null,
  },
  Ticket: {
    isOpen: ({ status }) => status === "OPEN",
    commentCount: ({ comments }) => comments.length,
  },
  Project: {
    tickets: ({ tickets }) => tickets.filter(({ archivedAt }) => archivedAt === null),
    openTicketCount: ({ tickets }) => tickets.filter(({ isOpen }) => isOpen).length,
  },
  User: {
    assignedTickets: ({ assignedTickets }) => assignedTickets.filter(({ archivedAt }) => archivedAt === null),
  },
  Mutation: {
    createTicket: (_, { input: { projectId, labelIds, ...input } }, { db, now, user }) => {
      if (!input.title.trim()) throw reject("is empty", { field: "title" });
      const fields = { project: projectId, labels: labelIds ?? [], author: user, createdAt: now() };
      return { ticket: db.Ticket.create({ text: "", status: "OPEN", ...input, ...fields }) };
    },
    closeTicket: (_, { id, resolution = null }, { db, now }) => {
      if (!db.Ticket.get(id).isOpen) throw reject("is closed", { field: "id" });
      return { ticket: db.Ticket.update(id, { status: "CLOSED", resolution, closedAt: now() }) };
    },
    assignTicket: (_, { id, userId }, { db }) => ({ ticket: db.Ticket.update(id, { assignee: userId }) }),
    addLabels: (_, { ticketId, labelIds }, { db }) => {
      const ids = db.Ticket.get(ticketId).labels.map(({ id }) => id);
      return db.Ticket.update(ticketId, { labels: [...new Set([...ids, ...labelIds])] });
    },
    removeLabels: (_, { ticketId, labelIds }, { db }) =>
      db.Ticket.update(ticketId, {
        labels: db.Ticket.get(ticketId).labels.filter(({ id }) => !labelIds.includes(id)),
      }),
    comment: (_, { ticketId, text }, { db, user }) =>
      db.Comment.create({ text, author: user, ticket: ticketId }),
    renameProject: (_, { id, slug }, { db }) => {
      if (db.Project.list((project) => project.slug === slug && project.id !== id).length > 0) {
        throw reject("Another Project has the same slug.", { field: "slug", code: "ALREADY_EXISTS" });
      }
      return { project: db.Project.update(id, { slug }) };
    },
    archiveTicket: (_, { id }, { db, now }) => Boolean(db.Ticket.update(id, { archivedAt: now() })),
  },
} satisfies Rules;
