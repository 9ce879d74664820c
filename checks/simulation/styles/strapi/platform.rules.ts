/** The rules of an API in the style of Strapi. */

import { strapi } from "@integration-platform/graphql-testing/rules";
import type { Rules } from "./platform.types.ts";

export const dialect = strapi;

export const rules = {
  Query: {
    articles: (_, { filters, pagination, sort: order, status }, { db, where, sort, page }) => {
      const published = db.Article.list((article) => status !== "PUBLISHED" || article.publishedAt !== null);
      return page(sort(where(published, filters), order), pagination ?? {});
    },
  },
  Mutation: {
    createArticle: (_, { data, status }, { db, now }) =>
      db.Article.create({ title: "", publishedAt: status === "PUBLISHED" ? now() : null, ...data }),
    updateArticle: (_, { documentId, data }, { db }) => db.Article.update(documentId, { ...data }),
    deleteArticle: (_, { documentId }, { db }) => ({ documentId: db.Article.delete(documentId).documentId }),
  },
} satisfies Rules;
