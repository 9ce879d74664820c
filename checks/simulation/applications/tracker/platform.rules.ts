/** The rules of the application. */

import { reject } from "@integration-platform/graphql-testing/rules";
import type { Input, Row, Rules } from "./platform.types.ts";

export const inverses = { "User.assignedTickets": "assignee" };

const contains = (text: string, part: string) => text.toLowerCase().includes(part.toLowerCase());

const ORDERS = {
  NEWEST: (a: Row.Ticket, b: Row.Ticket) => Date.parse(b.createdAt) - Date.parse(a.createdAt),
  PRIORITY: (a: Row.Ticket, b: Row.Ticket) => b.priority - a.priority,
  TITLE: (a: Row.Ticket, b: Row.Ticket) => a.title.localeCompare(b.title),
};

const matches = (ticket: Row.Ticket, { status, projectSlug, ...filter }: Input.TicketFilter): boolean =>
  (status == null || ticket.status === status) &&
  (projectSlug == null || ticket.project.slug === projectSlug) &&
  (filter.assignedTo == null || ticket.assignee?.id === filter.assignedTo) &&
  (filter.unassigned == null || (ticket.assignee === null) === filter.unassigned) &&
  (filter.minPriority == null || ticket.priority >= filter.minPriority) &&
  (filter.createdBefore == null || Date.parse(ticket.createdAt) < Date.parse(filter.createdBefore)) &&
  (filter.titleContains == null || contains(ticket.title, filter.titleContains));

export const rules = {
  Query: {
    tickets: (_, { filter, labels, sort, page: number, perPage }, { db, page }) => {
      const tickets = db.Ticket.list(
        (ticket) =>
          ticket.archivedAt === null &&
          matches(ticket, filter ?? {}) &&
          (labels ?? []).every((name) => ticket.labels.some((label) => label.name === name)),
      );
      const sorted = sort ? tickets.toSorted(ORDERS[sort]) : tickets;
      const items = page(sorted, { page: number, perPage });
      return { items, total: tickets.length, page: number ?? 1 };
    },
    searchTickets: (_, { query }, { db }) =>
      db.Ticket.list(
        ({ archivedAt, title, text }) =>
          archivedAt === null && [title, text].some((content) => contains(content, query)),
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
      if (!input.title.trim()) reject("is empty", { field: "title" });
      const fields = { project: projectId, labels: labelIds ?? [], author: user, createdAt: now() };
      return { ticket: db.Ticket.create({ text: "", status: "OPEN", ...input, ...fields }) };
    },
    closeTicket: (_, { id, resolution = null }, { db, now }) => {
      if (!db.Ticket.get(id).isOpen) reject("is closed", { field: "id" });
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
        reject("Another Project has the same slug.", { field: "slug", code: "ALREADY_EXISTS" });
      }
      return { project: db.Project.update(id, { slug }) };
    },
    archiveTicket: (_, { id }, { db, now }) => Boolean(db.Ticket.update(id, { archivedAt: now() })),
  },
} satisfies Rules;
