/** An application of a newsroom. Its API has the style of Hasura. */

import { type Execute, gql } from "../application.ts";

interface Article {
  readonly id: number;
  readonly title: string;
}

const LIST = gql`query ListArticles($where: articles_bool_exp!, $orderBy: [articles_order_by!], $limit: Int, $offset: Int) {
  articles(where: $where, order_by: $orderBy, limit: $limit, offset: $offset) { id title }
}`;
const FIND = gql`query FindArticle($id: Int!) {
  articles_by_pk(id: $id) { id title status views published_at author { name } }
}`;
const COUNT = gql`query CountArticles($status: String!) {
  articles_aggregate(where: { status: { _eq: $status } }) { aggregate { count } }
}`;
const PROFILE = gql`query Profile($id: uuid!) {
  authors_by_pk(id: $id) {
    name
    articles(where: { status: { _eq: "published" } }, order_by: { views: asc }, limit: 1) { title }
  }
}`;
const BUSY = gql`query BusyAuthors($views: Int!) {
  authors(where: { articles: { views: { _gt: $views } } }, order_by: { name: asc }) { name }
}`;
const COMMENTS = gql`query Comments($id: Int!) {
  articles_by_pk(id: $id) { comments(order_by: { id: desc }) { text } }
}`;
const WRITE = gql`mutation WriteArticle($title: String!, $author: uuid!) {
  insert_articles_one(object: { title: $title, author_id: $author, status: "draft" }) { id title status author { name } }
}`;
const COMMENT = gql`mutation CommentArticle($objects: [comments_insert_input!]!) {
  insert_comments(objects: $objects) { affected_rows returning { id } }
}`;
const PUBLISH = gql`mutation Publish($id: Int!, $at: timestamptz!) {
  update_articles_by_pk(pk_columns: { id: $id }, _set: { status: "published", published_at: $at }) { id status }
}`;
const READ = gql`mutation CountView($id: Int!) {
  update_articles_by_pk(pk_columns: { id: $id }, _inc: { views: 1 }) { views }
}`;
const REASSIGN = gql`mutation Reassign($from: uuid!, $to: uuid!) {
  update_articles(where: { author_id: { _eq: $from } }, _set: { author_id: $to }) { affected_rows }
}`;
const REMOVE = gql`mutation RemoveArticle($id: Int!) { delete_articles_by_pk(id: $id) { id } }`;
const PURGE = gql`mutation PurgeDrafts {
  delete_articles(where: { status: { _eq: "draft" }, comments: { id: { _gt: 0 } } }) { affected_rows }
}`;

export function create(execute: Execute) {
  const list = async (where: object, more: object = {}): Promise<readonly string[]> => {
    const { articles } = await execute<{ articles: Article[] }>(LIST, { where, ...more });
    return articles.map(({ title }) => title);
  };
  return {
    published: () => list({ status: { _eq: "published" } }),
    search: (text: string) => list({ title: { _ilike: `%${text}%` } }),
    writtenBy: (name: string) => list({ author: { name: { _eq: name } } }),
    popular: (views: number) => list({ views: { _gte: views } }, { orderBy: [{ views: "desc" }] }),
    unpublished: () => list({ published_at: { _is_null: true } }),
    urgent: () =>
      list({ _or: [{ status: { _eq: "draft" } }, { views: { _lt: 10 } }], _not: { id: { _in: [4] } } }),
    page: (page: number) => list({}, { orderBy: [{ title: "asc" }], limit: 2, offset: page * 2 }),
    latest: () => list({}, { orderBy: [{ published_at: "desc_nulls_last" }], limit: 2 }),
    byAuthorName: () => list({}, { orderBy: [{ author: { name: "asc" } }, { title: "desc" }] }),
    async find(id: number) {
      return (await execute<{ articles_by_pk: unknown }>(FIND, { id })).articles_by_pk;
    },
    async count(status: string) {
      const data = await execute<{ articles_aggregate: { aggregate: { count: number } } }>(COUNT, { status });
      return data.articles_aggregate.aggregate.count;
    },
    async profile(id: string) {
      return (await execute<{ authors_by_pk: unknown }>(PROFILE, { id })).authors_by_pk;
    },
    async busyAuthors(views: number) {
      const { authors } = await execute<{ authors: { name: string }[] }>(BUSY, { views });
      return authors.map(({ name }) => name);
    },
    async comments(id: number) {
      const data = await execute<{ articles_by_pk: { comments: { text: string }[] } }>(COMMENTS, { id });
      return data.articles_by_pk.comments.map(({ text }) => text);
    },
    async write(title: string, author: string) {
      return (await execute<{ insert_articles_one: Article }>(WRITE, { title, author })).insert_articles_one;
    },
    async comment(id: number, ...texts: readonly string[]) {
      const objects = texts.map((text) => ({ text, article_id: id }));
      const data = await execute<{ insert_comments: { affected_rows: number } }>(COMMENT, { objects });
      return data.insert_comments.affected_rows;
    },
    async publish(id: number, at: string) {
      await execute(PUBLISH, { id, at });
    },
    async read(id: number) {
      const data = await execute<{ update_articles_by_pk: { views: number } | null }>(READ, { id });
      return data.update_articles_by_pk?.views;
    },
    async reassign(from: string, to: string) {
      return (await execute<{ update_articles: { affected_rows: number } }>(REASSIGN, { from, to }))
        .update_articles.affected_rows;
    },
    async remove(id: number) {
      return (await execute<{ delete_articles_by_pk: { id: number } | null }>(REMOVE, { id }))
        .delete_articles_by_pk;
    },
    async purge() {
      return (await execute<{ delete_articles: { affected_rows: number } }>(PURGE, {})).delete_articles
        .affected_rows;
    },
  };
}
