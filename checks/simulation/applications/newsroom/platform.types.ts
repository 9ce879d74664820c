import type * as Platform from "@integration-platform/graphql-testing/rules";

interface PlatformValues {
  timestamptz: string;
  uuid: string;
  Int: number;
  String: string;
  Boolean: boolean;
  order_by: "asc" | "asc_nulls_first" | "asc_nulls_last" | "desc" | "desc_nulls_first" | "desc_nulls_last";
}

interface PlatformInputs {
  timestamptz: string;
  uuid: string;
  Int: number;
  String: string;
  Boolean: boolean;
  order_by: "asc" | "asc_nulls_first" | "asc_nulls_last" | "desc" | "desc_nulls_first" | "desc_nulls_last";
}

/** Rows of the simulated platform, as resolvers read them. */
export declare namespace Row {
  interface articles {
    readonly __typename: "articles";
    readonly id: PlatformValues["Int"];
    readonly title: PlatformValues["String"];
    readonly body: PlatformValues["String"] | null;
    readonly status: PlatformValues["String"];
    readonly views: PlatformValues["Int"];
    readonly published_at: PlatformValues["timestamptz"] | null;
    readonly author_id: PlatformValues["uuid"];
    readonly author: authors;
    readonly comments: readonly comments[];
  }
  interface authors {
    readonly __typename: "authors";
    readonly id: PlatformValues["uuid"];
    readonly name: PlatformValues["String"];
    readonly email: PlatformValues["String"];
    readonly articles: readonly articles[];
  }
  interface comments {
    readonly __typename: "comments";
    readonly id: PlatformValues["Int"];
    readonly text: PlatformValues["String"];
    readonly article_id: PlatformValues["Int"];
    readonly article: articles;
  }
  interface articles_aggregate {
    readonly __typename: "articles_aggregate";
    readonly aggregate: articles_aggregate_fields | null;
    readonly nodes: readonly articles[];
  }
  interface articles_aggregate_fields {
    readonly __typename: "articles_aggregate_fields";
    readonly count: PlatformValues["Int"];
  }
  interface articles_mutation_response {
    readonly __typename: "articles_mutation_response";
    readonly affected_rows: PlatformValues["Int"];
    readonly returning: readonly articles[];
  }
  interface comments_mutation_response {
    readonly __typename: "comments_mutation_response";
    readonly affected_rows: PlatformValues["Int"];
    readonly returning: readonly comments[];
  }
}

declare namespace Returned {
  type articles = Row.articles | {
    readonly __typename?: "articles";
    readonly id?: PlatformValues["Int"];
    readonly title?: PlatformValues["String"];
    readonly body?: PlatformValues["String"] | null;
    readonly status?: PlatformValues["String"];
    readonly views?: PlatformValues["Int"];
    readonly published_at?: PlatformValues["timestamptz"] | null;
    readonly author_id?: PlatformValues["uuid"];
    readonly author?: authors;
    readonly comments?: readonly comments[];
  };
  type authors = Row.authors | {
    readonly __typename?: "authors";
    readonly id?: PlatformValues["uuid"];
    readonly name?: PlatformValues["String"];
    readonly email?: PlatformValues["String"];
    readonly articles?: readonly articles[];
  };
  type comments = Row.comments | {
    readonly __typename?: "comments";
    readonly id?: PlatformValues["Int"];
    readonly text?: PlatformValues["String"];
    readonly article_id?: PlatformValues["Int"];
    readonly article?: articles;
  };
  type articles_aggregate = Platform.Page<Row.articles> | {
    readonly __typename?: "articles_aggregate";
    readonly aggregate?: articles_aggregate_fields | null;
    readonly nodes?: readonly articles[];
  };
  type articles_aggregate_fields = Row.articles_aggregate_fields | {
    readonly __typename?: "articles_aggregate_fields";
    readonly count?: PlatformValues["Int"];
  };
  type articles_mutation_response = Row.articles_mutation_response | {
    readonly __typename?: "articles_mutation_response";
    readonly affected_rows?: PlatformValues["Int"];
    readonly returning?: readonly articles[];
  };
  type comments_mutation_response = Row.comments_mutation_response | {
    readonly __typename?: "comments_mutation_response";
    readonly affected_rows?: PlatformValues["Int"];
    readonly returning?: readonly comments[];
  };
}

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface articles_bool_exp {
    readonly _and?: readonly Input.articles_bool_exp[] | null | undefined;
    readonly _or?: readonly Input.articles_bool_exp[] | null | undefined;
    readonly _not?: Input.articles_bool_exp | null | undefined;
    readonly id?: Input.Int_comparison_exp | null | undefined;
    readonly title?: Input.String_comparison_exp | null | undefined;
    readonly status?: Input.String_comparison_exp | null | undefined;
    readonly views?: Input.Int_comparison_exp | null | undefined;
    readonly published_at?: Input.timestamptz_comparison_exp | null | undefined;
    readonly author_id?: Input.uuid_comparison_exp | null | undefined;
    readonly author?: Input.authors_bool_exp | null | undefined;
    readonly comments?: Input.comments_bool_exp | null | undefined;
  }
  interface authors_bool_exp {
    readonly _and?: readonly Input.authors_bool_exp[] | null | undefined;
    readonly _or?: readonly Input.authors_bool_exp[] | null | undefined;
    readonly _not?: Input.authors_bool_exp | null | undefined;
    readonly id?: Input.uuid_comparison_exp | null | undefined;
    readonly name?: Input.String_comparison_exp | null | undefined;
    readonly email?: Input.String_comparison_exp | null | undefined;
    readonly articles?: Input.articles_bool_exp | null | undefined;
  }
  interface comments_bool_exp {
    readonly _and?: readonly Input.comments_bool_exp[] | null | undefined;
    readonly _or?: readonly Input.comments_bool_exp[] | null | undefined;
    readonly _not?: Input.comments_bool_exp | null | undefined;
    readonly id?: Input.Int_comparison_exp | null | undefined;
    readonly text?: Input.String_comparison_exp | null | undefined;
  }
  interface Int_comparison_exp {
    readonly _eq?: PlatformValues["Int"] | null | undefined;
    readonly _neq?: PlatformValues["Int"] | null | undefined;
    readonly _in?: readonly PlatformValues["Int"][] | null | undefined;
    readonly _nin?: readonly PlatformValues["Int"][] | null | undefined;
    readonly _gt?: PlatformValues["Int"] | null | undefined;
    readonly _gte?: PlatformValues["Int"] | null | undefined;
    readonly _lt?: PlatformValues["Int"] | null | undefined;
    readonly _lte?: PlatformValues["Int"] | null | undefined;
    readonly _is_null?: PlatformValues["Boolean"] | null | undefined;
  }
  interface String_comparison_exp {
    readonly _eq?: PlatformValues["String"] | null | undefined;
    readonly _neq?: PlatformValues["String"] | null | undefined;
    readonly _in?: readonly PlatformValues["String"][] | null | undefined;
    readonly _nin?: readonly PlatformValues["String"][] | null | undefined;
    readonly _like?: PlatformValues["String"] | null | undefined;
    readonly _ilike?: PlatformValues["String"] | null | undefined;
    readonly _is_null?: PlatformValues["Boolean"] | null | undefined;
  }
  interface timestamptz_comparison_exp {
    readonly _eq?: PlatformValues["timestamptz"] | null | undefined;
    readonly _gt?: PlatformValues["timestamptz"] | null | undefined;
    readonly _gte?: PlatformValues["timestamptz"] | null | undefined;
    readonly _lt?: PlatformValues["timestamptz"] | null | undefined;
    readonly _lte?: PlatformValues["timestamptz"] | null | undefined;
    readonly _is_null?: PlatformValues["Boolean"] | null | undefined;
  }
  interface uuid_comparison_exp {
    readonly _eq?: PlatformValues["uuid"] | null | undefined;
    readonly _neq?: PlatformValues["uuid"] | null | undefined;
    readonly _in?: readonly PlatformValues["uuid"][] | null | undefined;
  }
  interface articles_order_by {
    readonly id?: PlatformValues["order_by"] | null | undefined;
    readonly title?: PlatformValues["order_by"] | null | undefined;
    readonly views?: PlatformValues["order_by"] | null | undefined;
    readonly published_at?: PlatformValues["order_by"] | null | undefined;
    readonly author?: Input.authors_order_by | null | undefined;
  }
  interface authors_order_by {
    readonly id?: PlatformValues["order_by"] | null | undefined;
    readonly name?: PlatformValues["order_by"] | null | undefined;
  }
  interface comments_order_by {
    readonly id?: PlatformValues["order_by"] | null | undefined;
  }
  interface articles_insert_input {
    readonly title?: PlatformValues["String"] | null | undefined;
    readonly body?: PlatformValues["String"] | null | undefined;
    readonly status?: PlatformValues["String"] | null | undefined;
    readonly author_id?: PlatformValues["uuid"] | null | undefined;
  }
  interface comments_insert_input {
    readonly text?: PlatformValues["String"] | null | undefined;
    readonly article_id?: PlatformValues["Int"] | null | undefined;
  }
  interface articles_pk_columns_input {
    readonly id: PlatformValues["Int"];
  }
  interface articles_set_input {
    readonly title?: PlatformValues["String"] | null | undefined;
    readonly body?: PlatformValues["String"] | null | undefined;
    readonly status?: PlatformValues["String"] | null | undefined;
    readonly published_at?: PlatformValues["timestamptz"] | null | undefined;
    readonly author_id?: PlatformValues["uuid"] | null | undefined;
  }
  interface articles_inc_input {
    readonly views?: PlatformValues["Int"] | null | undefined;
  }
  type order_by = PlatformInputs["order_by"];
  interface articles {
    readonly __typename?: "articles";
    readonly id?: PlatformInputs["Int"] | null | undefined;
    readonly title?: PlatformInputs["String"] | null | undefined;
    readonly body?: PlatformInputs["String"] | null | undefined;
    readonly status?: PlatformInputs["String"] | null | undefined;
    readonly views?: PlatformInputs["Int"] | null | undefined;
    readonly published_at?: PlatformInputs["timestamptz"] | null | undefined;
    readonly author_id?: PlatformInputs["uuid"] | null | undefined;
    readonly author?: Row.authors | string | number | authors | null | undefined;
    readonly comments?: readonly (Row.comments | string | number | comments)[] | null | undefined;
  }
  interface authors {
    readonly __typename?: "authors";
    readonly id?: PlatformInputs["uuid"] | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly email?: PlatformInputs["String"] | null | undefined;
    readonly articles?: readonly (Row.articles | string | number | articles)[] | null | undefined;
  }
  interface comments {
    readonly __typename?: "comments";
    readonly id?: PlatformInputs["Int"] | null | undefined;
    readonly text?: PlatformInputs["String"] | null | undefined;
    readonly article_id?: PlatformInputs["Int"] | null | undefined;
    readonly article?: Row.articles | string | number | articles | null | undefined;
  }
  interface articles_aggregate {
    readonly __typename?: "articles_aggregate";
    readonly aggregate?: Row.articles_aggregate_fields | string | number | articles_aggregate_fields | null | undefined;
    readonly nodes?: readonly (Row.articles | string | number | articles)[] | null | undefined;
  }
  interface articles_aggregate_fields {
    readonly __typename?: "articles_aggregate_fields";
    readonly count?: PlatformInputs["Int"] | null | undefined;
  }
  interface articles_mutation_response {
    readonly __typename?: "articles_mutation_response";
    readonly affected_rows?: PlatformInputs["Int"] | null | undefined;
    readonly returning?: readonly (Row.articles | string | number | articles)[] | null | undefined;
  }
  interface comments_mutation_response {
    readonly __typename?: "comments_mutation_response";
    readonly affected_rows?: PlatformInputs["Int"] | null | undefined;
    readonly returning?: readonly (Row.comments | string | number | comments)[] | null | undefined;
  }
}

/** The tables of types with a key. */
export interface Db {
  readonly articles: Platform.Table<Row.articles, Input.articles>;
  readonly authors: Platform.Table<Row.authors, Input.authors>;
  readonly comments: Platform.Table<Row.comments, Input.comments>;
  readonly articles_aggregate_fields: Platform.Table<Row.articles_aggregate_fields, Input.articles_aggregate_fields>;
}

/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, { readonly id: string; readonly name: string; readonly tenantId: string }> & More;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly query_root?: {
    readonly articles?: Platform.TypedResolver<object, { readonly where?: Input.articles_bool_exp | null | undefined; readonly order_by?: readonly Input.articles_order_by[] | null | undefined; readonly limit?: PlatformValues["Int"] | null | undefined; readonly offset?: PlatformValues["Int"] | null | undefined }, Context<More>, readonly Returned.articles[]>;
    readonly articles_by_pk?: Platform.TypedResolver<object, { readonly id: PlatformValues["Int"] }, Context<More>, Returned.articles | null>;
    readonly articles_aggregate?: Platform.TypedResolver<object, { readonly where?: Input.articles_bool_exp | null | undefined }, Context<More>, Returned.articles_aggregate>;
    readonly authors?: Platform.TypedResolver<object, { readonly where?: Input.authors_bool_exp | null | undefined; readonly order_by?: readonly Input.authors_order_by[] | null | undefined; readonly limit?: PlatformValues["Int"] | null | undefined; readonly offset?: PlatformValues["Int"] | null | undefined }, Context<More>, readonly Returned.authors[]>;
    readonly authors_by_pk?: Platform.TypedResolver<object, { readonly id: PlatformValues["uuid"] }, Context<More>, Returned.authors | null>;
  };
  readonly mutation_root?: {
    readonly insert_articles_one?: Platform.TypedResolver<object, { readonly object: Input.articles_insert_input }, Context<More>, Returned.articles | null>;
    readonly insert_comments?: Platform.TypedResolver<object, { readonly objects: readonly Input.comments_insert_input[] }, Context<More>, Returned.comments_mutation_response | null>;
    readonly update_articles_by_pk?: Platform.TypedResolver<object, { readonly pk_columns: Input.articles_pk_columns_input; readonly _set?: Input.articles_set_input | null | undefined; readonly _inc?: Input.articles_inc_input | null | undefined }, Context<More>, Returned.articles | null>;
    readonly update_articles?: Platform.TypedResolver<object, { readonly where: Input.articles_bool_exp; readonly _set?: Input.articles_set_input | null | undefined }, Context<More>, Returned.articles_mutation_response | null>;
    readonly delete_articles_by_pk?: Platform.TypedResolver<object, { readonly id: PlatformValues["Int"] }, Context<More>, Returned.articles | null>;
    readonly delete_articles?: Platform.TypedResolver<object, { readonly where: Input.articles_bool_exp }, Context<More>, Returned.articles_mutation_response | null>;
  };
  readonly articles?: {
    readonly id?: Platform.TypedResolver<Row.articles, object, Context<More>, PlatformValues["Int"]>;
    readonly title?: Platform.TypedResolver<Row.articles, object, Context<More>, PlatformValues["String"]>;
    readonly body?: Platform.TypedResolver<Row.articles, object, Context<More>, PlatformValues["String"] | null>;
    readonly status?: Platform.TypedResolver<Row.articles, object, Context<More>, PlatformValues["String"]>;
    readonly views?: Platform.TypedResolver<Row.articles, object, Context<More>, PlatformValues["Int"]>;
    readonly published_at?: Platform.TypedResolver<Row.articles, object, Context<More>, PlatformValues["timestamptz"] | null>;
    readonly author_id?: Platform.TypedResolver<Row.articles, object, Context<More>, PlatformValues["uuid"]>;
    readonly author?: Platform.TypedResolver<Row.articles, object, Context<More>, Returned.authors>;
    readonly comments?: Platform.TypedResolver<Row.articles, { readonly where?: Input.comments_bool_exp | null | undefined; readonly order_by?: readonly Input.comments_order_by[] | null | undefined; readonly limit?: PlatformValues["Int"] | null | undefined }, Context<More>, readonly Returned.comments[]>;
  };
  readonly authors?: {
    readonly id?: Platform.TypedResolver<Row.authors, object, Context<More>, PlatformValues["uuid"]>;
    readonly name?: Platform.TypedResolver<Row.authors, object, Context<More>, PlatformValues["String"]>;
    readonly email?: Platform.TypedResolver<Row.authors, object, Context<More>, PlatformValues["String"]>;
    readonly articles?: Platform.TypedResolver<Row.authors, { readonly where?: Input.articles_bool_exp | null | undefined; readonly order_by?: readonly Input.articles_order_by[] | null | undefined; readonly limit?: PlatformValues["Int"] | null | undefined; readonly offset?: PlatformValues["Int"] | null | undefined }, Context<More>, readonly Returned.articles[]>;
  };
  readonly comments?: {
    readonly id?: Platform.TypedResolver<Row.comments, object, Context<More>, PlatformValues["Int"]>;
    readonly text?: Platform.TypedResolver<Row.comments, object, Context<More>, PlatformValues["String"]>;
    readonly article_id?: Platform.TypedResolver<Row.comments, object, Context<More>, PlatformValues["Int"]>;
    readonly article?: Platform.TypedResolver<Row.comments, object, Context<More>, Returned.articles>;
  };
  readonly articles_aggregate?: {
    readonly aggregate?: Platform.TypedResolver<Row.articles_aggregate, object, Context<More>, Returned.articles_aggregate_fields | null>;
    readonly nodes?: Platform.TypedResolver<Row.articles_aggregate, object, Context<More>, readonly Returned.articles[]>;
  };
  readonly articles_aggregate_fields?: {
    readonly count?: Platform.TypedResolver<Row.articles_aggregate_fields, object, Context<More>, PlatformValues["Int"]>;
  };
  readonly articles_mutation_response?: {
    readonly affected_rows?: Platform.TypedResolver<Row.articles_mutation_response, object, Context<More>, PlatformValues["Int"]>;
    readonly returning?: Platform.TypedResolver<Row.articles_mutation_response, object, Context<More>, readonly Returned.articles[]>;
  };
  readonly comments_mutation_response?: {
    readonly affected_rows?: Platform.TypedResolver<Row.comments_mutation_response, object, Context<More>, PlatformValues["Int"]>;
    readonly returning?: Platform.TypedResolver<Row.comments_mutation_response, object, Context<More>, readonly Returned.comments[]>;
  };
}
