import type * as Platform from "@integration-platform/graphql-testing/rules";

interface PlatformValues {
  Datetime: string;
  Cursor: string;
  Int: number;
  String: string;
  ID: string;
  Status: "DRAFT" | "PUBLISHED";
  Boolean: boolean;
  PostsOrderBy: "NATURAL" | "ID_ASC" | "ID_DESC" | "TITLE_ASC" | "TITLE_DESC" | "PRIMARY_KEY_ASC" | "PRIMARY_KEY_DESC";
}

interface PlatformInputs {
  Datetime: string;
  Cursor: string;
  Int: number;
  String: string;
  ID: string | number;
  Status: "DRAFT" | "PUBLISHED";
  Boolean: boolean;
  PostsOrderBy: "NATURAL" | "ID_ASC" | "ID_DESC" | "TITLE_ASC" | "TITLE_DESC" | "PRIMARY_KEY_ASC" | "PRIMARY_KEY_DESC";
}

/** Rows of the simulated platform, as resolvers read them. */
export declare namespace Row {
  interface Post {
    readonly __typename: "Post";
    readonly nodeId: PlatformValues["ID"];
    readonly id: PlatformValues["Int"];
    readonly title: PlatformValues["String"];
    readonly authorId: PlatformValues["Int"];
    readonly status: PlatformValues["Status"];
    readonly createdAt: PlatformValues["Datetime"];
    readonly userByAuthorId: User | null;
    readonly commentsByPostId: readonly Comment[];
  }
  interface User {
    readonly __typename: "User";
    readonly nodeId: PlatformValues["ID"];
    readonly id: PlatformValues["Int"];
    readonly email: PlatformValues["String"];
    readonly postsByAuthorId: readonly Post[];
  }
  interface Comment {
    readonly __typename: "Comment";
    readonly nodeId: PlatformValues["ID"];
    readonly id: PlatformValues["Int"];
    readonly body: PlatformValues["String"];
    readonly postId: PlatformValues["Int"];
    readonly postByPostId: Post | null;
  }
  interface PostsConnection {
    readonly __typename: "PostsConnection";
    readonly nodes: readonly (Post | null)[];
    readonly edges: readonly PostsEdge[];
    readonly pageInfo: PageInfo;
    readonly totalCount: PlatformValues["Int"];
  }
  interface PostsEdge {
    readonly __typename: "PostsEdge";
    readonly cursor: PlatformValues["Cursor"] | null;
    readonly node: Post | null;
  }
  interface CommentsConnection {
    readonly __typename: "CommentsConnection";
    readonly nodes: readonly (Comment | null)[];
    readonly totalCount: PlatformValues["Int"];
    readonly pageInfo: PageInfo;
  }
  interface PageInfo {
    readonly __typename: "PageInfo";
    readonly hasNextPage: PlatformValues["Boolean"];
    readonly endCursor: PlatformValues["Cursor"] | null;
  }
  interface CreatePostPayload {
    readonly __typename: "CreatePostPayload";
    readonly clientMutationId: PlatformValues["String"] | null;
    readonly post: Post | null;
    readonly userByAuthorId: User | null;
    readonly postEdge: PostsEdge | null;
  }
  interface UpdatePostPayload {
    readonly __typename: "UpdatePostPayload";
    readonly clientMutationId: PlatformValues["String"] | null;
    readonly post: Post | null;
  }
  interface DeletePostPayload {
    readonly __typename: "DeletePostPayload";
    readonly clientMutationId: PlatformValues["String"] | null;
    readonly post: Post | null;
    readonly deletedPostId: PlatformValues["ID"] | null;
  }
  type Node = Post | User | Comment;
}

declare namespace Returned {
  type Post = Row.Post | {
    readonly __typename?: "Post";
    readonly nodeId?: PlatformValues["ID"];
    readonly id?: PlatformValues["Int"];
    readonly title?: PlatformValues["String"];
    readonly authorId?: PlatformValues["Int"];
    readonly status?: PlatformValues["Status"];
    readonly createdAt?: PlatformValues["Datetime"];
    readonly userByAuthorId?: User | null;
    readonly commentsByPostId?: CommentsConnection;
  };
  type User = Row.User | {
    readonly __typename?: "User";
    readonly nodeId?: PlatformValues["ID"];
    readonly id?: PlatformValues["Int"];
    readonly email?: PlatformValues["String"];
    readonly postsByAuthorId?: PostsConnection;
  };
  type Comment = Row.Comment | {
    readonly __typename?: "Comment";
    readonly nodeId?: PlatformValues["ID"];
    readonly id?: PlatformValues["Int"];
    readonly body?: PlatformValues["String"];
    readonly postId?: PlatformValues["Int"];
    readonly postByPostId?: Post | null;
  };
  type PostsConnection = Platform.Page<Row.Post> | {
    readonly __typename?: "PostsConnection";
    readonly nodes?: readonly (Post | null)[];
    readonly edges?: readonly PostsEdge[];
    readonly pageInfo?: PageInfo;
    readonly totalCount?: PlatformValues["Int"];
  };
  type PostsEdge = Row.PostsEdge | {
    readonly __typename?: "PostsEdge";
    readonly cursor?: PlatformValues["Cursor"] | null;
    readonly node?: Post | null;
  };
  type CommentsConnection = Platform.Page<Row.Comment> | {
    readonly __typename?: "CommentsConnection";
    readonly nodes?: readonly (Comment | null)[];
    readonly totalCount?: PlatformValues["Int"];
    readonly pageInfo?: PageInfo;
  };
  type PageInfo = Row.PageInfo | {
    readonly __typename?: "PageInfo";
    readonly hasNextPage?: PlatformValues["Boolean"];
    readonly endCursor?: PlatformValues["Cursor"] | null;
  };
  type CreatePostPayload = Row.CreatePostPayload | {
    readonly __typename?: "CreatePostPayload";
    readonly clientMutationId?: PlatformValues["String"] | null;
    readonly post?: Post | null;
    readonly userByAuthorId?: User | null;
    readonly postEdge?: PostsEdge | null;
  };
  type UpdatePostPayload = Row.UpdatePostPayload | {
    readonly __typename?: "UpdatePostPayload";
    readonly clientMutationId?: PlatformValues["String"] | null;
    readonly post?: Post | null;
  };
  type DeletePostPayload = Row.DeletePostPayload | {
    readonly __typename?: "DeletePostPayload";
    readonly clientMutationId?: PlatformValues["String"] | null;
    readonly post?: Post | null;
    readonly deletedPostId?: PlatformValues["ID"] | null;
  };
  type Node = Post | User | Comment;
}

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface PostCondition {
    readonly id?: PlatformValues["Int"] | null | undefined;
    readonly title?: PlatformValues["String"] | null | undefined;
    readonly authorId?: PlatformValues["Int"] | null | undefined;
    readonly status?: PlatformValues["Status"] | null | undefined;
  }
  interface CommentCondition {
    readonly postId?: PlatformValues["Int"] | null | undefined;
    readonly body?: PlatformValues["String"] | null | undefined;
  }
  interface PostFilter {
    readonly title?: Input.StringFilter | null | undefined;
    readonly authorId?: Input.IntFilter | null | undefined;
    readonly and?: readonly Input.PostFilter[] | null | undefined;
    readonly not?: Input.PostFilter | null | undefined;
  }
  interface StringFilter {
    readonly equalTo?: PlatformValues["String"] | null | undefined;
    readonly notEqualTo?: PlatformValues["String"] | null | undefined;
    readonly in?: readonly PlatformValues["String"][] | null | undefined;
    readonly includes?: PlatformValues["String"] | null | undefined;
    readonly includesInsensitive?: PlatformValues["String"] | null | undefined;
    readonly startsWith?: PlatformValues["String"] | null | undefined;
    readonly likeInsensitive?: PlatformValues["String"] | null | undefined;
    readonly isNull?: PlatformValues["Boolean"] | null | undefined;
    readonly notIncludes?: PlatformValues["String"] | null | undefined;
  }
  interface IntFilter {
    readonly equalTo?: PlatformValues["Int"] | null | undefined;
    readonly lessThan?: PlatformValues["Int"] | null | undefined;
    readonly greaterThanOrEqualTo?: PlatformValues["Int"] | null | undefined;
  }
  interface CreatePostInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly post: Input.PostInput;
  }
  interface PostInput {
    readonly title: PlatformValues["String"];
    readonly authorId: PlatformValues["Int"];
    readonly status?: PlatformValues["Status"] | null | undefined;
  }
  interface UpdatePostByIdInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly postPatch: Input.PostPatch;
    readonly id: PlatformValues["Int"];
  }
  interface UpdatePostInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly nodeId: PlatformValues["ID"];
    readonly postPatch: Input.PostPatch;
  }
  interface PostPatch {
    readonly title?: PlatformValues["String"] | null | undefined;
    readonly status?: PlatformValues["Status"] | null | undefined;
  }
  interface DeletePostByIdInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly id: PlatformValues["Int"];
  }
  type Status = PlatformInputs["Status"];
  type PostsOrderBy = PlatformInputs["PostsOrderBy"];
  interface Post {
    readonly __typename?: "Post";
    readonly nodeId?: PlatformInputs["ID"] | null | undefined;
    readonly id?: PlatformInputs["Int"] | null | undefined;
    readonly title?: PlatformInputs["String"] | null | undefined;
    readonly authorId?: PlatformInputs["Int"] | null | undefined;
    readonly status?: PlatformInputs["Status"] | null | undefined;
    readonly createdAt?: PlatformInputs["Datetime"] | null | undefined;
    readonly userByAuthorId?: Row.User | string | number | User | null | undefined;
    readonly commentsByPostId?: readonly (Row.Comment | string | number | Comment)[] | null | undefined;
  }
  interface User {
    readonly __typename?: "User";
    readonly nodeId?: PlatformInputs["ID"] | null | undefined;
    readonly id?: PlatformInputs["Int"] | null | undefined;
    readonly email?: PlatformInputs["String"] | null | undefined;
    readonly postsByAuthorId?: readonly (Row.Post | string | number | Post)[] | null | undefined;
  }
  interface Comment {
    readonly __typename?: "Comment";
    readonly nodeId?: PlatformInputs["ID"] | null | undefined;
    readonly id?: PlatformInputs["Int"] | null | undefined;
    readonly body?: PlatformInputs["String"] | null | undefined;
    readonly postId?: PlatformInputs["Int"] | null | undefined;
    readonly postByPostId?: Row.Post | string | number | Post | null | undefined;
  }
  interface PostsConnection {
    readonly __typename?: "PostsConnection";
    readonly nodes?: readonly (Row.Post | string | number | Post | null)[] | null | undefined;
    readonly edges?: readonly (Row.PostsEdge | string | number | PostsEdge)[] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
    readonly totalCount?: PlatformInputs["Int"] | null | undefined;
  }
  interface PostsEdge {
    readonly __typename?: "PostsEdge";
    readonly cursor?: PlatformInputs["Cursor"] | null | undefined;
    readonly node?: Row.Post | string | number | Post | null | undefined;
  }
  interface CommentsConnection {
    readonly __typename?: "CommentsConnection";
    readonly nodes?: readonly (Row.Comment | string | number | Comment | null)[] | null | undefined;
    readonly totalCount?: PlatformInputs["Int"] | null | undefined;
    readonly pageInfo?: Row.PageInfo | string | number | PageInfo | null | undefined;
  }
  interface PageInfo {
    readonly __typename?: "PageInfo";
    readonly hasNextPage?: PlatformInputs["Boolean"] | null | undefined;
    readonly endCursor?: PlatformInputs["Cursor"] | null | undefined;
  }
  interface CreatePostPayload {
    readonly __typename?: "CreatePostPayload";
    readonly clientMutationId?: PlatformInputs["String"] | null | undefined;
    readonly post?: Row.Post | string | number | Post | null | undefined;
    readonly userByAuthorId?: Row.User | string | number | User | null | undefined;
    readonly postEdge?: Row.PostsEdge | string | number | PostsEdge | null | undefined;
  }
  interface UpdatePostPayload {
    readonly __typename?: "UpdatePostPayload";
    readonly clientMutationId?: PlatformInputs["String"] | null | undefined;
    readonly post?: Row.Post | string | number | Post | null | undefined;
  }
  interface DeletePostPayload {
    readonly __typename?: "DeletePostPayload";
    readonly clientMutationId?: PlatformInputs["String"] | null | undefined;
    readonly post?: Row.Post | string | number | Post | null | undefined;
    readonly deletedPostId?: PlatformInputs["ID"] | null | undefined;
  }
  type Node = Post | User | Comment;
}

/** The tables of types with a key. */
export interface Db {
  readonly Post: Platform.Table<Row.Post, Input.Post>;
  readonly User: Platform.Table<Row.User, Input.User>;
  readonly Comment: Platform.Table<Row.Comment, Input.Comment>;
  readonly PostsEdge: Platform.Table<Row.PostsEdge, Input.PostsEdge>;
  readonly PageInfo: Platform.Table<Row.PageInfo, Input.PageInfo>;
  readonly Node: Platform.Table<Row.Node, never>;
}

/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, { readonly id: string; readonly name: string; readonly tenantId: string }> & More;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly Query?: {
    readonly allPosts?: Platform.TypedResolver<object, { readonly first?: PlatformValues["Int"] | null | undefined; readonly last?: PlatformValues["Int"] | null | undefined; readonly offset?: PlatformValues["Int"] | null | undefined; readonly before?: PlatformValues["Cursor"] | null | undefined; readonly after?: PlatformValues["Cursor"] | null | undefined; readonly orderBy: readonly PlatformValues["PostsOrderBy"][] | null; readonly condition?: Input.PostCondition | null | undefined; readonly filter?: Input.PostFilter | null | undefined }, Context<More>, Returned.PostsConnection | null>;
    readonly postById?: Platform.TypedResolver<object, { readonly id: PlatformValues["Int"] }, Context<More>, Returned.Post | null>;
    readonly userByEmail?: Platform.TypedResolver<object, { readonly email: PlatformValues["String"] }, Context<More>, Returned.User | null>;
    readonly post?: Platform.TypedResolver<object, { readonly nodeId: PlatformValues["ID"] }, Context<More>, Returned.Post | null>;
    readonly node?: Platform.TypedResolver<object, { readonly nodeId: PlatformValues["ID"] }, Context<More>, Returned.Node | null>;
  };
  readonly Post?: {
    readonly nodeId?: Platform.TypedResolver<Row.Post, object, Context<More>, PlatformValues["ID"]>;
    readonly id?: Platform.TypedResolver<Row.Post, object, Context<More>, PlatformValues["Int"]>;
    readonly title?: Platform.TypedResolver<Row.Post, object, Context<More>, PlatformValues["String"]>;
    readonly authorId?: Platform.TypedResolver<Row.Post, object, Context<More>, PlatformValues["Int"]>;
    readonly status?: Platform.TypedResolver<Row.Post, object, Context<More>, PlatformValues["Status"]>;
    readonly createdAt?: Platform.TypedResolver<Row.Post, object, Context<More>, PlatformValues["Datetime"]>;
    readonly userByAuthorId?: Platform.TypedResolver<Row.Post, object, Context<More>, Returned.User | null>;
    readonly commentsByPostId?: Platform.TypedResolver<Row.Post, { readonly first?: PlatformValues["Int"] | null | undefined; readonly condition?: Input.CommentCondition | null | undefined }, Context<More>, Returned.CommentsConnection>;
  };
  readonly User?: {
    readonly nodeId?: Platform.TypedResolver<Row.User, object, Context<More>, PlatformValues["ID"]>;
    readonly id?: Platform.TypedResolver<Row.User, object, Context<More>, PlatformValues["Int"]>;
    readonly email?: Platform.TypedResolver<Row.User, object, Context<More>, PlatformValues["String"]>;
    readonly postsByAuthorId?: Platform.TypedResolver<Row.User, { readonly first?: PlatformValues["Int"] | null | undefined }, Context<More>, Returned.PostsConnection>;
  };
  readonly Comment?: {
    readonly nodeId?: Platform.TypedResolver<Row.Comment, object, Context<More>, PlatformValues["ID"]>;
    readonly id?: Platform.TypedResolver<Row.Comment, object, Context<More>, PlatformValues["Int"]>;
    readonly body?: Platform.TypedResolver<Row.Comment, object, Context<More>, PlatformValues["String"]>;
    readonly postId?: Platform.TypedResolver<Row.Comment, object, Context<More>, PlatformValues["Int"]>;
    readonly postByPostId?: Platform.TypedResolver<Row.Comment, object, Context<More>, Returned.Post | null>;
  };
  readonly PostsConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.PostsConnection, object, Context<More>, readonly (Returned.Post | null)[]>;
    readonly edges?: Platform.TypedResolver<Row.PostsConnection, object, Context<More>, readonly Returned.PostsEdge[]>;
    readonly pageInfo?: Platform.TypedResolver<Row.PostsConnection, object, Context<More>, Returned.PageInfo>;
    readonly totalCount?: Platform.TypedResolver<Row.PostsConnection, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly PostsEdge?: {
    readonly cursor?: Platform.TypedResolver<Row.PostsEdge, object, Context<More>, PlatformValues["Cursor"] | null>;
    readonly node?: Platform.TypedResolver<Row.PostsEdge, object, Context<More>, Returned.Post | null>;
  };
  readonly CommentsConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.CommentsConnection, object, Context<More>, readonly (Returned.Comment | null)[]>;
    readonly totalCount?: Platform.TypedResolver<Row.CommentsConnection, object, Context<More>, PlatformValues["Int"]>;
    readonly pageInfo?: Platform.TypedResolver<Row.CommentsConnection, object, Context<More>, Returned.PageInfo>;
  };
  readonly PageInfo?: {
    readonly hasNextPage?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["Boolean"]>;
    readonly endCursor?: Platform.TypedResolver<Row.PageInfo, object, Context<More>, PlatformValues["Cursor"] | null>;
  };
  readonly Mutation?: {
    readonly createPost?: Platform.TypedResolver<object, { readonly input: Input.CreatePostInput }, Context<More>, Returned.CreatePostPayload | null>;
    readonly updatePostById?: Platform.TypedResolver<object, { readonly input: Input.UpdatePostByIdInput }, Context<More>, Returned.UpdatePostPayload | null>;
    readonly deletePostById?: Platform.TypedResolver<object, { readonly input: Input.DeletePostByIdInput }, Context<More>, Returned.DeletePostPayload | null>;
    readonly updatePost?: Platform.TypedResolver<object, { readonly input: Input.UpdatePostInput }, Context<More>, Returned.UpdatePostPayload | null>;
  };
  readonly CreatePostPayload?: {
    readonly clientMutationId?: Platform.TypedResolver<Row.CreatePostPayload, object, Context<More>, PlatformValues["String"] | null>;
    readonly post?: Platform.TypedResolver<Row.CreatePostPayload, object, Context<More>, Returned.Post | null>;
    readonly userByAuthorId?: Platform.TypedResolver<Row.CreatePostPayload, object, Context<More>, Returned.User | null>;
    readonly postEdge?: Platform.TypedResolver<Row.CreatePostPayload, { readonly orderBy?: readonly PlatformValues["PostsOrderBy"][] | null | undefined }, Context<More>, Returned.PostsEdge | null>;
  };
  readonly UpdatePostPayload?: {
    readonly clientMutationId?: Platform.TypedResolver<Row.UpdatePostPayload, object, Context<More>, PlatformValues["String"] | null>;
    readonly post?: Platform.TypedResolver<Row.UpdatePostPayload, object, Context<More>, Returned.Post | null>;
  };
  readonly DeletePostPayload?: {
    readonly clientMutationId?: Platform.TypedResolver<Row.DeletePostPayload, object, Context<More>, PlatformValues["String"] | null>;
    readonly post?: Platform.TypedResolver<Row.DeletePostPayload, object, Context<More>, Returned.Post | null>;
    readonly deletedPostId?: Platform.TypedResolver<Row.DeletePostPayload, object, Context<More>, PlatformValues["ID"] | null>;
  };
}
