/**
 * The dialects of platforms: the members that their documentation has for scalars, texts and enums. A project
 * can write its own in the same form. Members that a dialect leaves out, such as those of JSON columns, need
 * a test in `where`.
 */

import type { Dialect } from "./dialect.ts";

/**
 * Hasura 2 on PostgreSQL. Nulls in comparisons are errors since version 2. Columns with values of a GraphQL
 * enum are texts.
 *
 * Source: https://hasura.io/docs/2.0/api-reference/graphql-api/query/,
 * https://hasura.io/docs/2.0/queries/postgres/filters/index/
 */
export const hasura: Dialect = {
  filters: ["where"],
  orders: ["order_by"],
  pages: { limit: "first", offset: "skip" },
  operators: {
    _eq: "eq",
    _neq: "not eq",
    _gt: "gt",
    _lt: "lt",
    _gte: "gte",
    _lte: "lte",
    _in: "in",
    _nin: "not in",
    _like: "like",
    _nlike: "not like",
    _ilike: "likei",
    _nilike: "not likei",
    _regex: "matches",
    _iregex: "matchesi",
    _nregex: "not matches",
    _niregex: "not matchesi",
    _is_null: "isNull",
  },
  logic: { _and: "and", _or: "or", _not: "not" },
  lists: "some",
  directions: {
    asc_nulls_first: "asc nulls first",
    asc_nulls_last: "asc nulls last",
    desc_nulls_first: "desc nulls first",
    desc_nulls_last: "desc nulls last",
  },
  nulls: "high",
  sqlNulls: "strict",
  enums: "text",
};

/**
 * Strapi 5. The place of null in an order depends on its database. Its default page size is 10: `limits`.
 *
 * Source: https://docs.strapi.io/cms/api/graphql#filters; `eqi` and `nei` are in its schema only
 */
export const strapi: Dialect = {
  filters: ["filters"],
  orders: ["sort"],
  pages: { pagination: "members", page: "page", pageSize: "first", start: "skip", limit: "first" },
  operators: {
    eq: "eq",
    eqi: "eqi",
    ne: "not eq",
    nei: "not eqi",
    lt: "lt",
    lte: "lte",
    gt: "gt",
    gte: "gte",
    in: "in",
    notIn: "not in",
    contains: "contains",
    notContains: "not contains",
    containsi: "containsi",
    notContainsi: "not containsi",
    null: "isNull",
    notNull: "exists",
    between: "between",
    startsWith: "startsWith",
    endsWith: "endsWith",
    and: "and",
    or: "or",
    not: "not",
  },
  logic: { and: "and", or: "or", not: "not" },
  lists: "some",
  orderSeparator: ":",
  sqlNulls: "loose",
};

/**
 * Contentful. `_contains` ignores case. Only single references are filtered. The place of null in an order is
 * not documented.
 *
 * Source: https://www.contentful.com/developers/docs/references/graphql/collection-filters and
 * …/collection-order
 */
export const contentful: Dialect = {
  filters: ["where"],
  orders: ["order"],
  pages: { limit: "first", skip: "skip" },
  separator: "_",
  operators: {
    "": "eq",
    not: "not eq",
    exists: "exists",
    contains: "containsi",
    not_contains: "not containsi",
    gt: "gt",
    gte: "gte",
    lt: "lt",
    lte: "lte",
    in: "in",
    not_in: "not in",
    contains_all: "all",
    contains_some: "some",
    contains_none: "not some",
  },
  logic: { AND: "and", OR: "or" },
  orderSeparator: "_",
};

/**
 * PostGraphile 4, with `postgraphile-plugin-connection-filter`. A member of `condition` is compared without
 * an operator, even with null. The orders `NATURAL` and `PRIMARY_KEY_ASC` have no fields: they are names in
 * `sort`.
 *
 * Source:
 * https://github.com/graphile-contrib/postgraphile-plugin-connection-filter/blob/master/docs/operators.md
 */
export const postgraphile: Dialect = {
  filters: ["condition", "filter"],
  orders: ["orderBy"],
  pages: { offset: "skip" },
  operators: {
    "": "eq",
    isNull: "isNull",
    equalTo: "eq",
    notEqualTo: "not eq",
    distinctFrom: "not is",
    notDistinctFrom: "is",
    in: "in",
    notIn: "not in",
    lessThan: "lt",
    lessThanOrEqualTo: "lte",
    greaterThan: "gt",
    greaterThanOrEqualTo: "gte",
    includes: "contains",
    notIncludes: "not contains",
    includesInsensitive: "containsi",
    notIncludesInsensitive: "not containsi",
    startsWith: "startsWith",
    notStartsWith: "not startsWith",
    startsWithInsensitive: "startsWithi",
    notStartsWithInsensitive: "not startsWithi",
    endsWith: "endsWith",
    notEndsWith: "not endsWith",
    endsWithInsensitive: "endsWithi",
    notEndsWithInsensitive: "not endsWithi",
    like: "like",
    notLike: "not like",
    likeInsensitive: "likei",
    notLikeInsensitive: "not likei",
    equalToInsensitive: "eqi",
    notEqualToInsensitive: "not eqi",
    distinctFromInsensitive: "not isi",
    notDistinctFromInsensitive: "isi",
    inInsensitive: "ini",
    notInInsensitive: "not ini",
    lessThanInsensitive: "lti",
    lessThanOrEqualToInsensitive: "ltei",
    greaterThanInsensitive: "gti",
    greaterThanOrEqualToInsensitive: "gtei",
  },
  logic: { and: "and", or: "or", not: "not" },
  quantifiers: { some: "some", every: "every", none: "none" },
  orderSeparator: "_",
  nulls: "high",
  sqlNulls: "strict",
  enums: "declared",
};

/** The shipped dialects by their names. */
export const DIALECTS: Readonly<Record<string, Dialect>> = { hasura, strapi, contentful, postgraphile };
