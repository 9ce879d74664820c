/** The rules of the application. */

import { hasura } from "@integration-platform/graphql-testing/rules";
import type { Rules } from "./platform.types.ts";

export const dialect = hasura;

export const rules = {
  query_root: {
    articles_by_pk: (_, { id }, { db }) => db.articles.find(id),
    authors_by_pk: (_, { id }, { db }) => db.authors.find(id),
    articles_aggregate: (_, args, { db, where }) => {
      const nodes = where(db.articles.list(), args.where);
      return { nodes, aggregate: { count: nodes.length } };
    },
  },
  mutation_root: {
    insert_articles_one: (_, { object }, { db }) => db.articles.create({ views: 0, ...object }),
    insert_comments: (_, { objects }, { db }) => {
      const returning = objects.map((fields) => db.comments.create(fields));
      return { affected_rows: returning.length, returning };
    },
    update_articles_by_pk: (_, { pk_columns: { id }, _set, _inc }, { db }) => {
      const article = db.articles.find(id);
      const views = _inc?.views ?? 0;
      return article && db.articles.update(id, { ..._set, views: article.views + views });
    },
    update_articles: (_, { where: filter, _set }, { db, where }) => {
      const returning = where(db.articles.list(), filter).map((row) => db.articles.update(row, { ..._set }));
      return { affected_rows: returning.length, returning };
    },
    delete_articles_by_pk: (_, { id }, { db }) => (db.articles.find(id) ? db.articles.delete(id) : null),
    delete_articles: (_, { where: filter }, { db, where }) => {
      const returning = where(db.articles.list(), filter).map((row) => db.articles.delete(row));
      return { affected_rows: returning.length, returning };
    },
  },
} satisfies Rules;
