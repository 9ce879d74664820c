/** Tests and bugs of the issue tracker. */

import { deepEqual, equal, ok, rejects } from "node:assert/strict";
import type { Bug } from "../../seeded-bugs.ts";
import type { Cases } from "../application.ts";
import type { create } from "./tracker.ts";

const date = (day: number) => `2026-04-0${day}T09:00:00Z`;
const OPEN = { status: "OPEN", isOpen: true, resolution: null, closedAt: null, archivedAt: null, text: "" };

export const data = {
  User: [
    { id: "u1", login: "ann" },
    { id: "u2", login: "ben" },
  ],
  Project: [
    { id: "p1", slug: "web" },
    { id: "p2", slug: "api" },
  ],
  Label: [
    { id: "l1", name: "bug" },
    { id: "l2", name: "ui" },
  ],
  Ticket: [
    {
      id: "t1",
      title: "Button is blue",
      ...OPEN,
      priority: 1,
      createdAt: date(1),
      project: "p1",
      author: "u1",
      assignee: "u2",
      labels: ["l1", "l2"],
    },
    {
      id: "t2",
      title: "Crash on start",
      ...OPEN,
      text: "The button fails",
      priority: 5,
      createdAt: date(3),
      project: "p1",
      author: "u1",
      assignee: null,
      labels: ["l1"],
    },
    {
      id: "t3",
      title: "Slow query",
      ...OPEN,
      priority: 3,
      createdAt: date(2),
      project: "p2",
      author: "u2",
      assignee: "u1",
      labels: [],
    },
    {
      id: "t4",
      title: "Old button",
      ...OPEN,
      status: "CLOSED",
      isOpen: false,
      resolution: "DONE",
      closedAt: date(5),
      priority: 4,
      createdAt: date(4),
      project: "p1",
      author: "u2",
      assignee: "u1",
      labels: ["l2"],
    },
  ],
  Comment: [{ id: "c1", text: "Which blue?", author: "u2", ticket: "t1" }],
};

type Tracker = ReturnType<typeof create>;

async function findTicket(app: Tracker, id: string) {
  const ticket = await app.find(id);
  ok(ticket);
  return ticket;
}

export const cases: Cases<Tracker> = {
  async "lists open tickets of a project"(app) {
    deepEqual(await app.open("web"), ["Button is blue", "Crash on start"]);
    deepEqual(await app.open("none"), []);
  },
  async "lists tickets of a person, and without one"(app) {
    deepEqual(await app.assigned("u1"), ["Slow query", "Old button"]);
    deepEqual(await app.unassigned(), ["Crash on start"]);
  },
  async "sorts urgent tickets, most urgent first"(app) {
    deepEqual(await app.urgent(), ["Crash on start", "Old button", "Slow query"]);
  },
  async "lists old tickets"(app) {
    deepEqual(await app.old(date(3)), ["Button is blue", "Slow query"]);
  },
  async "finds titles without case"(app) {
    deepEqual(await app.named("button"), ["Button is blue", "Old button"]);
  },
  async "lists tickets that have all labels"(app) {
    deepEqual(await app.labeled("bug"), ["Button is blue", "Crash on start"]);
    deepEqual(await app.labeled("bug", "ui"), ["Button is blue"]);
  },
  async "lists the newest first"(app) {
    deepEqual(await app.newest(), ["Old button", "Crash on start", "Slow query", "Button is blue"]);
  },
  async "reads pages by number"(app) {
    deepEqual(await app.page(1), { titles: ["Button is blue", "Crash on start"], total: 4 });
    deepEqual(await app.page(2), { titles: ["Slow query", "Old button"], total: 4 });
  },
  async "searches titles and texts"(app) {
    deepEqual(await app.search("button"), ["Button is blue", "Crash on start", "Old button"]);
  },
  async "shows a ticket"(app) {
    const { title, project, commentCount, labels, assignee } = await findTicket(app, "t1");
    deepEqual(
      { title, commentCount, assignee },
      { title: "Button is blue", commentCount: 1, assignee: { login: "ben" } },
    );
    deepEqual(project, { slug: "web", openTicketCount: 2 });
    deepEqual(labels, [{ name: "bug" }, { name: "ui" }]);
    equal(await app.find("t9"), null);
  },
  async "shows a board"(app) {
    deepEqual(await app.board("web"), {
      open: 2,
      titles: ["Button is blue", "Crash on start", "Old button"],
    });
    equal(await app.board("none"), null);
  },
  async "creates a ticket"(app) {
    const { id } = await app.create("p2", "New idea", ["l2"]);
    const { status, isOpen, priority, author, labels, commentCount, closedAt } = await findTicket(app, id);
    deepEqual(
      { status, isOpen, priority, commentCount, closedAt },
      { status: "OPEN", isOpen: true, priority: 2, commentCount: 0, closedAt: null },
    );
    deepEqual({ author, labels }, { author: { login: "ann" }, labels: [{ name: "ui" }] });
    deepEqual(await app.open("api"), ["Slow query", "New idea"]);
    await rejects(app.create("p2", " ", []), /empty/);
  },
  async "closes a ticket"(app) {
    await app.close("t1", "DUPLICATE");
    const { status, isOpen, resolution, closedAt } = await findTicket(app, "t1");
    deepEqual({ status, isOpen, resolution }, { status: "CLOSED", isOpen: false, resolution: "DUPLICATE" });
    ok(closedAt);
    deepEqual(await app.board("web"), {
      open: 1,
      titles: ["Button is blue", "Crash on start", "Old button"],
    });
    await rejects(app.close("t1", "DONE"), /closed/);
  },
  async "assigns a ticket, and takes it back"(app) {
    await app.assign("t2", "u1");
    deepEqual(await app.mine(), ["Crash on start", "Slow query", "Old button"]);
    await app.assign("t2", null);
    deepEqual(await app.unassigned(), ["Crash on start"]);
  },
  async "lists my tickets"(app) {
    deepEqual(await app.mine(), ["Slow query", "Old button"]);
  },
  async "adds and removes labels"(app) {
    deepEqual(await app.label("t3", ["l1", "l2"]), ["bug", "ui"]);
    deepEqual(await app.unlabel("t3", ["l1"]), ["ui"]);
  },
  async comments(app) {
    deepEqual(await app.comment("t1", "Dark"), {
      text: "Dark",
      author: { login: "ann" },
      ticket: { commentCount: 2 },
    });
  },
  async "renames a project, unless the slug is in use"(app) {
    equal(await app.renameProject("p1", "site"), "site");
    deepEqual(await app.open("site"), ["Button is blue", "Crash on start"]);
    equal(await app.renameProject("p1", "api"), "slug");
  },
  async "hides archived tickets in lists"(app) {
    equal(await app.archive("t4"), true);
    deepEqual(await app.named("button"), ["Button is blue"]);
    ok(await app.find("t4"));
  },
};

export const bugs: readonly Bug[] = [
  {
    title: "the status is not sent",
    from: '{ status: "OPEN", projectSlug: slug }',
    to: "{ projectSlug: slug }",
  },
  {
    title: "the project is not sent",
    from: '{ status: "OPEN", projectSlug: slug }',
    to: '{ status: "OPEN" }',
  },
  { title: "the person is not sent", from: "{ assignedTo: user }", to: "{}" },
  { title: "the flag is false", from: "{ unassigned: true }", to: "{ unassigned: false }" },
  { title: "the priority is a maximum", from: "{ minPriority: 3 }", to: "{ minPriority: 1 }" },
  { title: "urgent tickets have another order", from: '{ sort: "PRIORITY" }', to: '{ sort: "NEWEST" }' },
  { title: "the date is not sent", from: "{ createdBefore: date }", to: "{}" },
  {
    title: "the title must be equal",
    from: "{ titleContains: text }",
    to: '{ titleContains: text.concat(" is") }',
  },
  {
    title: "only one label is sent",
    from: "titles({}, { labels })",
    to: "titles({}, { labels: labels.slice(0, 1) })",
  },
  { title: "the newest are not first", from: '{ sort: "NEWEST" }', to: "{}" },
  { title: "pages start at 0", from: "{ page, perPage: 2 }", to: "{ page: page - 1, perPage: 2 }" },
  { title: "the total is that of the page", from: "total: tickets.total", to: "total: tickets.items.length" },
  { title: "the search ignores the text", from: "(SEARCH, { query })", to: '(SEARCH, { query: "" })' },
  {
    title: "closed tickets are counted",
    from: "open: project.openTicketCount",
    to: "open: project.tickets.length",
  },
  { title: "the labels are not sent", from: "title, labelIds, priority: 2", to: "title, priority: 2" },
  {
    title: "the ticket is in no project",
    from: "{ input: { projectId, title",
    to: '{ input: { projectId: "p1", title',
  },
  {
    title: "problems are ignored",
    from: "if (problem || !payload?.ticket)",
    to: "if (!payload?.ticket && !problem)",
  },
  {
    title: "the resolution is not sent",
    from: "change(CLOSE, { id, resolution })",
    to: "change(CLOSE, { id })",
  },
  {
    title: "null is not sent",
    from: "change(ASSIGN, { id, user })",
    to: "change(ASSIGN, { id, ...(user && { user }) })",
  },
  { title: "labels are not removed", from: "(UNLABEL, { id, labels })", to: "(UNLABEL, { id, labels: [] })" },
  { title: "the comment is empty", from: "(COMMENT, { id, text })", to: '(COMMENT, { id, text: "" })' },
  { title: "the slug stays", from: "(RENAME, { id, slug })", to: '(RENAME, { id, slug: "web" })' },
  { title: "another ticket is archived", from: "(ARCHIVE, { id })", to: '(ARCHIVE, { id: "t3" })' },
];
