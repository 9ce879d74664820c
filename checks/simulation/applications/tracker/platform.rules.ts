/** The reviewed rules of the application. */

import {
  atLeast,
  below,
  containsAll,
  containsText,
  is,
  isNull,
  type Row,
  type Rules,
  reject,
} from "@integration-platform/graphql-testing/rules";

export default {
  filters: {
    "TicketFilter.status": is("status"),
    "TicketFilter.projectSlug": is("project.slug"),
    "TicketFilter.assignedTo": is("assignee.id"),
    "TicketFilter.unassigned": isNull("assignee"),
    "TicketFilter.minPriority": atLeast("priority"),
    "TicketFilter.createdBefore": below("createdAt"),
    "TicketFilter.titleContains": containsText("title"),
    "Query.tickets(labels:)": containsAll("labels.name"),
    "Query.searchTickets(query:)": containsText("title", "text"),
    "Query.project(slug:)": is("slug"),
  },
  orders: {
    "TicketSort.NEWEST": "-createdAt",
    "TicketSort.PRIORITY": "-priority",
    "TicketSort.TITLE": "title",
  },
  pages: {
    "Query.tickets(page:)": "page",
    "Query.tickets(perPage:)": "first",
  },
  inverses: {
    "User.assignedTickets": "assignee",
  },
  resolvers: {
    Ticket: {
      isOpen: ({ status }) => status === "OPEN",
      commentCount: ({ comments }) => comments.length,
    },
    Project: {
      openTicketCount: ({ tickets }) => tickets.filter((ticket: Row) => ticket.isOpen).length,
    },
    Query: {
      me: (_, __, { user }) => user,
    },
    Mutation: {
      createTicket: (_, { input: { projectId, labelIds, ...input } }, { db, now, user }) => {
        if (!input.title.trim()) throw reject("is empty", { field: "title" });
        const fields = { ...input, project: projectId, labels: labelIds, author: user, createdAt: now() };
        return db.Ticket.create({ text: "", status: "OPEN", ...fields });
      },
      closeTicket: (_, { id, resolution }, { db, now }) => {
        if (!db.Ticket.get(id).isOpen) throw reject("is closed", { field: "id" });
        return db.Ticket.update(id, { status: "CLOSED", resolution, closedAt: now() });
      },
      assignTicket: (_, { id, userId }, { db }) => db.Ticket.update(id, { assignee: userId }),
      addLabels: (_, { ticketId, labelIds }, { db }) => db.Ticket.add(ticketId, "labels", labelIds),
      removeLabels: (_, { ticketId, labelIds }, { db }) => db.Ticket.remove(ticketId, "labels", labelIds),
      comment: (_, { ticketId, text }, { db, user }) => db.Comment.create({ text, author: user, ticket: ticketId }),
      renameProject: (_, { id, ...fields }, { db }) => db.Project.update(id, fields),
      archiveTicket: (_, { id }, { db, now }) => db.Ticket.update(id, { archivedAt: now() }),
    },
  },
  unique: { Project: ["slug"] },
  hidden: { Ticket: ({ archivedAt }) => archivedAt !== null },
} satisfies Rules;
