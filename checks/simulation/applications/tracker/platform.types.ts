import type * as Platform from "@integration-platform/graphql-testing/rules";

interface $Out {
  DateTime: string;
  ID: string;
  String: string;
  Int: number;
  Boolean: boolean;
  TicketStatus: "OPEN" | "CLOSED";
  Resolution: "DONE" | "DUPLICATE";
  TicketSort: "NEWEST" | "PRIORITY" | "TITLE";
}

interface $In {
  DateTime: string;
  ID: string | number;
  String: string;
  Int: number;
  Boolean: boolean;
  TicketStatus: "OPEN" | "CLOSED";
  Resolution: "DONE" | "DUPLICATE";
  TicketSort: "NEWEST" | "PRIORITY" | "TITLE";
}

/** Rows of the simulated platform, as resolvers read them. */
export declare namespace Row {
  interface Ticket {
    readonly __typename: "Ticket";
    readonly id: $Out["ID"];
    readonly title: $Out["String"];
    readonly text: $Out["String"];
    readonly status: $Out["TicketStatus"];
    readonly isOpen: $Out["Boolean"];
    readonly resolution: $Out["Resolution"] | null;
    readonly priority: $Out["Int"];
    readonly createdAt: $Out["DateTime"];
    readonly closedAt: $Out["DateTime"] | null;
    readonly archivedAt: $Out["DateTime"] | null;
    readonly project: Project;
    readonly author: User;
    readonly assignee: User | null;
    readonly labels: readonly Label[];
    readonly comments: readonly Comment[];
    readonly commentCount: $Out["Int"];
  }
  interface Project {
    readonly __typename: "Project";
    readonly id: $Out["ID"];
    readonly slug: $Out["String"];
    readonly tickets: readonly Ticket[];
    readonly openTicketCount: $Out["Int"];
  }
  interface User {
    readonly __typename: "User";
    readonly id: $Out["ID"];
    readonly login: $Out["String"];
    readonly assignedTickets: readonly Ticket[];
  }
  interface Label {
    readonly __typename: "Label";
    readonly id: $Out["ID"];
    readonly name: $Out["String"];
  }
  interface Comment {
    readonly __typename: "Comment";
    readonly id: $Out["ID"];
    readonly text: $Out["String"];
    readonly author: User;
    readonly ticket: Ticket;
  }
  interface TicketPage {
    readonly __typename: "TicketPage";
    readonly items: readonly Ticket[];
    readonly total: $Out["Int"];
    readonly page: $Out["Int"];
  }
  interface TicketPayload {
    readonly __typename: "TicketPayload";
    readonly ticket: Ticket | null;
    readonly problems: readonly Problem[];
  }
  interface ProjectPayload {
    readonly __typename: "ProjectPayload";
    readonly project: Project | null;
    readonly problems: readonly Problem[];
  }
  interface Problem {
    readonly __typename: "Problem";
    readonly field: $Out["String"] | null;
    readonly message: $Out["String"];
  }
}

declare namespace Returned {
  type Ticket = Row.Ticket | {
    __typename?: "Ticket";
    id?: $Out["ID"];
    title?: $Out["String"];
    text?: $Out["String"];
    status?: $Out["TicketStatus"];
    isOpen?: $Out["Boolean"];
    resolution?: $Out["Resolution"] | null;
    priority?: $Out["Int"];
    createdAt?: $Out["DateTime"];
    closedAt?: $Out["DateTime"] | null;
    archivedAt?: $Out["DateTime"] | null;
    project?: Project;
    author?: User;
    assignee?: User | null;
    labels?: readonly Label[];
    comments?: readonly Comment[];
    commentCount?: $Out["Int"];
  };
  type Project = Row.Project | {
    __typename?: "Project";
    id?: $Out["ID"];
    slug?: $Out["String"];
    tickets?: readonly Ticket[];
    openTicketCount?: $Out["Int"];
  };
  type User = Row.User | {
    __typename?: "User";
    id?: $Out["ID"];
    login?: $Out["String"];
    assignedTickets?: readonly Ticket[];
  };
  type Label = Row.Label | {
    __typename?: "Label";
    id?: $Out["ID"];
    name?: $Out["String"];
  };
  type Comment = Row.Comment | {
    __typename?: "Comment";
    id?: $Out["ID"];
    text?: $Out["String"];
    author?: User;
    ticket?: Ticket;
  };
  type TicketPage = Platform.Page<Row.Ticket> | {
    __typename?: "TicketPage";
    items?: readonly Ticket[];
    total?: $Out["Int"];
    page?: $Out["Int"];
  };
  type TicketPayload = Row.TicketPayload | {
    __typename?: "TicketPayload";
    ticket?: Ticket | null;
    problems?: readonly Problem[];
  };
  type ProjectPayload = Row.ProjectPayload | {
    __typename?: "ProjectPayload";
    project?: Project | null;
    problems?: readonly Problem[];
  };
  type Problem = Row.Problem | {
    __typename?: "Problem";
    field?: $Out["String"] | null;
    message?: $Out["String"];
  };
}

type $Values<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null | undefined };

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface TicketFilter {
    readonly status?: $Out["TicketStatus"] | null | undefined;
    readonly projectSlug?: $Out["String"] | null | undefined;
    readonly assignedTo?: $Out["ID"] | null | undefined;
    readonly unassigned?: $Out["Boolean"] | null | undefined;
    readonly minPriority?: $Out["Int"] | null | undefined;
    readonly createdBefore?: $Out["DateTime"] | null | undefined;
    readonly titleContains?: $Out["String"] | null | undefined;
  }
  interface TicketInput {
    readonly projectId: $Out["ID"];
    readonly title: $Out["String"];
    readonly text?: $Out["String"] | null | undefined;
    readonly priority?: $Out["Int"] | null | undefined;
    readonly labelIds?: readonly $Out["ID"][] | null | undefined;
  }
  type TicketStatus = $In["TicketStatus"];
  type Resolution = $In["Resolution"];
  type TicketSort = $In["TicketSort"];
  type Ticket = $Values<{
    __typename: "Ticket";
    id: $In["ID"] | null;
    title: $In["String"] | null;
    text: $In["String"] | null;
    status: $In["TicketStatus"] | null;
    isOpen: $In["Boolean"] | null;
    resolution: $In["Resolution"] | null;
    priority: $In["Int"] | null;
    createdAt: $In["DateTime"] | null;
    closedAt: $In["DateTime"] | null;
    archivedAt: $In["DateTime"] | null;
    project: Row.Project | string | number | Project | null;
    author: Row.User | string | number | User | null;
    assignee: Row.User | string | number | User | null;
    labels: readonly (Row.Label | string | number | Label)[] | null;
    comments: readonly (Row.Comment | string | number | Comment)[] | null;
    commentCount: $In["Int"] | null;
  }>;
  type Project = $Values<{
    __typename: "Project";
    id: $In["ID"] | null;
    slug: $In["String"] | null;
    tickets: readonly (Row.Ticket | string | number | Ticket)[] | null;
    openTicketCount: $In["Int"] | null;
  }>;
  type User = $Values<{
    __typename: "User";
    id: $In["ID"] | null;
    login: $In["String"] | null;
    assignedTickets: readonly (Row.Ticket | string | number | Ticket)[] | null;
  }>;
  type Label = $Values<{
    __typename: "Label";
    id: $In["ID"] | null;
    name: $In["String"] | null;
  }>;
  type Comment = $Values<{
    __typename: "Comment";
    id: $In["ID"] | null;
    text: $In["String"] | null;
    author: Row.User | string | number | User | null;
    ticket: Row.Ticket | string | number | Ticket | null;
  }>;
  type TicketPage = $Values<{
    __typename: "TicketPage";
    items: readonly (Row.Ticket | string | number | Ticket)[] | null;
    total: $In["Int"] | null;
    page: $In["Int"] | null;
  }>;
  type TicketPayload = $Values<{
    __typename: "TicketPayload";
    ticket: Row.Ticket | string | number | Ticket | null;
    problems: readonly (Row.Problem | string | number | Problem)[] | null;
  }>;
  type ProjectPayload = $Values<{
    __typename: "ProjectPayload";
    project: Row.Project | string | number | Project | null;
    problems: readonly (Row.Problem | string | number | Problem)[] | null;
  }>;
  type Problem = $Values<{
    __typename: "Problem";
    field: $In["String"] | null;
    message: $In["String"] | null;
  }>;
}

/** The tables of types with a key. */
export interface Db {
  readonly Ticket: Platform.Table<Row.Ticket, Input.Ticket>;
  readonly Project: Platform.Table<Row.Project, Input.Project>;
  readonly User: Platform.Table<Row.User, Input.User>;
  readonly Label: Platform.Table<Row.Label, Input.Label>;
  readonly Comment: Platform.Table<Row.Comment, Input.Comment>;
  readonly Problem: Platform.Table<Row.Problem, Input.Problem>;
}

/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, Row.User> & More;

type $Resolver<Parent, Args, Result, More> = Platform.TypedResolver<Parent, Args, Context<More>, Result>;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly Query?: {
    ticket?: $Resolver<object, { readonly id: $Out["ID"] }, Returned.Ticket | null, More>;
    tickets?: $Resolver<object, { readonly filter?: Input.TicketFilter | null | undefined; readonly labels?: readonly $Out["String"][] | null | undefined; readonly sort?: $Out["TicketSort"] | null | undefined; readonly page: $Out["Int"] | null; readonly perPage: $Out["Int"] | null }, Returned.TicketPage, More>;
    searchTickets?: $Resolver<object, { readonly query: $Out["String"] }, readonly Returned.Ticket[], More>;
    project?: $Resolver<object, { readonly slug: $Out["String"] }, Returned.Project | null, More>;
    me?: $Resolver<object, object, Returned.User, More>;
  };
  readonly Mutation?: {
    createTicket?: $Resolver<object, { readonly input: Input.TicketInput }, Returned.TicketPayload, More>;
    closeTicket?: $Resolver<object, { readonly id: $Out["ID"]; readonly resolution?: $Out["Resolution"] | null | undefined }, Returned.TicketPayload, More>;
    assignTicket?: $Resolver<object, { readonly id: $Out["ID"]; readonly userId?: $Out["ID"] | null | undefined }, Returned.TicketPayload, More>;
    addLabels?: $Resolver<object, { readonly ticketId: $Out["ID"]; readonly labelIds: readonly $Out["ID"][] }, Returned.Ticket, More>;
    removeLabels?: $Resolver<object, { readonly ticketId: $Out["ID"]; readonly labelIds: readonly $Out["ID"][] }, Returned.Ticket, More>;
    comment?: $Resolver<object, { readonly ticketId: $Out["ID"]; readonly text: $Out["String"] }, Returned.Comment, More>;
    renameProject?: $Resolver<object, { readonly id: $Out["ID"]; readonly slug: $Out["String"] }, Returned.ProjectPayload, More>;
    archiveTicket?: $Resolver<object, { readonly id: $Out["ID"] }, $Out["Boolean"], More>;
  };
  readonly Ticket?: {
    id?: $Resolver<Row.Ticket, object, $Out["ID"], More>;
    title?: $Resolver<Row.Ticket, object, $Out["String"], More>;
    text?: $Resolver<Row.Ticket, object, $Out["String"], More>;
    status?: $Resolver<Row.Ticket, object, $Out["TicketStatus"], More>;
    isOpen?: $Resolver<Row.Ticket, object, $Out["Boolean"], More>;
    resolution?: $Resolver<Row.Ticket, object, $Out["Resolution"] | null, More>;
    priority?: $Resolver<Row.Ticket, object, $Out["Int"], More>;
    createdAt?: $Resolver<Row.Ticket, object, $Out["DateTime"], More>;
    closedAt?: $Resolver<Row.Ticket, object, $Out["DateTime"] | null, More>;
    archivedAt?: $Resolver<Row.Ticket, object, $Out["DateTime"] | null, More>;
    project?: $Resolver<Row.Ticket, object, Returned.Project, More>;
    author?: $Resolver<Row.Ticket, object, Returned.User, More>;
    assignee?: $Resolver<Row.Ticket, object, Returned.User | null, More>;
    labels?: $Resolver<Row.Ticket, object, readonly Returned.Label[], More>;
    comments?: $Resolver<Row.Ticket, object, readonly Returned.Comment[], More>;
    commentCount?: $Resolver<Row.Ticket, object, $Out["Int"], More>;
  };
  readonly Project?: {
    id?: $Resolver<Row.Project, object, $Out["ID"], More>;
    slug?: $Resolver<Row.Project, object, $Out["String"], More>;
    tickets?: $Resolver<Row.Project, object, readonly Returned.Ticket[], More>;
    openTicketCount?: $Resolver<Row.Project, object, $Out["Int"], More>;
  };
  readonly User?: {
    id?: $Resolver<Row.User, object, $Out["ID"], More>;
    login?: $Resolver<Row.User, object, $Out["String"], More>;
    assignedTickets?: $Resolver<Row.User, object, readonly Returned.Ticket[], More>;
  };
  readonly Label?: {
    id?: $Resolver<Row.Label, object, $Out["ID"], More>;
    name?: $Resolver<Row.Label, object, $Out["String"], More>;
  };
  readonly Comment?: {
    id?: $Resolver<Row.Comment, object, $Out["ID"], More>;
    text?: $Resolver<Row.Comment, object, $Out["String"], More>;
    author?: $Resolver<Row.Comment, object, Returned.User, More>;
    ticket?: $Resolver<Row.Comment, object, Returned.Ticket, More>;
  };
  readonly TicketPage?: {
    items?: $Resolver<Row.TicketPage, object, readonly Returned.Ticket[], More>;
    total?: $Resolver<Row.TicketPage, object, $Out["Int"], More>;
    page?: $Resolver<Row.TicketPage, object, $Out["Int"], More>;
  };
  readonly TicketPayload?: {
    ticket?: $Resolver<Row.TicketPayload, object, Returned.Ticket | null, More>;
    problems?: $Resolver<Row.TicketPayload, object, readonly Returned.Problem[], More>;
  };
  readonly ProjectPayload?: {
    project?: $Resolver<Row.ProjectPayload, object, Returned.Project | null, More>;
    problems?: $Resolver<Row.ProjectPayload, object, readonly Returned.Problem[], More>;
  };
  readonly Problem?: {
    field?: $Resolver<Row.Problem, object, $Out["String"] | null, More>;
    message?: $Resolver<Row.Problem, object, $Out["String"], More>;
  };
}
