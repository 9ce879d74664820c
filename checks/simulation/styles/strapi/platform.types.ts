import type * as Platform from "@integration-platform/graphql-testing/rules";

interface PlatformValues {
  DateTime: string;
  String: string;
  ID: string;
  PublicationStatus: "DRAFT" | "PUBLISHED";
  Int: number;
  Boolean: boolean;
}

interface PlatformInputs {
  DateTime: string;
  String: string;
  ID: string | number;
  PublicationStatus: "DRAFT" | "PUBLISHED";
  Int: number;
  Boolean: boolean;
}

/** Rows of the simulated platform, as resolvers read them. */
export declare namespace Row {
  interface Article {
    readonly __typename: "Article";
    readonly documentId: PlatformValues["ID"];
    readonly title: PlatformValues["String"];
    readonly slug: PlatformValues["String"] | null;
    readonly views: PlatformValues["Int"] | null;
    readonly publishedAt: PlatformValues["DateTime"] | null;
    readonly category: Category | null;
  }
  interface Category {
    readonly __typename: "Category";
    readonly documentId: PlatformValues["ID"];
    readonly name: PlatformValues["String"];
    readonly articles: readonly (Article | null)[];
  }
  interface ArticleEntityResponseCollection {
    readonly __typename: "ArticleEntityResponseCollection";
    readonly nodes: readonly Article[];
    readonly pageInfo: Pagination;
  }
  interface Pagination {
    readonly __typename: "Pagination";
    readonly total: PlatformValues["Int"];
    readonly page: PlatformValues["Int"];
    readonly pageSize: PlatformValues["Int"];
    readonly pageCount: PlatformValues["Int"];
  }
  interface DeleteMutationResponse {
    readonly __typename: "DeleteMutationResponse";
    readonly documentId: PlatformValues["ID"];
  }
}

declare namespace Returned {
  type Article = Row.Article | {
    readonly __typename?: "Article";
    readonly documentId?: PlatformValues["ID"];
    readonly title?: PlatformValues["String"];
    readonly slug?: PlatformValues["String"] | null;
    readonly views?: PlatformValues["Int"] | null;
    readonly publishedAt?: PlatformValues["DateTime"] | null;
    readonly category?: Category | null;
  };
  type Category = Row.Category | {
    readonly __typename?: "Category";
    readonly documentId?: PlatformValues["ID"];
    readonly name?: PlatformValues["String"];
    readonly articles?: readonly (Article | null)[];
  };
  type ArticleEntityResponseCollection = Platform.Page<Row.Article> | {
    readonly __typename?: "ArticleEntityResponseCollection";
    readonly nodes?: readonly Article[];
    readonly pageInfo?: Pagination;
  };
  type Pagination = Row.Pagination | {
    readonly __typename?: "Pagination";
    readonly total?: PlatformValues["Int"];
    readonly page?: PlatformValues["Int"];
    readonly pageSize?: PlatformValues["Int"];
    readonly pageCount?: PlatformValues["Int"];
  };
  type DeleteMutationResponse = Row.DeleteMutationResponse | {
    readonly __typename?: "DeleteMutationResponse";
    readonly documentId?: PlatformValues["ID"];
  };
}

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface PaginationArg {
    readonly page?: PlatformValues["Int"] | null | undefined;
    readonly pageSize?: PlatformValues["Int"] | null | undefined;
    readonly start?: PlatformValues["Int"] | null | undefined;
    readonly limit?: PlatformValues["Int"] | null | undefined;
  }
  interface ArticleFiltersInput {
    readonly documentId?: Input.IDFilterInput | null | undefined;
    readonly title?: Input.StringFilterInput | null | undefined;
    readonly views?: Input.IntFilterInput | null | undefined;
    readonly category?: Input.CategoryFiltersInput | null | undefined;
    readonly and?: readonly (Input.ArticleFiltersInput | null)[] | null | undefined;
    readonly or?: readonly (Input.ArticleFiltersInput | null)[] | null | undefined;
    readonly not?: Input.ArticleFiltersInput | null | undefined;
  }
  interface CategoryFiltersInput {
    readonly name?: Input.StringFilterInput | null | undefined;
  }
  interface IDFilterInput {
    readonly eq?: PlatformValues["ID"] | null | undefined;
    readonly in?: readonly (PlatformValues["ID"] | null)[] | null | undefined;
  }
  interface StringFilterInput {
    readonly eq?: PlatformValues["String"] | null | undefined;
    readonly eqi?: PlatformValues["String"] | null | undefined;
    readonly ne?: PlatformValues["String"] | null | undefined;
    readonly nei?: PlatformValues["String"] | null | undefined;
    readonly contains?: PlatformValues["String"] | null | undefined;
    readonly notContains?: PlatformValues["String"] | null | undefined;
    readonly containsi?: PlatformValues["String"] | null | undefined;
    readonly notContainsi?: PlatformValues["String"] | null | undefined;
    readonly startsWith?: PlatformValues["String"] | null | undefined;
    readonly in?: readonly (PlatformValues["String"] | null)[] | null | undefined;
    readonly notIn?: readonly (PlatformValues["String"] | null)[] | null | undefined;
    readonly null?: PlatformValues["Boolean"] | null | undefined;
    readonly notNull?: PlatformValues["Boolean"] | null | undefined;
    readonly between?: readonly (PlatformValues["String"] | null)[] | null | undefined;
    readonly not?: Input.StringFilterInput | null | undefined;
    readonly and?: readonly (PlatformValues["String"] | null)[] | null | undefined;
    readonly or?: readonly (PlatformValues["String"] | null)[] | null | undefined;
  }
  interface IntFilterInput {
    readonly eq?: PlatformValues["Int"] | null | undefined;
    readonly gt?: PlatformValues["Int"] | null | undefined;
    readonly gte?: PlatformValues["Int"] | null | undefined;
    readonly lt?: PlatformValues["Int"] | null | undefined;
    readonly between?: readonly (PlatformValues["Int"] | null)[] | null | undefined;
  }
  interface ArticleInput {
    readonly title?: PlatformValues["String"] | null | undefined;
    readonly slug?: PlatformValues["String"] | null | undefined;
    readonly views?: PlatformValues["Int"] | null | undefined;
    readonly category?: PlatformValues["ID"] | null | undefined;
    readonly publishedAt?: PlatformValues["DateTime"] | null | undefined;
  }
  type PublicationStatus = PlatformInputs["PublicationStatus"];
  interface Article {
    readonly __typename?: "Article";
    readonly documentId?: PlatformInputs["ID"] | null | undefined;
    readonly title?: PlatformInputs["String"] | null | undefined;
    readonly slug?: PlatformInputs["String"] | null | undefined;
    readonly views?: PlatformInputs["Int"] | null | undefined;
    readonly publishedAt?: PlatformInputs["DateTime"] | null | undefined;
    readonly category?: Row.Category | string | number | Category | null | undefined;
  }
  interface Category {
    readonly __typename?: "Category";
    readonly documentId?: PlatformInputs["ID"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly articles?: readonly (Row.Article | string | number | Article | null)[] | null | undefined;
  }
  interface ArticleEntityResponseCollection {
    readonly __typename?: "ArticleEntityResponseCollection";
    readonly nodes?: readonly (Row.Article | string | number | Article)[] | null | undefined;
    readonly pageInfo?: Row.Pagination | string | number | Pagination | null | undefined;
  }
  interface Pagination {
    readonly __typename?: "Pagination";
    readonly total?: PlatformInputs["Int"] | null | undefined;
    readonly page?: PlatformInputs["Int"] | null | undefined;
    readonly pageSize?: PlatformInputs["Int"] | null | undefined;
    readonly pageCount?: PlatformInputs["Int"] | null | undefined;
  }
  interface DeleteMutationResponse {
    readonly __typename?: "DeleteMutationResponse";
    readonly documentId?: PlatformInputs["ID"] | null | undefined;
  }
}

/** The tables of types with a key. */
export interface Db {
  readonly Article: Platform.Table<Row.Article, Input.Article>;
  readonly Category: Platform.Table<Row.Category, Input.Category>;
  readonly Pagination: Platform.Table<Row.Pagination, Input.Pagination>;
}

/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, { readonly id: string; readonly name: string; readonly tenantId: string }> & More;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly Query?: {
    readonly articles?: Platform.TypedResolver<object, { readonly filters?: Input.ArticleFiltersInput | null | undefined; readonly pagination: Input.PaginationArg | null; readonly sort: readonly (PlatformValues["String"] | null)[] | null; readonly status?: PlatformValues["PublicationStatus"] | null | undefined }, Context<More>, readonly (Returned.Article | null)[]>;
    readonly articles_connection?: Platform.TypedResolver<object, { readonly filters?: Input.ArticleFiltersInput | null | undefined; readonly pagination?: Input.PaginationArg | null | undefined; readonly sort?: readonly (PlatformValues["String"] | null)[] | null | undefined }, Context<More>, Returned.ArticleEntityResponseCollection | null>;
    readonly article?: Platform.TypedResolver<object, { readonly documentId: PlatformValues["ID"] }, Context<More>, Returned.Article | null>;
  };
  readonly Article?: {
    readonly documentId?: Platform.TypedResolver<Row.Article, object, Context<More>, PlatformValues["ID"]>;
    readonly title?: Platform.TypedResolver<Row.Article, object, Context<More>, PlatformValues["String"]>;
    readonly slug?: Platform.TypedResolver<Row.Article, object, Context<More>, PlatformValues["String"] | null>;
    readonly views?: Platform.TypedResolver<Row.Article, object, Context<More>, PlatformValues["Int"] | null>;
    readonly publishedAt?: Platform.TypedResolver<Row.Article, object, Context<More>, PlatformValues["DateTime"] | null>;
    readonly category?: Platform.TypedResolver<Row.Article, object, Context<More>, Returned.Category | null>;
  };
  readonly Category?: {
    readonly documentId?: Platform.TypedResolver<Row.Category, object, Context<More>, PlatformValues["ID"]>;
    readonly name?: Platform.TypedResolver<Row.Category, object, Context<More>, PlatformValues["String"]>;
    readonly articles?: Platform.TypedResolver<Row.Category, { readonly filters?: Input.ArticleFiltersInput | null | undefined; readonly pagination?: Input.PaginationArg | null | undefined }, Context<More>, readonly (Returned.Article | null)[]>;
  };
  readonly ArticleEntityResponseCollection?: {
    readonly nodes?: Platform.TypedResolver<Row.ArticleEntityResponseCollection, object, Context<More>, readonly Returned.Article[]>;
    readonly pageInfo?: Platform.TypedResolver<Row.ArticleEntityResponseCollection, object, Context<More>, Returned.Pagination>;
  };
  readonly Pagination?: {
    readonly total?: Platform.TypedResolver<Row.Pagination, object, Context<More>, PlatformValues["Int"]>;
    readonly page?: Platform.TypedResolver<Row.Pagination, object, Context<More>, PlatformValues["Int"]>;
    readonly pageSize?: Platform.TypedResolver<Row.Pagination, object, Context<More>, PlatformValues["Int"]>;
    readonly pageCount?: Platform.TypedResolver<Row.Pagination, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly Mutation?: {
    readonly createArticle?: Platform.TypedResolver<object, { readonly data: Input.ArticleInput; readonly status: PlatformValues["PublicationStatus"] | null }, Context<More>, Returned.Article | null>;
    readonly updateArticle?: Platform.TypedResolver<object, { readonly documentId: PlatformValues["ID"]; readonly data: Input.ArticleInput }, Context<More>, Returned.Article | null>;
    readonly deleteArticle?: Platform.TypedResolver<object, { readonly documentId: PlatformValues["ID"] }, Context<More>, Returned.DeleteMutationResponse | null>;
  };
  readonly DeleteMutationResponse?: {
    readonly documentId?: Platform.TypedResolver<Row.DeleteMutationResponse, object, Context<More>, PlatformValues["ID"]>;
  };
}
