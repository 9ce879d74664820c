import type * as Platform from "@integration-platform/graphql-testing/rules";

interface PlatformValues {
  DateTime: string;
  String: string;
  Boolean: boolean;
  Int: number;
  BlogPostOrder: "title_ASC" | "title_DESC" | "sys_publishedAt_ASC" | "sys_publishedAt_DESC" | "publishDate_ASC";
}

interface PlatformInputs {
  DateTime: string;
  String: string;
  Boolean: boolean;
  Int: number;
  BlogPostOrder: "title_ASC" | "title_DESC" | "sys_publishedAt_ASC" | "sys_publishedAt_DESC" | "publishDate_ASC";
}

/** Rows of the simulated platform, as resolvers read them. */
export declare namespace Row {
  interface Sys {
    readonly __typename: "Sys";
    readonly id: PlatformValues["String"];
    readonly publishedAt: PlatformValues["DateTime"] | null;
  }
  interface BlogPost {
    readonly __typename: "BlogPost";
    readonly sys: Sys;
    readonly title: PlatformValues["String"] | null;
    readonly slug: PlatformValues["String"] | null;
    readonly publishDate: PlatformValues["DateTime"] | null;
    readonly author: Author | null;
    readonly tags: readonly (PlatformValues["String"] | null)[] | null;
    readonly hero: Asset | null;
  }
  interface Author {
    readonly __typename: "Author";
    readonly sys: Sys;
    readonly name: PlatformValues["String"] | null;
    readonly linkedFrom: PlatformValues["String"] | null;
  }
  interface Asset {
    readonly __typename: "Asset";
    readonly sys: Sys;
    readonly url: PlatformValues["String"] | null;
    readonly title: PlatformValues["String"] | null;
  }
  interface BlogPostCollection {
    readonly __typename: "BlogPostCollection";
    readonly total: PlatformValues["Int"];
    readonly skip: PlatformValues["Int"];
    readonly limit: PlatformValues["Int"];
    readonly items: readonly (BlogPost | null)[];
  }
}

declare namespace Returned {
  type Sys = Row.Sys | {
    readonly __typename?: "Sys";
    readonly id?: PlatformValues["String"];
    readonly publishedAt?: PlatformValues["DateTime"] | null;
  };
  type BlogPost = Row.BlogPost | {
    readonly __typename?: "BlogPost";
    readonly sys?: Sys;
    readonly title?: PlatformValues["String"] | null;
    readonly slug?: PlatformValues["String"] | null;
    readonly publishDate?: PlatformValues["DateTime"] | null;
    readonly author?: Author | null;
    readonly tags?: readonly (PlatformValues["String"] | null)[] | null;
    readonly hero?: Asset | null;
  };
  type Author = Row.Author | {
    readonly __typename?: "Author";
    readonly sys?: Sys;
    readonly name?: PlatformValues["String"] | null;
    readonly linkedFrom?: PlatformValues["String"] | null;
  };
  type Asset = Row.Asset | {
    readonly __typename?: "Asset";
    readonly sys?: Sys;
    readonly url?: PlatformValues["String"] | null;
    readonly title?: PlatformValues["String"] | null;
  };
  type BlogPostCollection = Platform.Page<Row.BlogPost> | {
    readonly __typename?: "BlogPostCollection";
    readonly total?: PlatformValues["Int"];
    readonly skip?: PlatformValues["Int"];
    readonly limit?: PlatformValues["Int"];
    readonly items?: readonly (BlogPost | null)[];
  };
}

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface ImageTransformOptions {
    readonly width?: PlatformValues["Int"] | null | undefined;
  }
  interface BlogPostFilter {
    readonly sys?: Input.SysFilter | null | undefined;
    readonly title?: PlatformValues["String"] | null | undefined;
    readonly title_not?: PlatformValues["String"] | null | undefined;
    readonly title_in?: readonly (PlatformValues["String"] | null)[] | null | undefined;
    readonly title_contains?: PlatformValues["String"] | null | undefined;
    readonly title_not_contains?: PlatformValues["String"] | null | undefined;
    readonly title_exists?: PlatformValues["Boolean"] | null | undefined;
    readonly publishDate_gt?: PlatformValues["DateTime"] | null | undefined;
    readonly slug?: PlatformValues["String"] | null | undefined;
    readonly tags_contains_all?: readonly (PlatformValues["String"] | null)[] | null | undefined;
    readonly tags_contains_some?: readonly (PlatformValues["String"] | null)[] | null | undefined;
    readonly author?: Input.cfAuthorNestedFilter | null | undefined;
    readonly author_exists?: PlatformValues["Boolean"] | null | undefined;
    readonly OR?: readonly (Input.BlogPostFilter | null)[] | null | undefined;
    readonly AND?: readonly (Input.BlogPostFilter | null)[] | null | undefined;
  }
  interface SysFilter {
    readonly id?: PlatformValues["String"] | null | undefined;
    readonly id_in?: readonly (PlatformValues["String"] | null)[] | null | undefined;
    readonly publishedAt_gte?: PlatformValues["DateTime"] | null | undefined;
  }
  interface cfAuthorNestedFilter {
    readonly name?: PlatformValues["String"] | null | undefined;
    readonly name_contains?: PlatformValues["String"] | null | undefined;
  }
  type BlogPostOrder = PlatformInputs["BlogPostOrder"];
  interface Sys {
    readonly __typename?: "Sys";
    readonly id?: PlatformInputs["String"] | null | undefined;
    readonly publishedAt?: PlatformInputs["DateTime"] | null | undefined;
  }
  interface BlogPost {
    readonly __typename?: "BlogPost";
    readonly sys?: Row.Sys | string | number | Sys | null | undefined;
    readonly title?: PlatformInputs["String"] | null | undefined;
    readonly slug?: PlatformInputs["String"] | null | undefined;
    readonly publishDate?: PlatformInputs["DateTime"] | null | undefined;
    readonly author?: Row.Author | string | number | Author | null | undefined;
    readonly tags?: readonly (PlatformInputs["String"] | null)[] | null | undefined;
    readonly hero?: Row.Asset | string | number | Asset | null | undefined;
  }
  interface Author {
    readonly __typename?: "Author";
    readonly sys?: Row.Sys | string | number | Sys | null | undefined;
    readonly name?: PlatformInputs["String"] | null | undefined;
    readonly linkedFrom?: PlatformInputs["String"] | null | undefined;
  }
  interface Asset {
    readonly __typename?: "Asset";
    readonly sys?: Row.Sys | string | number | Sys | null | undefined;
    readonly url?: PlatformInputs["String"] | null | undefined;
    readonly title?: PlatformInputs["String"] | null | undefined;
  }
  interface BlogPostCollection {
    readonly __typename?: "BlogPostCollection";
    readonly total?: PlatformInputs["Int"] | null | undefined;
    readonly skip?: PlatformInputs["Int"] | null | undefined;
    readonly limit?: PlatformInputs["Int"] | null | undefined;
    readonly items?: readonly (Row.BlogPost | string | number | BlogPost | null)[] | null | undefined;
  }
}

/** The tables of types with a key. */
export interface Db {
  readonly Sys: Platform.Table<Row.Sys, Input.Sys>;
  readonly BlogPost: Platform.Table<Row.BlogPost, Input.BlogPost>;
  readonly Author: Platform.Table<Row.Author, Input.Author>;
  readonly Asset: Platform.Table<Row.Asset, Input.Asset>;
}

/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, { readonly id: string; readonly name: string; readonly tenantId: string }> & More;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly Query?: {
    readonly blogPost?: Platform.TypedResolver<object, { readonly id: PlatformValues["String"]; readonly preview?: PlatformValues["Boolean"] | null | undefined; readonly locale?: PlatformValues["String"] | null | undefined }, Context<More>, Returned.BlogPost | null>;
    readonly blogPostCollection?: Platform.TypedResolver<object, { readonly skip: PlatformValues["Int"] | null; readonly limit: PlatformValues["Int"] | null; readonly preview?: PlatformValues["Boolean"] | null | undefined; readonly locale?: PlatformValues["String"] | null | undefined; readonly where?: Input.BlogPostFilter | null | undefined; readonly order?: readonly (PlatformValues["BlogPostOrder"] | null)[] | null | undefined }, Context<More>, Returned.BlogPostCollection | null>;
  };
  readonly Sys?: {
    readonly id?: Platform.TypedResolver<Row.Sys, object, Context<More>, PlatformValues["String"]>;
    readonly publishedAt?: Platform.TypedResolver<Row.Sys, object, Context<More>, PlatformValues["DateTime"] | null>;
  };
  readonly BlogPost?: {
    readonly sys?: Platform.TypedResolver<Row.BlogPost, object, Context<More>, Returned.Sys>;
    readonly title?: Platform.TypedResolver<Row.BlogPost, { readonly locale?: PlatformValues["String"] | null | undefined }, Context<More>, PlatformValues["String"] | null>;
    readonly slug?: Platform.TypedResolver<Row.BlogPost, { readonly locale?: PlatformValues["String"] | null | undefined }, Context<More>, PlatformValues["String"] | null>;
    readonly publishDate?: Platform.TypedResolver<Row.BlogPost, { readonly locale?: PlatformValues["String"] | null | undefined }, Context<More>, PlatformValues["DateTime"] | null>;
    readonly author?: Platform.TypedResolver<Row.BlogPost, { readonly preview?: PlatformValues["Boolean"] | null | undefined }, Context<More>, Returned.Author | null>;
    readonly tags?: Platform.TypedResolver<Row.BlogPost, object, Context<More>, readonly (PlatformValues["String"] | null)[] | null>;
    readonly hero?: Platform.TypedResolver<Row.BlogPost, object, Context<More>, Returned.Asset | null>;
  };
  readonly Author?: {
    readonly sys?: Platform.TypedResolver<Row.Author, object, Context<More>, Returned.Sys>;
    readonly name?: Platform.TypedResolver<Row.Author, object, Context<More>, PlatformValues["String"] | null>;
    readonly linkedFrom?: Platform.TypedResolver<Row.Author, object, Context<More>, PlatformValues["String"] | null>;
  };
  readonly Asset?: {
    readonly sys?: Platform.TypedResolver<Row.Asset, object, Context<More>, Returned.Sys>;
    readonly url?: Platform.TypedResolver<Row.Asset, { readonly transform?: Input.ImageTransformOptions | null | undefined }, Context<More>, PlatformValues["String"] | null>;
    readonly title?: Platform.TypedResolver<Row.Asset, object, Context<More>, PlatformValues["String"] | null>;
  };
  readonly BlogPostCollection?: {
    readonly total?: Platform.TypedResolver<Row.BlogPostCollection, object, Context<More>, PlatformValues["Int"]>;
    readonly skip?: Platform.TypedResolver<Row.BlogPostCollection, object, Context<More>, PlatformValues["Int"]>;
    readonly limit?: Platform.TypedResolver<Row.BlogPostCollection, object, Context<More>, PlatformValues["Int"]>;
    readonly items?: Platform.TypedResolver<Row.BlogPostCollection, object, Context<More>, readonly (Returned.BlogPost | null)[]>;
  };
}
