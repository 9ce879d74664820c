import type * as Platform from "@integration-platform/graphql-testing/rules";

interface PlatformValues {
  DateTime: string;
  URI: string;
  String: string;
  Int: number;
  ID: string;
  SearchType: "ISSUE" | "REPOSITORY";
  Boolean: boolean;
  RepositoryPrivacy: "PUBLIC" | "PRIVATE";
  RepositoryAffiliation: "OWNER" | "COLLABORATOR";
  RepositoryOrderField: "CREATED_AT" | "NAME" | "STARGAZERS";
  OrderDirection: "ASC" | "DESC";
  IssueState: "OPEN" | "CLOSED";
  IssueOrderField: "CREATED_AT" | "UPDATED_AT" | "COMMENTS";
}

interface PlatformInputs {
  DateTime: string;
  URI: string;
  String: string;
  Int: number;
  ID: string | number;
  SearchType: "ISSUE" | "REPOSITORY";
  Boolean: boolean;
  RepositoryPrivacy: "PUBLIC" | "PRIVATE";
  RepositoryAffiliation: "OWNER" | "COLLABORATOR";
  RepositoryOrderField: "CREATED_AT" | "NAME" | "STARGAZERS";
  OrderDirection: "ASC" | "DESC";
  IssueState: "OPEN" | "CLOSED";
  IssueOrderField: "CREATED_AT" | "UPDATED_AT" | "COMMENTS";
}

/** Rows of the simulated platform, as resolvers read them. */
export declare namespace Row {
  interface SearchResultItemConnection {
    readonly __typename: "SearchResultItemConnection";
    readonly nodes: readonly (SearchResultItem | null)[] | null;
    readonly issueCount: PlatformValues["Int"];
    readonly pageInfo: PageInfo;
  }
  interface PageInfo {
    readonly __typename: "PageInfo";
    readonly hasNextPage: PlatformValues["Boolean"];
    readonly endCursor: PlatformValues["String"] | null;
  }
  interface User {
    readonly __typename: "User";
    readonly id: PlatformValues["ID"];
    readonly login: PlatformValues["String"];
    readonly repositories: readonly Repository[];
    readonly avatarUrl: PlatformValues["URI"];
  }
  interface RepositoryConnection {
    readonly __typename: "RepositoryConnection";
    readonly nodes: readonly (Repository | null)[] | null;
    readonly totalCount: PlatformValues["Int"];
    readonly pageInfo: PageInfo;
  }
  interface Repository {
    readonly __typename: "Repository";
    readonly id: PlatformValues["ID"];
    readonly name: PlatformValues["String"];
    readonly owner: User;
    readonly isPrivate: PlatformValues["Boolean"];
    readonly createdAt: PlatformValues["DateTime"];
    readonly stargazerCount: PlatformValues["Int"];
    readonly issues: readonly Issue[];
  }
  interface Issue {
    readonly __typename: "Issue";
    readonly id: PlatformValues["ID"];
    readonly number: PlatformValues["Int"];
    readonly title: PlatformValues["String"];
    readonly body: PlatformValues["String"];
    readonly state: PlatformValues["IssueState"];
    readonly closed: PlatformValues["Boolean"];
    readonly closedAt: PlatformValues["DateTime"] | null;
    readonly createdAt: PlatformValues["DateTime"];
    readonly repository: Repository;
    readonly author: User | null;
    readonly labels: readonly Label[] | null;
    readonly assignees: readonly User[];
    readonly comments: readonly IssueComment[];
  }
  interface IssueConnection {
    readonly __typename: "IssueConnection";
    readonly nodes: readonly (Issue | null)[] | null;
    readonly totalCount: PlatformValues["Int"];
    readonly pageInfo: PageInfo;
  }
  interface Label {
    readonly __typename: "Label";
    readonly id: PlatformValues["ID"];
    readonly name: PlatformValues["String"];
  }
  interface LabelConnection {
    readonly __typename: "LabelConnection";
    readonly nodes: readonly (Label | null)[] | null;
    readonly pageInfo: PageInfo;
  }
  interface UserConnection {
    readonly __typename: "UserConnection";
    readonly nodes: readonly (User | null)[] | null;
    readonly pageInfo: PageInfo;
  }
  interface IssueComment {
    readonly __typename: "IssueComment";
    readonly id: PlatformValues["ID"];
    readonly body: PlatformValues["String"];
    readonly issue: Issue;
    readonly author: User | null;
  }
  interface IssueCommentConnection {
    readonly __typename: "IssueCommentConnection";
    readonly nodes: readonly (IssueComment | null)[] | null;
    readonly totalCount: PlatformValues["Int"];
    readonly pageInfo: PageInfo;
  }
  interface CreateIssuePayload {
    readonly __typename: "CreateIssuePayload";
    readonly clientMutationId: PlatformValues["String"] | null;
    readonly issue: Issue | null;
  }
  interface CloseIssuePayload {
    readonly __typename: "CloseIssuePayload";
    readonly issue: Issue | null;
  }
  interface UpdateIssuePayload {
    readonly __typename: "UpdateIssuePayload";
    readonly issue: Issue | null;
    readonly actor: User | null;
  }
  interface DeleteIssuePayload {
    readonly __typename: "DeleteIssuePayload";
    readonly clientMutationId: PlatformValues["String"] | null;
    readonly repository: Repository | null;
  }
  interface AddCommentPayload {
    readonly __typename: "AddCommentPayload";
    readonly commentEdge: IssueCommentEdge | null;
    readonly subject: Node | null;
  }
  interface IssueCommentEdge {
    readonly __typename: "IssueCommentEdge";
    readonly node: IssueComment | null;
  }
  interface AddStarPayload {
    readonly __typename: "AddStarPayload";
    readonly starrable: Starrable | null;
  }
  interface AddLabelsPayload {
    readonly __typename: "AddLabelsPayload";
    readonly labelable: Node | null;
  }
  type Node = User | Repository | Issue | Label | IssueComment;
  type SearchResultItem = Issue | Repository;
  type Starrable = Repository;
}

declare namespace Returned {
  type SearchResultItemConnection = Platform.Page<Row.SearchResultItem> | {
    readonly __typename?: "SearchResultItemConnection";
    readonly nodes?: readonly (SearchResultItem | null)[] | null;
    readonly issueCount?: PlatformValues["Int"];
    readonly pageInfo?: PageInfo;
  };
  type PageInfo = Row.PageInfo | {
    readonly __typename?: "PageInfo";
    readonly hasNextPage?: PlatformValues["Boolean"];
    readonly endCursor?: PlatformValues["String"] | null;
  };
  type User = Row.User | {
    readonly __typename?: "User";
    readonly id?: PlatformValues["ID"];
    readonly login?: PlatformValues["String"];
    readonly repositories?: RepositoryConnection;
    readonly avatarUrl?: PlatformValues["URI"];
  };
  type RepositoryConnection = Platform.Page<Row.Repository> | {
    readonly __typename?: "RepositoryConnection";
    readonly nodes?: readonly (Repository | null)[] | null;
    readonly totalCount?: PlatformValues["Int"];
    readonly pageInfo?: PageInfo;
  };
  type Repository = Row.Repository | {
    readonly __typename?: "Repository";
    readonly id?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"];
    readonly owner?: User;
    readonly isPrivate?: PlatformValues["Boolean"];
    readonly createdAt?: PlatformValues["DateTime"];
    readonly stargazerCount?: PlatformValues["Int"];
    readonly issue?: Issue | null;
    readonly issues?: IssueConnection;
  };
  type Issue = Row.Issue | {
    readonly __typename?: "Issue";
    readonly id?: PlatformValues["ID"];
    readonly number?: PlatformValues["Int"];
    readonly title?: PlatformValues["String"];
    readonly body?: PlatformValues["String"];
    readonly state?: PlatformValues["IssueState"];
    readonly closed?: PlatformValues["Boolean"];
    readonly closedAt?: PlatformValues["DateTime"] | null;
    readonly createdAt?: PlatformValues["DateTime"];
    readonly repository?: Repository;
    readonly author?: User | null;
    readonly labels?: LabelConnection | null;
    readonly assignees?: UserConnection;
    readonly comments?: IssueCommentConnection;
  };
  type IssueConnection = Platform.Page<Row.Issue> | {
    readonly __typename?: "IssueConnection";
    readonly nodes?: readonly (Issue | null)[] | null;
    readonly totalCount?: PlatformValues["Int"];
    readonly pageInfo?: PageInfo;
  };
  type Label = Row.Label | {
    readonly __typename?: "Label";
    readonly id?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"];
  };
  type LabelConnection = Platform.Page<Row.Label> | {
    readonly __typename?: "LabelConnection";
    readonly nodes?: readonly (Label | null)[] | null;
    readonly pageInfo?: PageInfo;
  };
  type UserConnection = Platform.Page<Row.User> | {
    readonly __typename?: "UserConnection";
    readonly nodes?: readonly (User | null)[] | null;
    readonly pageInfo?: PageInfo;
  };
  type IssueComment = Row.IssueComment | {
    readonly __typename?: "IssueComment";
    readonly id?: PlatformValues["ID"];
    readonly body?: PlatformValues["String"];
    readonly issue?: Issue;
    readonly author?: User | null;
  };
  type IssueCommentConnection = Platform.Page<Row.IssueComment> | {
    readonly __typename?: "IssueCommentConnection";
    readonly nodes?: readonly (IssueComment | null)[] | null;
    readonly totalCount?: PlatformValues["Int"];
    readonly pageInfo?: PageInfo;
  };
  type CreateIssuePayload = Row.CreateIssuePayload | {
    readonly __typename?: "CreateIssuePayload";
    readonly clientMutationId?: PlatformValues["String"] | null;
    readonly issue?: Issue | null;
  };
  type CloseIssuePayload = Row.CloseIssuePayload | {
    readonly __typename?: "CloseIssuePayload";
    readonly issue?: Issue | null;
  };
  type UpdateIssuePayload = Row.UpdateIssuePayload | {
    readonly __typename?: "UpdateIssuePayload";
    readonly issue?: Issue | null;
    readonly actor?: User | null;
  };
  type DeleteIssuePayload = Row.DeleteIssuePayload | {
    readonly __typename?: "DeleteIssuePayload";
    readonly clientMutationId?: PlatformValues["String"] | null;
    readonly repository?: Repository | null;
  };
  type AddCommentPayload = Row.AddCommentPayload | {
    readonly __typename?: "AddCommentPayload";
    readonly commentEdge?: IssueCommentEdge | null;
    readonly subject?: Node | null;
  };
  type IssueCommentEdge = Row.IssueCommentEdge | {
    readonly __typename?: "IssueCommentEdge";
    readonly node?: IssueComment | null;
  };
  type AddStarPayload = Row.AddStarPayload | {
    readonly __typename?: "AddStarPayload";
    readonly starrable?: Starrable | null;
  };
  type AddLabelsPayload = Row.AddLabelsPayload | {
    readonly __typename?: "AddLabelsPayload";
    readonly labelable?: Node | null;
  };
  type Node = User | Repository | Issue | Label | IssueComment;
  type SearchResultItem = Issue | Repository;
  type Starrable = Repository;
}

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface RepositoryOrder {
    readonly field: PlatformValues["RepositoryOrderField"];
    readonly direction: PlatformValues["OrderDirection"];
  }
  interface IssueFilters {
    readonly assignee?: PlatformValues["String"] | null | undefined;
    readonly createdBy?: PlatformValues["String"] | null | undefined;
    readonly labels?: readonly PlatformValues["String"][] | null | undefined;
    readonly since?: PlatformValues["DateTime"] | null | undefined;
    readonly states?: readonly PlatformValues["IssueState"][] | null | undefined;
  }
  interface IssueOrder {
    readonly field: PlatformValues["IssueOrderField"];
    readonly direction: PlatformValues["OrderDirection"];
  }
  interface CreateIssueInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly repositoryId: PlatformValues["ID"];
    readonly title: PlatformValues["String"];
    readonly body?: PlatformValues["String"] | null | undefined;
    readonly assigneeIds?: readonly PlatformValues["ID"][] | null | undefined;
    readonly labelIds?: readonly PlatformValues["ID"][] | null | undefined;
    readonly milestoneId?: PlatformValues["ID"] | null | undefined;
  }
  interface CloseIssueInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly issueId: PlatformValues["ID"];
  }
  interface UpdateIssueInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly id: PlatformValues["ID"];
    readonly title?: PlatformValues["String"] | null | undefined;
    readonly state?: PlatformValues["IssueState"] | null | undefined;
  }
  interface DeleteIssueInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly issueId: PlatformValues["ID"];
  }
  interface AddCommentInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly subjectId: PlatformValues["ID"];
    readonly body: PlatformValues["String"];
  }
  interface AddStarInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly starrableId: PlatformValues["ID"];
  }
  interface AddLabelsInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly labelableId: PlatformValues["ID"];
    readonly labelIds: readonly PlatformValues["ID"][];
  }
  type SearchType = PlatformInputs["SearchType"];
  type RepositoryPrivacy = PlatformInputs["RepositoryPrivacy"];
  type RepositoryAffiliation = PlatformInputs["RepositoryAffiliation"];
  type RepositoryOrderField = PlatformInputs["RepositoryOrderField"];
  type OrderDirection = PlatformInputs["OrderDirection"];
  type IssueState = PlatformInputs["IssueState"];
  type IssueOrderField = PlatformInputs["IssueOrderField"];
  interface SearchResultItemConnection {
    readonly __typename?: "SearchResultItemConnection";
    readonly nodes?: readonly (Row.SearchResultItem | string | number | SearchResultItem | null)[] | null | undefined;
    readonly issueCount?: PlatformInputs["Int"] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
  }
  interface PageInfo {
    readonly __typename?: "PageInfo";
    readonly hasNextPage?: PlatformInputs["Boolean"] | null | undefined;
    readonly endCursor?: PlatformInputs["String"] | null | undefined;
  }
  interface User {
    readonly __typename?: "User";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly login?: PlatformInputs["String"] | null | undefined;
    readonly repositories?: readonly (Row.Repository | string | number | Repository)[] | null | undefined;
    readonly avatarUrl?: PlatformInputs["URI"] | null | undefined;
  }
  interface RepositoryConnection {
    readonly __typename?: "RepositoryConnection";
    readonly nodes?: readonly (Row.Repository | string | number | Repository | null)[] | null | undefined;
    readonly totalCount?: PlatformInputs["Int"] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
  }
  interface Repository {
    readonly __typename?: "Repository";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly owner?: Row.User | string | number | User | null | undefined;
    readonly isPrivate?: PlatformInputs["Boolean"] | null | undefined;
    readonly createdAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly stargazerCount?: PlatformInputs["Int"] | null | undefined;
    readonly issue?: Row.Issue | string | number | Issue | null | undefined;
    readonly issues?: readonly (Row.Issue | string | number | Issue)[] | null | undefined;
  }
  interface Issue {
    readonly __typename?: "Issue";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly number?: PlatformInputs["Int"] | null | undefined;
    readonly title?: PlatformInputs["String"] | null | undefined;
    readonly body?: PlatformInputs["String"] | null | undefined;
    readonly state?: PlatformInputs["IssueState"] | null | undefined;
    readonly closed?: PlatformInputs["Boolean"] | null | undefined;
    readonly closedAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly createdAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly repository?: Row.Repository | string | number | Repository | null | undefined;
    readonly author?: Row.User | string | number | User | null | undefined;
    readonly labels?: readonly (Row.Label | string | number | Label)[] | null | undefined;
    readonly assignees?: readonly (Row.User | string | number | User)[] | null | undefined;
    readonly comments?: readonly (Row.IssueComment | string | number | IssueComment)[] | null | undefined;
  }
  interface IssueConnection {
    readonly __typename?: "IssueConnection";
    readonly nodes?: readonly (Row.Issue | string | number | Issue | null)[] | null | undefined;
    readonly totalCount?: PlatformInputs["Int"] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
  }
  interface Label {
    readonly __typename?: "Label";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
  }
  interface LabelConnection {
    readonly __typename?: "LabelConnection";
    readonly nodes?: readonly (Row.Label | string | number | Label | null)[] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
  }
  interface UserConnection {
    readonly __typename?: "UserConnection";
    readonly nodes?: readonly (Row.User | string | number | User | null)[] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
  }
  interface IssueComment {
    readonly __typename?: "IssueComment";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly body?: PlatformInputs["String"] | null | undefined;
    readonly issue?: Row.Issue | string | number | Issue | null | undefined;
    readonly author?: Row.User | string | number | User | null | undefined;
  }
  interface IssueCommentConnection {
    readonly __typename?: "IssueCommentConnection";
    readonly nodes?: readonly (Row.IssueComment | string | number | IssueComment | null)[] | null | undefined;
    readonly totalCount?: PlatformInputs["Int"] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
  }
  interface CreateIssuePayload {
    readonly __typename?: "CreateIssuePayload";
    readonly clientMutationId?: PlatformInputs["String"] | null | undefined;
    readonly issue?: Row.Issue | string | number | Issue | null | undefined;
  }
  interface CloseIssuePayload {
    readonly __typename?: "CloseIssuePayload";
    readonly issue?: Row.Issue | string | number | Issue | null | undefined;
  }
  interface UpdateIssuePayload {
    readonly __typename?: "UpdateIssuePayload";
    readonly issue?: Row.Issue | string | number | Issue | null | undefined;
    readonly actor?: Row.User | string | number | User | null | undefined;
  }
  interface DeleteIssuePayload {
    readonly __typename?: "DeleteIssuePayload";
    readonly clientMutationId?: PlatformInputs["String"] | null | undefined;
    readonly repository?: Row.Repository | string | number | Repository | null | undefined;
  }
  interface AddCommentPayload {
    readonly __typename?: "AddCommentPayload";
    readonly commentEdge?: Row.IssueCommentEdge | string | number | IssueCommentEdge | null | undefined;
    readonly subject?: Row.Node | string | number | Node | null | undefined;
  }
  interface IssueCommentEdge {
    readonly __typename?: "IssueCommentEdge";
    readonly node?: Row.IssueComment | string | number | IssueComment | null | undefined;
  }
  interface AddStarPayload {
    readonly __typename?: "AddStarPayload";
    readonly starrable?: Row.Starrable | string | number | Starrable | null | undefined;
  }
  interface AddLabelsPayload {
    readonly __typename?: "AddLabelsPayload";
    readonly labelable?: Row.Node | string | number | Node | null | undefined;
  }
  type Node = User | Repository | Issue | Label | IssueComment;
  type SearchResultItem = Issue | Repository;
  type Starrable = Repository;
}

/** The tables of types with a key. */
export interface Db {
  readonly PageInfo: Platform.Table<Row.PageInfo, Input.PageInfo>;
  readonly User: Platform.Table<Row.User, Input.User>;
  readonly Repository: Platform.Table<Row.Repository, Input.Repository>;
  readonly Issue: Platform.Table<Row.Issue, Input.Issue>;
  readonly Label: Platform.Table<Row.Label, Input.Label>;
  readonly IssueComment: Platform.Table<Row.IssueComment, Input.IssueComment>;
  readonly IssueCommentEdge: Platform.Table<Row.IssueCommentEdge, Input.IssueCommentEdge>;
  readonly Node: Platform.Table<Row.Node, never>;
  readonly SearchResultItem: Platform.Table<Row.SearchResultItem, never>;
  readonly Starrable: Platform.Table<Row.Starrable, never>;
}

/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, Row.User> & More;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly Query?: {
    readonly viewer?: Platform.TypedResolver<object, object, Context<More>, Returned.User>;
    readonly repository?: Platform.TypedResolver<object, { readonly owner: PlatformValues["String"]; readonly name: PlatformValues["String"] }, Context<More>, Returned.Repository | null>;
    readonly search?: Platform.TypedResolver<object, { readonly query: PlatformValues["String"]; readonly type: PlatformValues["SearchType"]; readonly first?: PlatformValues["Int"] | null | undefined }, Context<More>, Returned.SearchResultItemConnection>;
    readonly node?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"] }, Context<More>, Returned.Node | null>;
  };
  readonly SearchResultItemConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.SearchResultItemConnection, object, Context<More>, readonly (Returned.SearchResultItem | null)[] | null>;
    readonly issueCount?: Platform.TypedResolver<Row.SearchResultItemConnection, object, Context<More>, PlatformValues["Int"]>;
    readonly pageInfo?: Platform.TypedResolver<Row.SearchResultItemConnection, object, Context<More>, Returned.PageInfo>;
  };
  readonly PageInfo?: {
    readonly hasNextPage?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["Boolean"]>;
    readonly endCursor?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["String"] | null>;
  };
  readonly User?: {
    readonly id?: Platform.TypedResolver<Row.User, object, Context<More>, PlatformValues["ID"]>;
    readonly login?: Platform.TypedResolver<Row.User, object, Context<More>, PlatformValues["String"]>;
    readonly repositories?: Platform.TypedResolver<Row.User, { readonly first?: PlatformValues["Int"] | null | undefined; readonly privacy?: PlatformValues["RepositoryPrivacy"] | null | undefined; readonly orderBy?: Input.RepositoryOrder | null | undefined; readonly ownerAffiliations?: readonly (PlatformValues["RepositoryAffiliation"] | null)[] | null | undefined }, Context<More>, Returned.RepositoryConnection>;
    readonly avatarUrl?: Platform.TypedResolver<Row.User, { readonly size?: PlatformValues["Int"] | null | undefined }, Context<More>, PlatformValues["URI"]>;
  };
  readonly RepositoryConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.RepositoryConnection, object, Context<More>, readonly (Returned.Repository | null)[] | null>;
    readonly totalCount?: Platform.TypedResolver<Row.RepositoryConnection, object, Context<More>, PlatformValues["Int"]>;
    readonly pageInfo?: Platform.TypedResolver<Row.RepositoryConnection, object, Context<More>, Returned.PageInfo>;
  };
  readonly Repository?: {
    readonly id?: Platform.TypedResolver<Row.Repository, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.Repository, object, Context<More>, PlatformValues["String"]>;
    readonly owner?: Platform.TypedResolver<Row.Repository, object, Context<More>, Returned.User>;
    readonly isPrivate?: Platform.TypedResolver<Row.Repository, object, Context<More>, PlatformValues["Boolean"]>;
    readonly createdAt?: Platform.TypedResolver<Row.Repository, object, Context<More>, PlatformValues["DateTime"]>;
    readonly stargazerCount?: Platform.TypedResolver<Row.Repository, object, Context<More>, PlatformValues["Int"]>;
    readonly issue?: Platform.TypedResolver<Row.Repository, { readonly number: PlatformValues["Int"] }, Context<More>, Returned.Issue | null>;
    readonly issues?: Platform.TypedResolver<Row.Repository, { readonly first?: PlatformValues["Int"] | null | undefined; readonly states?: readonly PlatformValues["IssueState"][] | null | undefined; readonly labels?: readonly PlatformValues["String"][] | null | undefined; readonly filterBy?: Input.IssueFilters | null | undefined; readonly orderBy?: Input.IssueOrder | null | undefined }, Context<More>, Returned.IssueConnection>;
  };
  readonly Issue?: {
    readonly id?: Platform.TypedResolver<Row.Issue, object, Context<More>, PlatformValues["ID"]>;
    readonly number?: Platform.TypedResolver<Row.Issue, object, Context<More>, PlatformValues["Int"]>;
    readonly title?: Platform.TypedResolver<Row.Issue, object, Context<More>, PlatformValues["String"]>;
    readonly body?: Platform.TypedResolver<Row.Issue, object, Context<More>, PlatformValues["String"]>;
    readonly state?: Platform.TypedResolver<Row.Issue, object, Context<More>, PlatformValues["IssueState"]>;
    readonly closed?: Platform.TypedResolver<Row.Issue, object, Context<More>, PlatformValues["Boolean"]>;
    readonly closedAt?: Platform.TypedResolver<Row.Issue, object, Context<More>, PlatformValues["DateTime"] | null>;
    readonly createdAt?: Platform.TypedResolver<Row.Issue, object, Context<More>, PlatformValues["DateTime"]>;
    readonly repository?: Platform.TypedResolver<Row.Issue, object, Context<More>, Returned.Repository>;
    readonly author?: Platform.TypedResolver<Row.Issue, object, Context<More>, Returned.User | null>;
    readonly labels?: Platform.TypedResolver<Row.Issue, { readonly first?: PlatformValues["Int"] | null | undefined }, Context<More>, Returned.LabelConnection | null>;
    readonly assignees?: Platform.TypedResolver<Row.Issue, { readonly first?: PlatformValues["Int"] | null | undefined }, Context<More>, Returned.UserConnection>;
    readonly comments?: Platform.TypedResolver<Row.Issue, { readonly first?: PlatformValues["Int"] | null | undefined }, Context<More>, Returned.IssueCommentConnection>;
  };
  readonly IssueConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.IssueConnection, object, Context<More>, readonly (Returned.Issue | null)[] | null>;
    readonly totalCount?: Platform.TypedResolver<Row.IssueConnection, object, Context<More>, PlatformValues["Int"]>;
    readonly pageInfo?: Platform.TypedResolver<Row.IssueConnection, object, Context<More>, Returned.PageInfo>;
  };
  readonly Label?: {
    readonly id?: Platform.TypedResolver<Row.Label, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.Label, object, Context<More>, PlatformValues["String"]>;
  };
  readonly LabelConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.LabelConnection, object, Context<More>, readonly (Returned.Label | null)[] | null>;
    readonly pageInfo?: Platform.TypedResolver<Row.LabelConnection, object, Context<More>, Returned.PageInfo>;
  };
  readonly UserConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.UserConnection, object, Context<More>, readonly (Returned.User | null)[] | null>;
    readonly pageInfo?: Platform.TypedResolver<Row.UserConnection, object, Context<More>, Returned.PageInfo>;
  };
  readonly IssueComment?: {
    readonly id?: Platform.TypedResolver<Row.IssueComment, object, Context<More>, PlatformValues["ID"]>;
    readonly body?: Platform.TypedResolver<Row.IssueComment, object, Context<More>, PlatformValues["String"]>;
    readonly issue?: Platform.TypedResolver<Row.IssueComment, object, Context<More>, Returned.Issue>;
    readonly author?: Platform.TypedResolver<Row.IssueComment, object, Context<More>, Returned.User | null>;
  };
  readonly IssueCommentConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.IssueCommentConnection, object, Context<More>, readonly (Returned.IssueComment | null)[] | null>;
    readonly totalCount?: Platform.TypedResolver<Row.IssueCommentConnection, object, Context<More>, PlatformValues["Int"]>;
    readonly pageInfo?: Platform.TypedResolver<Row.IssueCommentConnection, object, Context<More>, Returned.PageInfo>;
  };
  readonly Mutation?: {
    readonly createIssue?: Platform.TypedResolver<object, { readonly input: Input.CreateIssueInput }, Context<More>, Returned.CreateIssuePayload | null>;
    readonly closeIssue?: Platform.TypedResolver<object, { readonly input: Input.CloseIssueInput }, Context<More>, Returned.CloseIssuePayload | null>;
    readonly updateIssue?: Platform.TypedResolver<object, { readonly input: Input.UpdateIssueInput }, Context<More>, Returned.UpdateIssuePayload | null>;
    readonly deleteIssue?: Platform.TypedResolver<object, { readonly input: Input.DeleteIssueInput }, Context<More>, Returned.DeleteIssuePayload | null>;
    readonly addComment?: Platform.TypedResolver<object, { readonly input: Input.AddCommentInput }, Context<More>, Returned.AddCommentPayload | null>;
    readonly addStar?: Platform.TypedResolver<object, { readonly input: Input.AddStarInput }, Context<More>, Returned.AddStarPayload | null>;
    readonly addLabelsToLabelable?: Platform.TypedResolver<object, { readonly input: Input.AddLabelsInput }, Context<More>, Returned.AddLabelsPayload | null>;
  };
  readonly CreateIssuePayload?: {
    readonly clientMutationId?: Platform.TypedResolver<Row.CreateIssuePayload, object, Context<More>, PlatformValues["String"] | null>;
    readonly issue?: Platform.TypedResolver<Row.CreateIssuePayload, object, Context<More>, Returned.Issue | null>;
  };
  readonly CloseIssuePayload?: {
    readonly issue?: Platform.TypedResolver<Row.CloseIssuePayload, object, Context<More>, Returned.Issue | null>;
  };
  readonly UpdateIssuePayload?: {
    readonly issue?: Platform.TypedResolver<Row.UpdateIssuePayload, object, Context<More>, Returned.Issue | null>;
    readonly actor?: Platform.TypedResolver<Row.UpdateIssuePayload, object, Context<More>, Returned.User | null>;
  };
  readonly DeleteIssuePayload?: {
    readonly clientMutationId?: Platform.TypedResolver<Row.DeleteIssuePayload, object, Context<More>, PlatformValues["String"] | null>;
    readonly repository?: Platform.TypedResolver<Row.DeleteIssuePayload, object, Context<More>, Returned.Repository | null>;
  };
  readonly AddCommentPayload?: {
    readonly commentEdge?: Platform.TypedResolver<Row.AddCommentPayload, object, Context<More>, Returned.IssueCommentEdge | null>;
    readonly subject?: Platform.TypedResolver<Row.AddCommentPayload, object, Context<More>, Returned.Node | null>;
  };
  readonly IssueCommentEdge?: {
    readonly node?: Platform.TypedResolver<Row.IssueCommentEdge, object, Context<More>, Returned.IssueComment | null>;
  };
  readonly AddStarPayload?: {
    readonly starrable?: Platform.TypedResolver<Row.AddStarPayload, object, Context<More>, Returned.Starrable | null>;
  };
  readonly AddLabelsPayload?: {
    readonly labelable?: Platform.TypedResolver<Row.AddLabelsPayload, object, Context<More>, Returned.Node | null>;
  };
}
