import type * as Platform from "@integration-platform/graphql-testing/rules";

interface PlatformValues {
  DateTime: string;
  ID: string;
  String: string;
  Int: number;
  Boolean: boolean;
  TicketStatus: "OPEN" | "CLOSED";
  Resolution: "DONE" | "DUPLICATE";
  TicketSort: "NEWEST" | "PRIORITY" | "TITLE";
}

interface PlatformInputs {
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
    readonly id: PlatformValues["ID"];
    readonly title: PlatformValues["String"];
    readonly text: PlatformValues["String"];
    readonly status: PlatformValues["TicketStatus"];
    readonly isOpen: PlatformValues["Boolean"];
    readonly resolution: PlatformValues["Resolution"] | null;
    readonly priority: PlatformValues["Int"];
    readonly createdAt: PlatformValues["DateTime"];
    readonly closedAt: PlatformValues["DateTime"] | null;
    readonly archivedAt: PlatformValues["DateTime"] | null;
    readonly project: Project;
    readonly author: User;
    readonly assignee: User | null;
    readonly labels: readonly Label[];
    readonly comments: readonly Comment[];
    readonly commentCount: PlatformValues["Int"];
  }
  interface Project {
    readonly __typename: "Project";
    readonly id: PlatformValues["ID"];
    readonly slug: PlatformValues["String"];
    readonly tickets: readonly Ticket[];
    readonly openTicketCount: PlatformValues["Int"];
  }
  interface User {
    readonly __typename: "User";
    readonly id: PlatformValues["ID"];
    readonly login: PlatformValues["String"];
    readonly assignedTickets: readonly Ticket[];
  }
  interface Label {
    readonly __typename: "Label";
    readonly id: PlatformValues["ID"];
    readonly name: PlatformValues["String"];
  }
  interface Comment {
    readonly __typename: "Comment";
    readonly id: PlatformValues["ID"];
    readonly text: PlatformValues["String"];
    readonly author: User;
    readonly ticket: Ticket;
  }
  interface TicketPage {
    readonly __typename: "TicketPage";
    readonly items: readonly Ticket[];
    readonly total: PlatformValues["Int"];
    readonly page: PlatformValues["Int"];
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
    readonly field: PlatformValues["String"] | null;
    readonly message: PlatformValues["String"];
  }
}

declare namespace Returned {
  type Ticket = Row.Ticket | {
    readonly __typename?: "Ticket";
    readonly id?: PlatformValues["ID"];
    readonly title?: PlatformValues["String"];
    readonly text?: PlatformValues["String"];
    readonly status?: PlatformValues["TicketStatus"];
    readonly isOpen?: PlatformValues["Boolean"];
    readonly resolution?: PlatformValues["Resolution"] | null;
    readonly priority?: PlatformValues["Int"];
    readonly createdAt?: PlatformValues["DateTime"];
    readonly closedAt?: PlatformValues["DateTime"] | null;
    readonly archivedAt?: PlatformValues["DateTime"] | null;
    readonly project?: Project;
    readonly author?: User;
    readonly assignee?: User | null;
    readonly labels?: readonly Label[];
    readonly comments?: readonly Comment[];
    readonly commentCount?: PlatformValues["Int"];
  };
  type Project = Row.Project | {
    readonly __typename?: "Project";
    readonly id?: PlatformValues["ID"];
    readonly slug?: PlatformValues["String"];
    readonly tickets?: readonly Ticket[];
    readonly openTicketCount?: PlatformValues["Int"];
  };
  type User = Row.User | {
    readonly __typename?: "User";
    readonly id?: PlatformValues["ID"];
    readonly login?: PlatformValues["String"];
    readonly assignedTickets?: readonly Ticket[];
  };
  type Label = Row.Label | {
    readonly __typename?: "Label";
    readonly id?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"];
  };
  type Comment = Row.Comment | {
    readonly __typename?: "Comment";
    readonly id?: PlatformValues["ID"];
    readonly text?: PlatformValues["String"];
    readonly author?: User;
    readonly ticket?: Ticket;
  };
  type TicketPage = Platform.Page<Row.Ticket> | {
    readonly __typename?: "TicketPage";
    readonly items?: readonly Ticket[];
    readonly total?: PlatformValues["Int"];
    readonly page?: PlatformValues["Int"];
  };
  type TicketPayload = Row.TicketPayload | {
    readonly __typename?: "TicketPayload";
    readonly ticket?: Ticket | null;
    readonly problems?: readonly Problem[];
  };
  type ProjectPayload = Row.ProjectPayload | {
    readonly __typename?: "ProjectPayload";
    readonly project?: Project | null;
    readonly problems?: readonly Problem[];
  };
  type Problem = Row.Problem | {
    readonly __typename?: "Problem";
    readonly field?: PlatformValues["String"] | null;
    readonly message?: PlatformValues["String"];
  };
}

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface TicketFilter {
    readonly status?: PlatformValues["TicketStatus"] | null | undefined;
    readonly projectSlug?: PlatformValues["String"] | null | undefined;
    readonly assignedTo?: PlatformValues["ID"] | null | undefined;
    readonly unassigned?: PlatformValues["Boolean"] | null | undefined;
    readonly minPriority?: PlatformValues["Int"] | null | undefined;
    readonly createdBefore?: PlatformValues["DateTime"] | null | undefined;
    readonly titleContains?: PlatformValues["String"] | null | undefined;
  }
  interface TicketInput {
    readonly projectId: PlatformValues["ID"];
    readonly title: PlatformValues["String"];
    readonly text?: PlatformValues["String"] | null | undefined;
    readonly priority?: PlatformValues["Int"] | null | undefined;
    readonly labelIds?: readonly PlatformValues["ID"][] | null | undefined;
  }
  type TicketStatus = PlatformInputs["TicketStatus"];
  type Resolution = PlatformInputs["Resolution"];
  type TicketSort = PlatformInputs["TicketSort"];
  interface Ticket {
    readonly __typename?: "Ticket";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly title?: PlatformInputs["String"] | null | undefined;
    readonly text?: PlatformInputs["String"] | null | undefined;
    readonly status?: PlatformInputs["TicketStatus"] | null | undefined;
    readonly isOpen?: PlatformInputs["Boolean"] | null | undefined;
    readonly resolution?: PlatformInputs["Resolution"] | null | undefined;
    readonly priority?: PlatformInputs["Int"] | null | undefined;
    readonly createdAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly closedAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly archivedAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly project?: Row.Project | string | number | Project | null | undefined;
    readonly author?: Row.User | string | number | User | null | undefined;
    readonly assignee?: Row.User | string | number | User | null | undefined;
    readonly labels?: readonly (Row.Label | string | number | Label)[] | null | undefined;
    readonly comments?: readonly (Row.Comment | string | number | Comment)[] | null | undefined;
    readonly commentCount?: PlatformInputs["Int"] | null | undefined;
  }
  interface Project {
    readonly __typename?: "Project";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly slug?: PlatformInputs["String"] | null | undefined;
    readonly tickets?: readonly (Row.Ticket | string | number | Ticket)[] | null | undefined;
    readonly openTicketCount?: PlatformInputs["Int"] | null | undefined;
  }
  interface User {
    readonly __typename?: "User";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly login?: PlatformInputs["String"] | null | undefined;
    readonly assignedTickets?: readonly (Row.Ticket | string | number | Ticket)[] | null | undefined;
  }
  interface Label {
    readonly __typename?: "Label";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
  }
  interface Comment {
    readonly __typename?: "Comment";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly text?: PlatformInputs["String"] | null | undefined;
    readonly author?: Row.User | string | number | User | null | undefined;
    readonly ticket?: Row.Ticket | string | number | Ticket | null | undefined;
  }
  interface TicketPage {
    readonly __typename?: "TicketPage";
    readonly items?: readonly (Row.Ticket | string | number | Ticket)[] | null | undefined;
    readonly total?: PlatformInputs["Int"] | null | undefined;
    readonly page?: PlatformInputs["Int"] | null | undefined;
  }
  interface TicketPayload {
    readonly __typename?: "TicketPayload";
    readonly ticket?: Row.Ticket | string | number | Ticket | null | undefined;
    readonly problems?: readonly (Row.Problem | string | number | Problem)[] | null | undefined;
  }
  interface ProjectPayload {
    readonly __typename?: "ProjectPayload";
    readonly project?: Row.Project | string | number | Project | null | undefined;
    readonly problems?: readonly (Row.Problem | string | number | Problem)[] | null | undefined;
  }
  interface Problem {
    readonly __typename?: "Problem";
    readonly field?: PlatformInputs["String"] | null | undefined;
    readonly message?: PlatformInputs["String"] | null | undefined;
  }
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

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly Query?: {
    readonly ticket?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"] }, Context<More>, Returned.Ticket | null>;
    readonly tickets?: Platform.TypedResolver<object, { readonly filter?: Input.TicketFilter | null | undefined; readonly labels?: readonly PlatformValues["String"][] | null | undefined; readonly sort?: PlatformValues["TicketSort"] | null | undefined; readonly page: PlatformValues["Int"] | null; readonly perPage: PlatformValues["Int"] | null }, Context<More>, Returned.TicketPage>;
    readonly searchTickets?: Platform.TypedResolver<object, { readonly query: PlatformValues["String"] }, Context<More>, readonly Returned.Ticket[]>;
    readonly project?: Platform.TypedResolver<object, { readonly slug: PlatformValues["String"] }, Context<More>, Returned.Project | null>;
    readonly me?: Platform.TypedResolver<object, object, Context<More>, Returned.User>;
  };
  readonly Mutation?: {
    readonly createTicket?: Platform.TypedResolver<object, { readonly input: Input.TicketInput }, Context<More>, Returned.TicketPayload>;
    readonly closeTicket?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"]; readonly resolution?: PlatformValues["Resolution"] | null | undefined }, Context<More>, Returned.TicketPayload>;
    readonly assignTicket?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"]; readonly userId?: PlatformValues["ID"] | null | undefined }, Context<More>, Returned.TicketPayload>;
    readonly addLabels?: Platform.TypedResolver<object, { readonly ticketId: PlatformValues["ID"]; readonly labelIds: readonly PlatformValues["ID"][] }, Context<More>, Returned.Ticket>;
    readonly removeLabels?: Platform.TypedResolver<object, { readonly ticketId: PlatformValues["ID"]; readonly labelIds: readonly PlatformValues["ID"][] }, Context<More>, Returned.Ticket>;
    readonly comment?: Platform.TypedResolver<object, { readonly ticketId: PlatformValues["ID"]; readonly text: PlatformValues["String"] }, Context<More>, Returned.Comment>;
    readonly renameProject?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"]; readonly slug: PlatformValues["String"] }, Context<More>, Returned.ProjectPayload>;
    readonly archiveTicket?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"] }, Context<More>, PlatformValues["Boolean"]>;
  };
  readonly Ticket?: {
    readonly id?: Platform.TypedResolver<Row.Ticket, object, Context<More>, PlatformValues["ID"]>;
    readonly title?: Platform.TypedResolver<Row.Ticket, object, Context<More>, PlatformValues["String"]>;
    readonly text?: Platform.TypedResolver<Row.Ticket, object, Context<More>, PlatformValues["String"]>;
    readonly status?: Platform.TypedResolver<Row.Ticket, object, Context<More>, PlatformValues["TicketStatus"]>;
    readonly isOpen?: Platform.TypedResolver<Row.Ticket, object, Context<More>, PlatformValues["Boolean"]>;
    readonly resolution?: Platform.TypedResolver<Row.Ticket, object, Context<More>, PlatformValues["Resolution"] | null>;
    readonly priority?: Platform.TypedResolver<Row.Ticket, object, Context<More>, PlatformValues["Int"]>;
    readonly createdAt?: Platform.TypedResolver<Row.Ticket, object, Context<More>, PlatformValues["DateTime"]>;
    readonly closedAt?: Platform.TypedResolver<Row.Ticket, object, Context<More>, PlatformValues["DateTime"] | null>;
    readonly archivedAt?: Platform.TypedResolver<Row.Ticket, object, Context<More>, PlatformValues["DateTime"] | null>;
    readonly project?: Platform.TypedResolver<Row.Ticket, object, Context<More>, Returned.Project>;
    readonly author?: Platform.TypedResolver<Row.Ticket, object, Context<More>, Returned.User>;
    readonly assignee?: Platform.TypedResolver<Row.Ticket, object, Context<More>, Returned.User | null>;
    readonly labels?: Platform.TypedResolver<Row.Ticket, object, Context<More>, readonly Returned.Label[]>;
    readonly comments?: Platform.TypedResolver<Row.Ticket, object, Context<More>, readonly Returned.Comment[]>;
    readonly commentCount?: Platform.TypedResolver<Row.Ticket, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly Project?: {
    readonly id?: Platform.TypedResolver<Row.Project, object, Context<More>, PlatformValues["ID"]>;
    readonly slug?: Platform.TypedResolver<Row.Project, object, Context<More>, PlatformValues["String"]>;
    readonly tickets?: Platform.TypedResolver<Row.Project, object, Context<More>, readonly Returned.Ticket[]>;
    readonly openTicketCount?: Platform.TypedResolver<Row.Project, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly User?: {
    readonly id?: Platform.TypedResolver<Row.User, object, Context<More>, PlatformValues["ID"]>;
    readonly login?: Platform.TypedResolver<Row.User, object, Context<More>, PlatformValues["String"]>;
    readonly assignedTickets?: Platform.TypedResolver<Row.User, object, Context<More>, readonly Returned.Ticket[]>;
  };
  readonly Label?: {
    readonly id?: Platform.TypedResolver<Row.Label, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.Label, object, Context<More>, PlatformValues["String"]>;
  };
  readonly Comment?: {
    readonly id?: Platform.TypedResolver<Row.Comment, object, Context<More>, PlatformValues["ID"]>;
    readonly text?: Platform.TypedResolver<Row.Comment, object, Context<More>, PlatformValues["String"]>;
    readonly author?: Platform.TypedResolver<Row.Comment, object, Context<More>, Returned.User>;
    readonly ticket?: Platform.TypedResolver<Row.Comment, object, Context<More>, Returned.Ticket>;
  };
  readonly TicketPage?: {
    readonly items?: Platform.TypedResolver<Row.TicketPage, object, Context<More>, readonly Returned.Ticket[]>;
    readonly total?: Platform.TypedResolver<Row.TicketPage, object, Context<More>, PlatformValues["Int"]>;
    readonly page?: Platform.TypedResolver<Row.TicketPage, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly TicketPayload?: {
    readonly ticket?: Platform.TypedResolver<Row.TicketPayload, object, Context<More>, Returned.Ticket | null>;
    readonly problems?: Platform.TypedResolver<Row.TicketPayload, object, Context<More>, readonly Returned.Problem[]>;
  };
  readonly ProjectPayload?: {
    readonly project?: Platform.TypedResolver<Row.ProjectPayload, object, Context<More>, Returned.Project | null>;
    readonly problems?: Platform.TypedResolver<Row.ProjectPayload, object, Context<More>, readonly Returned.Problem[]>;
  };
  readonly Problem?: {
    readonly field?: Platform.TypedResolver<Row.Problem, object, Context<More>, PlatformValues["String"] | null>;
    readonly message?: Platform.TypedResolver<Row.Problem, object, Context<More>, PlatformValues["String"]>;
  };
}
