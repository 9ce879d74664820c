/** The rules of an API in the style of WPGraphQL. */

import type { Dialect } from "@integration-platform/graphql-testing/rules";
import type { Row, Rules } from "./platform.types.ts";

export const dialect: Dialect = { orderMembers: { field: "field", direction: "order" }, nulls: "low" };

/** The status of a post as a row has it: in lower case. */
const toStatus = (status: string): string => status.toLowerCase();

const IDENTITIES: Readonly<Record<string, (post: Row.Post) => string | null>> = {
  DATABASE_ID: ({ databaseId }) => String(databaseId),
  ID: ({ id }) => id,
  SLUG: ({ slug }) => slug,
};

export const rules = {
  Query: {
    posts: (_, { where: condition, ...rest }, { db, where, sort, page }) => {
      const { orderby, ...filter } = condition ?? {};
      const posts = where(db.Post.list(), filter, {
        title: (post, title) => post.title === title,
        status: (post, status) => post.status === toStatus(status),
        in: ({ id }, ids) => ids.includes(id),
      });
      return page(sort(posts, orderby, { TITLE: "title", DATE: "date" }), rest);
    },
    post: (_, { id, idType }, { db }) =>
      db.Post.list((post) => IDENTITIES[idType ?? "ID"]?.(post) === id)[0] ?? null,
  },
  Mutation: {
    updatePost: (_, { input: { id, status, ...fields } }, { db }) => {
      const post = db.Post.update(id, { ...fields, ...(status && { status: toStatus(status) }) });
      return { post };
    },
    deleteUser: (_, { input: { id } }, { db }) => {
      const user = db.User.delete(id);
      return { user, deletedId: user.id };
    },
  },
} satisfies Rules;
