/** Tests and bugs of the newsroom. */

import { deepEqual, equal } from "node:assert/strict";
import type { Bug } from "../../seeded-bugs.ts";
import type { Cases } from "../application.ts";
import type { create } from "./newsroom.ts";

const ADA = "7c9e6679-7425-40de-944b-e07fc1f90ae7";
const BO = "f47ac10b-58cc-4372-a567-0e02b2c3d479";

export const data = {
  authors: [
    { id: ADA, name: "Ada", email: "ada@example.com" },
    { id: BO, name: "Bo", email: "bo@example.com" },
  ],
  articles: [
    {
      id: 1,
      title: "Harbour opens",
      status: "published",
      views: 40,
      published_at: "2026-01-02T08:00:00Z",
      author_id: BO,
      author: BO,
    },
    {
      id: 2,
      title: "Bridge closed",
      status: "published",
      views: 90,
      published_at: "2026-03-02T08:00:00Z",
      author_id: ADA,
      author: ADA,
    },
    {
      id: 3,
      title: "Election night",
      status: "draft",
      views: 0,
      published_at: null,
      author_id: ADA,
      author: ADA,
    },
    {
      id: 4,
      title: "Old harbour",
      status: "archived",
      views: 5,
      published_at: "2025-03-02T08:00:00Z",
      author_id: ADA,
      author: ADA,
    },
    {
      id: 5,
      title: "Zoo news",
      status: "published",
      views: 7,
      published_at: "2026-02-02T08:00:00Z",
      author_id: ADA,
      author: ADA,
    },
  ],
  comments: [
    { id: 1, text: "First", article_id: 2, article: 2 },
    { id: 2, text: "Second", article_id: 2, article: 2 },
    { id: 3, text: "When?", article_id: 3, article: 3 },
  ],
};

export const cases: Cases<ReturnType<typeof create>> = {
  async "lists published articles"(app) {
    deepEqual(await app.published(), ["Harbour opens", "Bridge closed", "Zoo news"]);
  },
  async "searches without case"(app) {
    deepEqual(await app.search("harbour"), ["Harbour opens", "Old harbour"]);
  },
  async "filters by the name of the author"(app) {
    deepEqual(await app.writtenBy("Bo"), ["Harbour opens"]);
  },
  async "sorts popular articles"(app) {
    deepEqual(await app.popular(40), ["Bridge closed", "Harbour opens"]);
  },
  async "lists articles without a date"(app) {
    deepEqual(await app.unpublished(), ["Election night"]);
  },
  async "combines conditions"(app) {
    deepEqual(await app.urgent(), ["Election night", "Zoo news"]);
  },
  async "reads pages by offset"(app) {
    deepEqual(await app.page(0), ["Bridge closed", "Election night"]);
    deepEqual(await app.page(2), ["Zoo news"]);
  },
  async "puts the latest first and no date last"(app) {
    deepEqual(await app.latest(), ["Bridge closed", "Zoo news"]);
  },
  async "sorts by a relation, then by title"(app) {
    deepEqual(await app.byAuthorName(), [
      "Zoo news",
      "Old harbour",
      "Election night",
      "Bridge closed",
      "Harbour opens",
    ]);
  },
  async "counts by status"(app) {
    equal(await app.count("published"), 3);
    equal(await app.count("missing"), 0);
  },
  async "shows the published article that needs readers"(app) {
    deepEqual(await app.profile(ADA), { name: "Ada", articles: [{ title: "Zoo news" }] });
  },
  async "lists authors of popular articles"(app) {
    deepEqual(await app.busyAuthors(30), ["Ada", "Bo"]);
    deepEqual(await app.busyAuthors(50), ["Ada"]);
  },
  async "lists comments, newest first"(app) {
    deepEqual(await app.comments(2), ["Second", "First"]);
  },
  async "writes a draft"(app) {
    const { id, ...rest } = await app.write("Late show", BO);
    deepEqual(rest, { title: "Late show", status: "draft", author: { name: "Bo" } });
    deepEqual(await app.writtenBy("Bo"), ["Harbour opens", "Late show"]);
    equal(await app.count("draft"), 2);
  },
  async "adds comments"(app) {
    equal(await app.comment(4, "Nice", "Really"), 2);
    deepEqual(await app.comments(4), ["Really", "Nice"]);
  },
  async "publishes one article"(app) {
    await app.publish(3, "2026-04-01T00:00:00Z");
    deepEqual(await app.unpublished(), []);
    deepEqual(await app.latest(), ["Election night", "Bridge closed"]);
  },
  async "counts views"(app) {
    equal(await app.read(4), 6);
    equal(await app.read(4), 7);
    equal(await app.read(99), undefined);
  },
  async "reassigns articles"(app) {
    equal(await app.reassign(ADA, BO), 4);
    deepEqual(await app.writtenBy("Ada"), []);
  },
  async "removes one article"(app) {
    deepEqual(await app.remove(1), { id: 1 });
    equal(await app.find(1), null);
    equal(await app.count("published"), 2);
    equal(await app.remove(1), null);
  },
  async "purges drafts with comments"(app) {
    equal(await app.purge(), 1);
    equal(await app.find(3), null);
    equal(await app.count("archived"), 1);
  },
};

export const bugs: readonly Bug[] = [
  {
    title: "the status is not sent",
    from: '{ status: { _eq: "published" } }),\n    search',
    to: "{}),\n    search",
  },
  { title: "the search depends on case", from: "_ilike", to: "_like" },
  {
    title: "the filter compares the e-mail",
    from: "{ author: { name: { _eq: name } } }",
    to: "{ author: { email: { _eq: name } } }",
  },
  { title: "the order is ascending", from: '[{ views: "desc" }]', to: '[{ views: "asc" }]' },
  { title: "the bound is exclusive", from: "{ views: { _gte: views } }", to: "{ views: { _gt: views } }" },
  { title: "null is tested the wrong way", from: "{ _is_null: true }", to: "{ _is_null: false }" },
  { title: "conditions are joined by and", from: "_or: [", to: "_and: [" },
  { title: "the negation is lost", from: ", _not: { id: { _in: [4] } } }", to: " }" },
  { title: "the offset is the page number", from: "offset: page * 2", to: "offset: page" },
  { title: "articles without a date come first", from: "desc_nulls_last", to: "desc_nulls_first" },
  { title: "the second order is missing", from: ', { title: "desc" }]', to: "]" },
  {
    title: "all articles are counted",
    from: "where: { status: { _eq: $status } }",
    to: "where: { status: { _neq: $status } }",
  },
  {
    title: "the nested filter is missing",
    from: 'articles(where: { status: { _eq: "published" } }, order_by',
    to: "articles(order_by",
  },
  { title: "the nested limit is missing", from: ", limit: 1) { title }", to: ") { title }" },
  { title: "comments have no order", from: "comments(order_by: { id: desc })", to: "comments" },
  {
    title: "the author is not sent",
    from: "title: $title, author_id: $author, status",
    to: "title: $title, status",
  },
  {
    title: "only the first comment is sent",
    from: "execute<{ insert_comments: { affected_rows: number } }>(COMMENT, { objects })",
    to: "execute<{ insert_comments: { affected_rows: number } }>(COMMENT, { objects: objects.slice(0, 1) })",
  },
  {
    title: "the date is not set",
    from: '_set: { status: "published", published_at: $at }',
    to: '_set: { status: "published" }',
  },
  { title: "views are set, not counted", from: "_inc: { views: 1 }", to: "_inc: { views: 2 }" },
  { title: "all articles are reassigned", from: "where: { author_id: { _eq: $from } }", to: "where: {}" },
  { title: "the wrong article is removed", from: "(REMOVE, { id })", to: "(REMOVE, { id: id + 1 })" },
  { title: "the purge ignores the status", from: 'status: { _eq: "draft" }, comments', to: "comments" },
];
