/**
 * The dialects of platforms, by their documentation. A project can write its own in the same form. Names that a platform
 * gives to each of its fields, such as `filter` members with own meanings, need a test in `where`.
 */

import type { Dialect } from "./dialect.ts";

const COMPARED = { gt: "gt", gte: "gte", lt: "lt", lte: "lte" } as const;

/** Hasura on PostgreSQL: https://hasura.io/docs/2.0/api-reference/graphql-api/query/ */
export const hasura: Dialect = {
  filters: ["where"],
  orders: ["order_by"],
  pages: { limit: "first", offset: "skip" },
  operators: {
    ...{ _eq: "eq", _neq: "not eq", _in: "in", _nin: "not in", _is_null: "isNull" },
    ...{ _gt: "gt", _gte: "gte", _lt: "lt", _lte: "lte", _regex: "matches", _iregex: "matchesi" },
    ...{ _like: "like", _nlike: "not like", _ilike: "likei", _nilike: "not likei" },
  },
  logic: { _and: "and", _or: "or", _not: "not" },
  lists: "some",
  directions: {
    ...{ asc_nulls_first: "asc nulls first", asc_nulls_last: "asc nulls last" },
    ...{ desc_nulls_first: "desc nulls first", desc_nulls_last: "desc nulls last" },
  },
  // The default of PostgreSQL: as if null were larger than any value.
  nulls: "high",
  enums: "declared",
};

/** Strapi 5: https://docs.strapi.io/cms/api/graphql#filters */
export const strapi: Dialect = {
  filters: ["filters"],
  orders: ["sort"],
  pages: { page: "page", pageSize: "first", start: "skip", limit: "first" },
  operators: {
    ...{ "": "eq", eq: "eq", eqi: "eqi", ne: "not eq", nei: "not eqi", in: "in", notIn: "not in" },
    ...COMPARED,
    ...{
      contains: "contains",
      notContains: "not contains",
      containsi: "containsi",
      notContainsi: "not containsi",
    },
    ...{ startsWith: "startsWith", startsWithi: "startsWithi", endsWith: "endsWith", endsWithi: "endsWithi" },
    ...{ null: "isNull", notNull: "exists", between: "between", and: "and", or: "or", not: "not" },
  },
  logic: { and: "and", or: "or", not: "not" },
  lists: "some",
  orderSeparator: ":",
};

/** Contentful: https://www.contentful.com/developers/docs/references/graphql/#/reference/collection-filters */
export const contentful: Dialect = {
  filters: ["where"],
  orders: ["order"],
  pages: { limit: "first", skip: "skip" },
  separator: "_",
  operators: {
    ...{ "": "eq", not: "not eq", in: "in", not_in: "not in", exists: "exists" },
    ...COMPARED,
    ...{ contains: "containsi", not_contains: "not containsi" },
    ...{ contains_all: "all", contains_some: "some", contains_none: "not some" },
  },
  logic: { AND: "and", OR: "or" },
  lists: "some",
  orderSeparator: "_",
};

/** PostGraphile with connection-filter: https://github.com/graphile-contrib/postgraphile-plugin-connection-filter */
export const postgraphile: Dialect = {
  filters: ["condition", "filter"],
  orders: ["orderBy"],
  pages: { offset: "skip" },
  operators: {
    ...{ "": "eq", equalTo: "eq", notEqualTo: "not eq", distinctFrom: "not eq", notDistinctFrom: "eq" },
    ...{ in: "in", notIn: "not in", isNull: "isNull" },
    ...{ greaterThan: "gt", greaterThanOrEqualTo: "gte", lessThan: "lt", lessThanOrEqualTo: "lte" },
    ...{ includes: "contains", notIncludes: "not contains" },
    ...{ includesInsensitive: "containsi", notIncludesInsensitive: "not containsi" },
    ...{
      startsWith: "startsWith",
      notStartsWith: "not startsWith",
      endsWith: "endsWith",
      notEndsWith: "not endsWith",
    },
    ...{ startsWithInsensitive: "startsWithi", endsWithInsensitive: "endsWithi" },
    ...{ like: "like", notLike: "not like", likeInsensitive: "likei", notLikeInsensitive: "not likei" },
    ...{ equalToInsensitive: "eqi", notEqualToInsensitive: "not eqi" },
  },
  logic: { and: "and", or: "or", not: "not" },
  quantifiers: { some: "some", every: "every", none: "none" },
  orderSeparator: "_",
  nulls: "high",
  enums: "declared",
};

/** The shipped dialects by their names. */
export const DIALECTS: Readonly<Record<string, Dialect>> = { hasura, strapi, contentful, postgraphile };
