/** An application of an issue tracker. */

import { type Execute, gql } from "../application.ts";

interface Ticket {
  readonly id: string;
  readonly title: string;
}

interface Payload {
  readonly ticket: Ticket | null;
  readonly problems: readonly { readonly message: string }[];
}

const LIST = gql`query ListTickets($filter: TicketFilter, $labels: [String!], $sort: TicketSort, $page: Int, $perPage: Int) {
  tickets(filter: $filter, labels: $labels, sort: $sort, page: $page, perPage: $perPage) { items { id title } total }
}`;
const FIND = gql`query FindTicket($id: ID!) {
  ticket(id: $id) {
    title isOpen status resolution closedAt priority commentCount
    project { slug openTicketCount } author { login } assignee { login } labels { name }
  }
}`;
const SEARCH = gql`query SearchTickets($query: String!) { searchTickets(query: $query) { title } }`;
const BOARD = gql`query Board($slug: String!) { project(slug: $slug) { openTicketCount tickets { title } } }`;
const MINE = gql`query MyTickets { me { login assignedTickets { title } } }`;
const CREATE = gql`mutation CreateTicket($input: TicketInput!) {
  createTicket(input: $input) { ticket { id title } problems { field message } }
}`;
const CLOSE = gql`mutation CloseTicket($id: ID!, $resolution: Resolution) {
  closeTicket(id: $id, resolution: $resolution) { ticket { id title } problems { message } }
}`;
const ASSIGN = gql`mutation AssignTicket($id: ID!, $user: ID) {
  assignTicket(id: $id, userId: $user) { ticket { id title } problems { message } }
}`;
const LABEL = gql`mutation LabelTicket($id: ID!, $labels: [ID!]!) {
  addLabels(ticketId: $id, labelIds: $labels) { labels { name } }
}`;
const UNLABEL = gql`mutation UnlabelTicket($id: ID!, $labels: [ID!]!) {
  removeLabels(ticketId: $id, labelIds: $labels) { labels { name } }
}`;
const COMMENT = gql`mutation CommentTicket($id: ID!, $text: String!) {
  comment(ticketId: $id, text: $text) { text author { login } ticket { commentCount } }
}`;
const RENAME = gql`mutation RenameProject($id: ID!, $slug: String!) {
  renameProject(id: $id, slug: $slug) { project { slug } problems { field message } }
}`;
const ARCHIVE = gql`mutation ArchiveTicket($id: ID!) { archiveTicket(id: $id) }`;

export function create(execute: Execute) {
  const list = async (filter: object, more: object = {}) => {
    const { tickets } = await execute<{ tickets: { items: Ticket[]; total: number } }>(LIST, {
      filter,
      ...more,
    });
    return { titles: tickets.items.map(({ title }) => title), total: tickets.total };
  };
  const titles = async (filter: object, more: object = {}) => (await list(filter, more)).titles;
  /** Sends a mutation with one field. @throws Error with the first problem */
  const change = async (document: string, variables: object): Promise<Ticket> => {
    const [payload] = Object.values(await execute<Record<string, Payload>>(document, variables));
    const [problem] = payload?.problems ?? [];
    if (problem || !payload?.ticket) throw new Error(problem?.message ?? "There is no ticket.");
    return payload.ticket;
  };
  return {
    open: (slug: string) => titles({ status: "OPEN", projectSlug: slug }),
    assigned: (user: string) => titles({ assignedTo: user }),
    unassigned: () => titles({ unassigned: true }),
    urgent: () => titles({ minPriority: 3 }, { sort: "PRIORITY" }),
    old: (date: string) => titles({ createdBefore: date }),
    named: (text: string) => titles({ titleContains: text }),
    labeled: (...labels: readonly string[]) => titles({}, { labels }),
    newest: () => titles({}, { sort: "NEWEST" }),
    page: (page: number) => list({}, { page, perPage: 2 }),
    async find(id: string) {
      return (await execute<{ ticket: Record<string, unknown> | null }>(FIND, { id })).ticket;
    },
    async search(query: string) {
      const { searchTickets } = await execute<{ searchTickets: Ticket[] }>(SEARCH, { query });
      return searchTickets.map(({ title }) => title);
    },
    async board(slug: string) {
      const { project } = await execute<{ project: { openTicketCount: number; tickets: Ticket[] } | null }>(
        BOARD,
        {
          slug,
        },
      );
      return project && { open: project.openTicketCount, titles: project.tickets.map(({ title }) => title) };
    },
    async mine() {
      const { me } = await execute<{ me: { assignedTickets: Ticket[] } }>(MINE, {});
      return me.assignedTickets.map(({ title }) => title);
    },
    create: (projectId: string, title: string, labelIds: readonly string[]) =>
      change(CREATE, { input: { projectId, title, labelIds, priority: 2 } }),
    close: (id: string, resolution: string) => change(CLOSE, { id, resolution }),
    assign: (id: string, user: string | null) => change(ASSIGN, { id, user }),
    async label(id: string, labels: readonly string[]) {
      const { addLabels } = await execute<{ addLabels: { labels: { name: string }[] } }>(LABEL, {
        id,
        labels,
      });
      return addLabels.labels.map(({ name }) => name);
    },
    async unlabel(id: string, labels: readonly string[]) {
      type Changed = { removeLabels: { labels: { name: string }[] } };
      const { removeLabels } = await execute<Changed>(UNLABEL, { id, labels });
      return removeLabels.labels.map(({ name }) => name);
    },
    async comment(id: string, text: string) {
      return (await execute<{ comment: unknown }>(COMMENT, { id, text })).comment;
    },
    async renameProject(id: string, slug: string) {
      const { renameProject } = await execute<{
        renameProject: { project: { slug: string } | null; problems: { field: string; message: string }[] };
      }>(RENAME, { id, slug });
      return renameProject.project?.slug ?? renameProject.problems[0]?.field;
    },
    async archive(id: string) {
      return (await execute<{ archiveTicket: boolean }>(ARCHIVE, { id })).archiveTicket;
    },
  };
}
