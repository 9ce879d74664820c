import type * as Platform from "@integration-platform/graphql-testing/rules";

interface PlatformValues {
  Int: number;
  String: string;
  ID: string;
  Boolean: boolean;
  PostIdType: "DATABASE_ID" | "ID" | "SLUG" | "URI";
  PostObjectFieldFormatEnum: "RAW" | "RENDERED";
  PostObjectsConnectionOrderbyEnum: "TITLE" | "DATE" | "MODIFIED";
  OrderEnum: "ASC" | "DESC";
  PostStatusEnum: "DRAFT" | "PUBLISH";
}

interface PlatformInputs {
  Int: number;
  String: string;
  ID: string | number;
  Boolean: boolean;
  PostIdType: "DATABASE_ID" | "ID" | "SLUG" | "URI";
  PostObjectFieldFormatEnum: "RAW" | "RENDERED";
  PostObjectsConnectionOrderbyEnum: "TITLE" | "DATE" | "MODIFIED";
  OrderEnum: "ASC" | "DESC";
  PostStatusEnum: "DRAFT" | "PUBLISH";
}

/** Rows of the simulated platform, as resolvers read them. */
export declare namespace Row {
  interface RootQueryToPostConnection {
    readonly __typename: "RootQueryToPostConnection";
    readonly nodes: readonly Post[];
    readonly pageInfo: WPPageInfo;
  }
  interface WPPageInfo {
    readonly __typename: "WPPageInfo";
    readonly hasNextPage: PlatformValues["Boolean"];
    readonly endCursor: PlatformValues["String"] | null;
  }
  interface Post {
    readonly __typename: "Post";
    readonly id: PlatformValues["ID"];
    readonly databaseId: PlatformValues["Int"];
    readonly title: PlatformValues["String"] | null;
    readonly slug: PlatformValues["String"] | null;
    readonly status: PlatformValues["String"] | null;
    readonly date: PlatformValues["String"] | null;
    readonly author: NodeWithAuthorToUserConnectionEdge | null;
    readonly categories: readonly Category[] | null;
  }
  interface NodeWithAuthorToUserConnectionEdge {
    readonly __typename: "NodeWithAuthorToUserConnectionEdge";
    readonly node: User;
  }
  interface User {
    readonly __typename: "User";
    readonly id: PlatformValues["ID"];
    readonly databaseId: PlatformValues["Int"];
    readonly name: PlatformValues["String"] | null;
    readonly posts: readonly Post[] | null;
  }
  interface Category {
    readonly __typename: "Category";
    readonly id: PlatformValues["ID"];
    readonly name: PlatformValues["String"] | null;
  }
  interface PostToCategoryConnection {
    readonly __typename: "PostToCategoryConnection";
    readonly nodes: readonly Category[];
  }
  interface CreatePostPayload {
    readonly __typename: "CreatePostPayload";
    readonly clientMutationId: PlatformValues["String"] | null;
    readonly post: Post | null;
  }
  interface UpdatePostPayload {
    readonly __typename: "UpdatePostPayload";
    readonly clientMutationId: PlatformValues["String"] | null;
    readonly post: Post | null;
  }
  interface DeletePostPayload {
    readonly __typename: "DeletePostPayload";
    readonly clientMutationId: PlatformValues["String"] | null;
    readonly deletedId: PlatformValues["ID"] | null;
    readonly post: Post | null;
  }
  interface DeleteUserPayload {
    readonly __typename: "DeleteUserPayload";
    readonly clientMutationId: PlatformValues["String"] | null;
    readonly deletedId: PlatformValues["ID"] | null;
    readonly user: User | null;
  }
}

declare namespace Returned {
  type RootQueryToPostConnection = Platform.Page<Row.Post> | {
    readonly __typename?: "RootQueryToPostConnection";
    readonly nodes?: readonly Post[];
    readonly pageInfo?: WPPageInfo;
  };
  type WPPageInfo = Row.WPPageInfo | {
    readonly __typename?: "WPPageInfo";
    readonly hasNextPage?: PlatformValues["Boolean"];
    readonly endCursor?: PlatformValues["String"] | null;
  };
  type Post = Row.Post | {
    readonly __typename?: "Post";
    readonly id?: PlatformValues["ID"];
    readonly databaseId?: PlatformValues["Int"];
    readonly title?: PlatformValues["String"] | null;
    readonly slug?: PlatformValues["String"] | null;
    readonly status?: PlatformValues["String"] | null;
    readonly date?: PlatformValues["String"] | null;
    readonly author?: NodeWithAuthorToUserConnectionEdge | null;
    readonly categories?: PostToCategoryConnection | null;
  };
  type NodeWithAuthorToUserConnectionEdge = Row.NodeWithAuthorToUserConnectionEdge | {
    readonly __typename?: "NodeWithAuthorToUserConnectionEdge";
    readonly node?: User;
  };
  type User = Row.User | {
    readonly __typename?: "User";
    readonly id?: PlatformValues["ID"];
    readonly databaseId?: PlatformValues["Int"];
    readonly name?: PlatformValues["String"] | null;
    readonly posts?: RootQueryToPostConnection | null;
  };
  type Category = Row.Category | {
    readonly __typename?: "Category";
    readonly id?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"] | null;
  };
  type PostToCategoryConnection = Platform.Page<Row.Category> | {
    readonly __typename?: "PostToCategoryConnection";
    readonly nodes?: readonly Category[];
  };
  type CreatePostPayload = Row.CreatePostPayload | {
    readonly __typename?: "CreatePostPayload";
    readonly clientMutationId?: PlatformValues["String"] | null;
    readonly post?: Post | null;
  };
  type UpdatePostPayload = Row.UpdatePostPayload | {
    readonly __typename?: "UpdatePostPayload";
    readonly clientMutationId?: PlatformValues["String"] | null;
    readonly post?: Post | null;
  };
  type DeletePostPayload = Row.DeletePostPayload | {
    readonly __typename?: "DeletePostPayload";
    readonly clientMutationId?: PlatformValues["String"] | null;
    readonly deletedId?: PlatformValues["ID"] | null;
    readonly post?: Post | null;
  };
  type DeleteUserPayload = Row.DeleteUserPayload | {
    readonly __typename?: "DeleteUserPayload";
    readonly clientMutationId?: PlatformValues["String"] | null;
    readonly deletedId?: PlatformValues["ID"] | null;
    readonly user?: User | null;
  };
}

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface RootQueryToPostConnectionWhereArgs {
    readonly authorName?: PlatformValues["String"] | null | undefined;
    readonly categoryName?: PlatformValues["String"] | null | undefined;
    readonly search?: PlatformValues["String"] | null | undefined;
    readonly status?: PlatformValues["PostStatusEnum"] | null | undefined;
    readonly title?: PlatformValues["String"] | null | undefined;
    readonly orderby?: readonly (Input.PostObjectsConnectionOrderbyInput | null)[] | null | undefined;
    readonly in?: readonly (PlatformValues["ID"] | null)[] | null | undefined;
    readonly author?: PlatformValues["Int"] | null | undefined;
    readonly hasPassword?: PlatformValues["Boolean"] | null | undefined;
    readonly name?: PlatformValues["String"] | null | undefined;
  }
  interface PostObjectsConnectionOrderbyInput {
    readonly field: PlatformValues["PostObjectsConnectionOrderbyEnum"];
    readonly order: PlatformValues["OrderEnum"];
  }
  interface CreatePostInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly title?: PlatformValues["String"] | null | undefined;
    readonly content?: PlatformValues["String"] | null | undefined;
    readonly status?: PlatformValues["PostStatusEnum"] | null | undefined;
    readonly authorId?: PlatformValues["ID"] | null | undefined;
  }
  interface UpdatePostInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly id: PlatformValues["ID"];
    readonly title?: PlatformValues["String"] | null | undefined;
    readonly status?: PlatformValues["PostStatusEnum"] | null | undefined;
  }
  interface DeletePostInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly id: PlatformValues["ID"];
    readonly forceDelete?: PlatformValues["Boolean"] | null | undefined;
  }
  interface DeleteUserInput {
    readonly clientMutationId?: PlatformValues["String"] | null | undefined;
    readonly id: PlatformValues["ID"];
  }
  type PostIdType = PlatformInputs["PostIdType"];
  type PostObjectFieldFormatEnum = PlatformInputs["PostObjectFieldFormatEnum"];
  type PostObjectsConnectionOrderbyEnum = PlatformInputs["PostObjectsConnectionOrderbyEnum"];
  type OrderEnum = PlatformInputs["OrderEnum"];
  type PostStatusEnum = PlatformInputs["PostStatusEnum"];
  interface RootQueryToPostConnection {
    readonly __typename?: "RootQueryToPostConnection";
    readonly nodes?: readonly (Row.Post | string | number | Post)[] | null | undefined;
    readonly pageInfo?: Row.WPPageInfo | string | number | WPPageInfo | null | undefined;
  }
  interface WPPageInfo {
    readonly __typename?: "WPPageInfo";
    readonly hasNextPage?: PlatformInputs["Boolean"] | null | undefined;
    readonly endCursor?: PlatformInputs["String"] | null | undefined;
  }
  interface Post {
    readonly __typename?: "Post";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly databaseId?: PlatformInputs["Int"] | null | undefined;
    readonly title?: PlatformInputs["String"] | null | undefined;
    readonly slug?: PlatformInputs["String"] | null | undefined;
    readonly status?: PlatformInputs["String"] | null | undefined;
    readonly date?: PlatformInputs["String"] | null | undefined;
    readonly author?: Row.NodeWithAuthorToUserConnectionEdge | string | number | NodeWithAuthorToUserConnectionEdge | null | undefined;
    readonly categories?: readonly (Row.Category | string | number | Category)[] | null | undefined;
  }
  interface NodeWithAuthorToUserConnectionEdge {
    readonly __typename?: "NodeWithAuthorToUserConnectionEdge";
    readonly node?: Row.User | string | number | User | null | undefined;
  }
  interface User {
    readonly __typename?: "User";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly databaseId?: PlatformInputs["Int"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly posts?: readonly (Row.Post | string | number | Post)[] | null | undefined;
  }
  interface Category {
    readonly __typename?: "Category";
    readonly id?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
  }
  interface PostToCategoryConnection {
    readonly __typename?: "PostToCategoryConnection";
    readonly nodes?: readonly (Row.Category | string | number | Category)[] | null | undefined;
  }
  interface CreatePostPayload {
    readonly __typename?: "CreatePostPayload";
    readonly clientMutationId?: PlatformInputs["String"] | null | undefined;
    readonly post?: Row.Post | string | number | Post | null | undefined;
  }
  interface UpdatePostPayload {
    readonly __typename?: "UpdatePostPayload";
    readonly clientMutationId?: PlatformInputs["String"] | null | undefined;
    readonly post?: Row.Post | string | number | Post | null | undefined;
  }
  interface DeletePostPayload {
    readonly __typename?: "DeletePostPayload";
    readonly clientMutationId?: PlatformInputs["String"] | null | undefined;
    readonly deletedId?: PlatformInputs["ID"] | null | undefined;
    readonly post?: Row.Post | string | number | Post | null | undefined;
  }
  interface DeleteUserPayload {
    readonly __typename?: "DeleteUserPayload";
    readonly clientMutationId?: PlatformInputs["String"] | null | undefined;
    readonly deletedId?: PlatformInputs["ID"] | null | undefined;
    readonly user?: Row.User | string | number | User | null | undefined;
  }
}

/** The tables of types with a key. */
export interface Db {
  readonly WPPageInfo: Platform.Table<Row.WPPageInfo, Input.WPPageInfo>;
  readonly Post: Platform.Table<Row.Post, Input.Post>;
  readonly NodeWithAuthorToUserConnectionEdge: Platform.Table<Row.NodeWithAuthorToUserConnectionEdge, Input.NodeWithAuthorToUserConnectionEdge>;
  readonly User: Platform.Table<Row.User, Input.User>;
  readonly Category: Platform.Table<Row.Category, Input.Category>;
}

/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, { readonly id: string; readonly name: string; readonly tenantId: string }> & More;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly Query?: {
    readonly posts?: Platform.TypedResolver<object, { readonly first?: PlatformValues["Int"] | null | undefined; readonly after?: PlatformValues["String"] | null | undefined; readonly where?: Input.RootQueryToPostConnectionWhereArgs | null | undefined }, Context<More>, Returned.RootQueryToPostConnection | null>;
    readonly post?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"]; readonly idType?: PlatformValues["PostIdType"] | null | undefined; readonly asPreview?: PlatformValues["Boolean"] | null | undefined }, Context<More>, Returned.Post | null>;
    readonly user?: Platform.TypedResolver<object, { readonly id: PlatformValues["ID"] }, Context<More>, Returned.User | null>;
  };
  readonly RootQueryToPostConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.RootQueryToPostConnection, object, Context<More>, readonly Returned.Post[]>;
    readonly pageInfo?: Platform.TypedResolver<Row.RootQueryToPostConnection, object, Context<More>, Returned.WPPageInfo>;
  };
  readonly WPPageInfo?: {
    readonly hasNextPage?: Platform.TypedResolver<Row.WPPageInfo, object, Context<More>, PlatformValues["Boolean"]>;
    readonly endCursor?: Platform.TypedResolver<Row.WPPageInfo, object, Context<More>, PlatformValues["String"] | null>;
  };
  readonly Post?: {
    readonly id?: Platform.TypedResolver<Row.Post, object, Context<More>, PlatformValues["ID"]>;
    readonly databaseId?: Platform.TypedResolver<Row.Post, object, Context<More>, PlatformValues["Int"]>;
    readonly title?: Platform.TypedResolver<Row.Post, { readonly format?: PlatformValues["PostObjectFieldFormatEnum"] | null | undefined }, Context<More>, PlatformValues["String"] | null>;
    readonly slug?: Platform.TypedResolver<Row.Post, object, Context<More>, PlatformValues["String"] | null>;
    readonly status?: Platform.TypedResolver<Row.Post, object, Context<More>, PlatformValues["String"] | null>;
    readonly date?: Platform.TypedResolver<Row.Post, object, Context<More>, PlatformValues["String"] | null>;
    readonly author?: Platform.TypedResolver<Row.Post, object, Context<More>, Returned.NodeWithAuthorToUserConnectionEdge | null>;
    readonly categories?: Platform.TypedResolver<Row.Post, { readonly first?: PlatformValues["Int"] | null | undefined }, Context<More>, Returned.PostToCategoryConnection | null>;
  };
  readonly NodeWithAuthorToUserConnectionEdge?: {
    readonly node?: Platform.TypedResolver<Row.NodeWithAuthorToUserConnectionEdge, object, Context<More>, Returned.User>;
  };
  readonly User?: {
    readonly id?: Platform.TypedResolver<Row.User, object, Context<More>, PlatformValues["ID"]>;
    readonly databaseId?: Platform.TypedResolver<Row.User, object, Context<More>, PlatformValues["Int"]>;
    readonly name?: Platform.TypedResolver<Row.User, object, Context<More>, PlatformValues["String"] | null>;
    readonly posts?: Platform.TypedResolver<Row.User, { readonly first?: PlatformValues["Int"] | null | undefined }, Context<More>, Returned.RootQueryToPostConnection | null>;
  };
  readonly Category?: {
    readonly id?: Platform.TypedResolver<Row.Category, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.Category, object, Context<More>, PlatformValues["String"] | null>;
  };
  readonly PostToCategoryConnection?: {
    readonly nodes?: Platform.TypedResolver<Row.PostToCategoryConnection, object, Context<More>, readonly Returned.Category[]>;
  };
  readonly Mutation?: {
    readonly createPost?: Platform.TypedResolver<object, { readonly input: Input.CreatePostInput }, Context<More>, Returned.CreatePostPayload | null>;
    readonly updatePost?: Platform.TypedResolver<object, { readonly input: Input.UpdatePostInput }, Context<More>, Returned.UpdatePostPayload | null>;
    readonly deletePost?: Platform.TypedResolver<object, { readonly input: Input.DeletePostInput }, Context<More>, Returned.DeletePostPayload | null>;
    readonly deleteUser?: Platform.TypedResolver<object, { readonly input: Input.DeleteUserInput }, Context<More>, Returned.DeleteUserPayload | null>;
  };
  readonly CreatePostPayload?: {
    readonly clientMutationId?: Platform.TypedResolver<Row.CreatePostPayload, object, Context<More>, PlatformValues["String"] | null>;
    readonly post?: Platform.TypedResolver<Row.CreatePostPayload, object, Context<More>, Returned.Post | null>;
  };
  readonly UpdatePostPayload?: {
    readonly clientMutationId?: Platform.TypedResolver<Row.UpdatePostPayload, object, Context<More>, PlatformValues["String"] | null>;
    readonly post?: Platform.TypedResolver<Row.UpdatePostPayload, object, Context<More>, Returned.Post | null>;
  };
  readonly DeletePostPayload?: {
    readonly clientMutationId?: Platform.TypedResolver<Row.DeletePostPayload, object, Context<More>, PlatformValues["String"] | null>;
    readonly deletedId?: Platform.TypedResolver<Row.DeletePostPayload, object, Context<More>, PlatformValues["ID"] | null>;
    readonly post?: Platform.TypedResolver<Row.DeletePostPayload, object, Context<More>, Returned.Post | null>;
  };
  readonly DeleteUserPayload?: {
    readonly clientMutationId?: Platform.TypedResolver<Row.DeleteUserPayload, object, Context<More>, PlatformValues["String"] | null>;
    readonly deletedId?: Platform.TypedResolver<Row.DeleteUserPayload, object, Context<More>, PlatformValues["ID"] | null>;
    readonly user?: Platform.TypedResolver<Row.DeleteUserPayload, object, Context<More>, Returned.User | null>;
  };
}
