/** The rules of an API in the style of PostGraphile. */

import { postgraphile } from "@integration-platform/graphql-testing/rules";
import type { Rules } from "./platform.types.ts";

export const dialect = postgraphile;

export const keys = { Post: "nodeId", User: "nodeId", Comment: "nodeId" };

const ORDERS = { PRIMARY_KEY_ASC: "id", PRIMARY_KEY_DESC: "-id" } as const;

export const rules = {
  Query: {
    allPosts: (_, { condition, filter, orderBy, ...rest }, { db, where, sort, page }) =>
      page(sort(where(where(db.Post.list(), condition), filter), orderBy, ORDERS), rest),
    post: (_, { nodeId }, { db }) => db.Post.find(nodeId),
    postById: (_, { id }, { db }) => db.Post.list((post) => post.id === id)[0] ?? null,
    userByEmail: (_, { email }, { db }) => db.User.list((user) => user.email === email)[0] ?? null,
  },
  Post: {
    userByAuthorId: ({ authorId }, _, { db }) => db.User.list(({ id }) => id === authorId)[0] ?? null,
  },
  User: {
    postsByAuthorId: ({ id }, args, { db, page }) =>
      page(
        db.Post.list(({ authorId }) => authorId === id),
        args,
      ),
  },
  Mutation: {
    createPost: (_, { input: { post: fields } }, { db, now }) => {
      const id = Math.max(0, ...db.Post.list().map((row) => row.id)) + 1;
      const post = db.Post.create({ id, status: "DRAFT", createdAt: now(), ...fields });
      return { post };
    },
    updatePostById: (_, { input: { id, postPatch } }, { db }) => {
      const [post] = db.Post.list((row) => row.id === id);
      return { post: db.Post.update(post?.nodeId ?? String(id), postPatch) };
    },
    updatePost: (_, { input: { nodeId, postPatch } }, { db }) => ({
      post: db.Post.update(nodeId, postPatch),
    }),
    deletePostById: (_, { input: { id } }, { db }) => {
      const [existing] = db.Post.list((row) => row.id === id);
      const post = db.Post.delete(existing?.nodeId ?? String(id));
      return { post, deletedPostId: post.nodeId };
    },
  },
} satisfies Rules;
