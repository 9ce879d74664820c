/** Tests and bugs of the application that releases apps. */

import { deepEqual, equal, rejects } from "node:assert/strict";
import type { Bug } from "../../seeded-bugs.ts";
import type { Cases } from "../application.ts";
import type { create } from "./releases.ts";

const date = (day: number) => `2026-06-0${day}T08:00:00Z`;

export const data = {
  Actor: [{ id: "ann", username: "ann" }],
  App: [
    { id: "a1", name: "Shop", fullName: "@ann/shop" },
    { id: "a2", name: "Blog", fullName: "@ann/blog" },
  ],
  Build: [
    {
      id: "b1",
      app: "a1",
      platform: "IOS",
      status: "FINISHED",
      createdAt: date(1),
      message: "first",
      initiatingActor: "ann",
    },
    {
      id: "b2",
      app: "a1",
      platform: "ANDROID",
      status: "NEW",
      createdAt: date(3),
      message: null,
      initiatingActor: null,
    },
    {
      id: "b3",
      app: "a1",
      platform: "IOS",
      status: "NEW",
      createdAt: date(2),
      message: null,
      initiatingActor: "ann",
    },
    {
      id: "b4",
      app: "a2",
      platform: "IOS",
      status: "ERRORED",
      createdAt: date(4),
      message: null,
      initiatingActor: null,
    },
  ],
  UpdateBranch: [
    { id: "r1", app: "a1", name: "main" },
    { id: "r2", app: "a1", name: "beta" },
    { id: "r3", app: "a1", name: "old" },
    { id: "r4", app: "a2", name: "main" },
  ],
  Update: [
    { id: "u1", branch: "r1", group: "g1", message: "Fix", platform: "IOS", createdAt: date(1) },
    { id: "u2", branch: "r1", group: "g2", message: "Feature", platform: "IOS", createdAt: date(2) },
  ],
  Webhook: [
    { id: "w1", app: "a1", event: "BUILD", url: "https://one.example.com" },
    { id: "w2", app: "a1", event: "SUBMIT", url: "https://two.example.com" },
  ],
};

export const cases: Cases<ReturnType<typeof create>> = {
  async "finds an app by its full name"(app) {
    deepEqual(await app.find("@ann/blog"), { id: "a2", name: "Blog" });
    await rejects(app.find("@ann/none"), /There is no such app/);
  },
  async "lists builds of an app, newest first"(app) {
    deepEqual(await app.builds("a1"), ["b2", "b3", "b1"]);
  },
  async "lists running builds, and those of a platform"(app) {
    deepEqual(await app.running("a1"), ["b2", "b3"]);
    deepEqual(await app.ofPlatform("a1", "IOS"), ["b3", "b1"]);
  },
  async "reads all pages"(app) {
    deepEqual(await app.allBuilds("a1"), ["b2", "b3", "b1"]);
  },
  async "shows a build"(app) {
    const shown = {
      status: "FINISHED",
      message: "first",
      app: { fullName: "@ann/shop" },
      initiatingActor: { username: "ann" },
    };
    deepEqual(await app.build("b1"), shown);
    await rejects(app.build("b9"));
  },
  async "starts a build with a message"(app) {
    const { id, ...started } = await app.startBuild("a2", "ANDROID", "hello");
    deepEqual(started, { status: "NEW", platform: "ANDROID" });
    deepEqual((await app.builds("a2"))[0], id);
    equal(((await app.build(id)) as { message: string }).message, "hello");
  },
  async "cancels a build, unless it has ended"(app) {
    equal(await app.cancel("b2"), "CANCELED");
    deepEqual(await app.running("a1"), ["b3"]);
    await rejects(app.cancel("b1"), /not in progress/);
  },
  async "deletes a build"(app) {
    await app.deleteBuild("b3");
    deepEqual(await app.builds("a1"), ["b2", "b1"]);
  },
  async "pages branches"(app) {
    deepEqual(await app.branches("a1"), ["main", "beta"]);
    deepEqual(await app.branches("a1", 1), ["old"]);
  },
  async "creates a branch, unless the name is in use"(app) {
    const id = await app.createBranch("a2", "beta");
    deepEqual(await app.updates("a2", "beta"), []);
    await rejects(app.createBranch("a2", "beta"), /in use/);
    await app.deleteBranch(id);
    equal(await app.updates("a2", "beta"), null);
  },
  async "renames a branch"(app) {
    await app.renameBranch("a1", "beta", "next");
    deepEqual(await app.branches("a1"), ["main", "next"]);
  },
  async "publishes updates for two platforms in one group"(app) {
    deepEqual(await app.publish("r1", "Hot fix"), { groups: 1, updates: 2 });
    deepEqual(await app.updates("a1", "main"), ["Hot fix", "Hot fix", "Feature", "Fix"]);
  },
  async "lists webhooks of an event"(app) {
    deepEqual(await app.webhooks("a1", "SUBMIT"), ["https://two.example.com"]);
    deepEqual(await app.webhooks("a1"), ["https://one.example.com", "https://two.example.com"]);
  },
  async "adds, changes and removes webhooks"(app) {
    await app.addWebhook("a2", "BUILD", "https://three.example.com");
    deepEqual(await app.webhooks("a2"), ["https://three.example.com"]);
    await app.changeWebhook("w1", "SUBMIT", "https://four.example.com");
    deepEqual(await app.webhooks("a1", "SUBMIT"), ["https://four.example.com", "https://two.example.com"]);
    await app.removeWebhook("w2");
    deepEqual(await app.webhooks("a1", "SUBMIT"), ["https://four.example.com"]);
  },
};

export const bugs: readonly Bug[] = [
  { title: "another app is found", from: "(FIND, { fullName })", to: '(FIND, { fullName: "@ann/shop" })' },
  { title: "the status is not sent", from: '{ status: "NEW" }', to: "{}" },
  { title: "the platform is not sent", from: "builds(appId, { platform })", to: "builds(appId)" },
  { title: "pages overlap", from: "offset += 2", to: "offset += 1" },
  { title: "only one page is read", from: "if (page.length < 2) return all;", to: "return all;" },
  { title: "another build is shown", from: "(BUILD, { buildId })", to: '(BUILD, { buildId: "b2" })' },
  {
    title: "the message is not sent",
    from: "(CREATE_BUILD, { appId, platform, message })",
    to: "(CREATE_BUILD, { appId, platform })",
  },
  {
    title: "the build is for another app",
    from: "(CREATE_BUILD, { appId, platform, message })",
    to: '(CREATE_BUILD, { appId: "a1", platform, message })',
  },
  { title: "another build is canceled", from: "(CANCEL, { buildId })", to: '(CANCEL, { buildId: "b3" })' },
  { title: "a build is canceled instead of deleted", from: "execute(DELETE_BUILD,", to: "execute(CANCEL," },
  { title: "pages of branches start at 1", from: "offset: page * 2", to: "offset: page * 2 + 1" },
  {
    title: "the branch is in another app",
    from: "(CREATE_BRANCH, { appId, name })",
    to: '(CREATE_BRANCH, { appId: "a1", name })',
  },
  {
    title: "the new name is not sent",
    from: "input: { appId, name, newName }",
    to: "input: { appId, name, newName: name }",
  },
  {
    title: "a branch is not deleted",
    from: "execute(DELETE_BRANCH, { branchId })",
    to: "Promise.resolve(branchId)",
  },
  { title: "one platform is published", from: '["ANDROID", "IOS"]', to: '["IOS"]' },
  {
    title: "the message of an update is not sent",
    from: "{ branchId, message, platforms",
    to: "{ branchId, platforms",
  },
  { title: "the event is not sent", from: "filter: { event } };", to: "filter: {} };" },
  {
    title: "a webhook is for another event",
    from: "execute(CHANGE_WEBHOOK, { id, webhook: { event, url } })",
    to: 'execute(CHANGE_WEBHOOK, { id, webhook: { event: "BUILD", url } })',
  },
  {
    title: "the address of a webhook is not sent",
    from: "execute(ADD_WEBHOOK, { appId, webhook: { event, url } })",
    to: 'execute(ADD_WEBHOOK, { appId, webhook: { event, url: "https://one.example.com" } })',
  },
  {
    title: "another webhook is removed",
    from: "(REMOVE_WEBHOOK, { id })",
    to: '(REMOVE_WEBHOOK, { id: "w1" })',
  },
];
