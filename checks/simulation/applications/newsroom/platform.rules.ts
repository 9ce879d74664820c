/** The reviewed rules of the application. */

import {
  above,
  and,
  atLeast,
  atMost,
  below,
  descending,
  is,
  isNot,
  isNull,
  keep,
  like,
  likeText,
  matching,
  not,
  nullsFirst,
  nullsLast,
  or,
  type Row,
  type Rules,
  some,
} from "@integration-platform/graphql-testing/rules";

export default {
  filters: {
    "articles_bool_exp._and": and,
    "articles_bool_exp._or": or,
    "articles_bool_exp._not": not,
    "articles_bool_exp.id": matching("id"),
    "articles_bool_exp.title": matching("title"),
    "articles_bool_exp.status": matching("status"),
    "articles_bool_exp.views": matching("views"),
    "articles_bool_exp.published_at": matching("published_at"),
    "articles_bool_exp.author_id": matching("author_id"),
    "articles_bool_exp.author": matching("author"),
    "articles_bool_exp.comments": some("comments"),
    "Int_comparison_exp._eq": is(),
    "Int_comparison_exp._neq": isNot(),
    "Int_comparison_exp._in": is(),
    "Int_comparison_exp._nin": isNot(),
    "Int_comparison_exp._gt": above(),
    "Int_comparison_exp._gte": atLeast(),
    "Int_comparison_exp._lt": below(),
    "Int_comparison_exp._lte": atMost(),
    "Int_comparison_exp._is_null": isNull(),
    "String_comparison_exp._eq": is(),
    "String_comparison_exp._neq": isNot(),
    "String_comparison_exp._in": is(),
    "String_comparison_exp._nin": isNot(),
    "String_comparison_exp._like": like(),
    "String_comparison_exp._ilike": likeText(),
    "String_comparison_exp._is_null": isNull(),
    "timestamptz_comparison_exp._eq": is(),
    "timestamptz_comparison_exp._gt": above(),
    "timestamptz_comparison_exp._gte": atLeast(),
    "timestamptz_comparison_exp._lt": below(),
    "timestamptz_comparison_exp._lte": atMost(),
    "timestamptz_comparison_exp._is_null": isNull(),
    "uuid_comparison_exp._eq": is(),
    "uuid_comparison_exp._neq": isNot(),
    "uuid_comparison_exp._in": is(),
    "authors_bool_exp._and": and,
    "authors_bool_exp._or": or,
    "authors_bool_exp._not": not,
    "authors_bool_exp.id": matching("id"),
    "authors_bool_exp.name": matching("name"),
    "authors_bool_exp.email": matching("email"),
    "authors_bool_exp.articles": some("articles"),
    "comments_bool_exp._and": and,
    "comments_bool_exp._or": or,
    "comments_bool_exp._not": not,
    "comments_bool_exp.id": matching("id"),
    "comments_bool_exp.text": matching("text"),
  },
  orders: {
    "articles_order_by.id": "id",
    "order_by.asc": keep,
    "order_by.asc_nulls_first": nullsFirst(keep),
    "order_by.asc_nulls_last": nullsLast(keep),
    "order_by.desc": descending,
    "order_by.desc_nulls_first": nullsFirst(descending),
    "order_by.desc_nulls_last": nullsLast(descending),
    "articles_order_by.title": "title",
    "articles_order_by.views": "views",
    "articles_order_by.published_at": "published_at",
    "articles_order_by.author": "author",
    "authors_order_by.id": "id",
    "authors_order_by.name": "name",
    "comments_order_by.id": "id",
  },
  pages: {
    "query_root.articles(limit:)": "first",
    "query_root.articles(offset:)": "skip",
    "authors.articles(limit:)": "first",
  },
  resolvers: {
    articles_aggregate: {
      aggregate: ({ totalCount }) => ({ count: totalCount }),
    },
    mutation_root: {
      insert_articles_one: (_, { object }, { db }) => db.articles.create({ views: 0, ...object }),
      insert_comments: (_, { objects }, { db }) => {
        const returning = objects.map((fields: object) => db.comments.create(fields));
        return { affected_rows: returning.length, returning };
      },
      update_articles_by_pk: (_, { pk_columns: { id }, _set, _inc }, { db }) => {
        const article = db.articles.lookUp(id);
        return article ? db.articles.update(id, { ..._set, ...(_inc && { views: article.views + _inc.views }) }) : null;
      },
      update_articles: (_, { where, _set }, { db, matching }) => {
        const returning = db.articles
          .filter(matching("articles_bool_exp", where))
          .map((row: Row) => db.articles.update(row, _set));
        return { affected_rows: returning.length, returning };
      },
      delete_articles_by_pk: (_, { id }, { db }) => (db.articles.lookUp(id) ? db.articles.delete(id) : null),
      delete_articles: (_, { where }, { db, matching }) => {
        const returning = db.articles
          .filter(matching("articles_bool_exp", where))
          .map((row: Row) => db.articles.delete(row));
        return { affected_rows: returning.length, returning };
      },
    },
  },
} satisfies Rules;
