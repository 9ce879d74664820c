/** The rules of the application. */

import { reject } from "@integration-platform/graphql-testing/rules";
import type { Row, Rules } from "./platform.types.ts";

const newestFirst = (a: { readonly createdAt: string }, b: { readonly createdAt: string }): number =>
  Date.parse(b.createdAt) - Date.parse(a.createdAt);

const byName = (
  rows: readonly Row.UpdateBranch[],
  appId: string,
  name: string,
): Row.UpdateBranch | undefined => rows.find((branch) => branch.app.id === appId && branch.name === name);

export const rules = {
  AppQuery: {
    byFullName: (_, { fullName }, { db }) =>
      db.App.list((app) => app.fullName === fullName)[0] ??
      reject("There is no such app.", { code: "NOT_FOUND" }),
  },
  App: {
    builds: ({ id }, { filter, ...rest }, { db, page }) => {
      const { platform, status } = filter ?? {};
      const builds = db.Build.list(
        (build) =>
          build.app.id === id &&
          (platform == null || build.platform === platform) &&
          (status == null || build.status === status),
      );
      return page(builds.toSorted(newestFirst), rest);
    },
    updateBranchByName: ({ id }, { name }, { db }) => byName(db.UpdateBranch.list(), id, name) ?? null,
    updateBranches: ({ id }, args, { db, page }) =>
      page(
        db.UpdateBranch.list(({ app }) => app.id === id),
        args,
      ),
    webhooks: ({ id }, { filter }, { db }) =>
      db.Webhook.list(({ app, event }) => app.id === id && (filter?.event == null || event === filter.event)),
  },
  UpdateBranch: {
    updates: ({ id }, args, { db, page }) =>
      page(db.Update.list(({ branch }) => branch.id === id).toSorted(newestFirst), args),
  },
  RootMutation: {
    build: (_, { buildId }, { db }) => (buildId == null ? {} : db.Build.get(buildId)) as Row.BuildMutation,
  },
  BuildMutation: {
    cancel: (parent, _, { db }) => {
      const build = parent as unknown as Row.Build;
      if (build.status !== "NEW") reject("The build is not in progress.", { code: "BUILD_NOT_CANCELABLE" });
      return db.Build.update(build, { status: "CANCELED" });
    },
    createBuild: (_, { appId, platform, buildParams }, { db, now, user }) => {
      const fields = { app: appId, platform, status: "NEW", createdAt: now() } as const;
      const actor = db.Actor.find(user.id);
      return {
        build: db.Build.create({ ...fields, message: buildParams?.message ?? null, initiatingActor: actor }),
      };
    },
    deleteBuild: (_, { buildId }, { db }) => db.Build.delete(buildId),
  },
  UpdateBranchMutation: {
    createUpdateBranchForApp: (_, { appId, name }, { db }) => {
      if (byName(db.UpdateBranch.list(), appId, name)) reject("The name is in use.", { code: "NAME_IN_USE" });
      return db.UpdateBranch.create({ app: appId, name });
    },
    deleteUpdateBranch: (_, { branchId }, { db }) => {
      for (const update of db.Update.list(({ branch }) => branch.id === branchId)) db.Update.delete(update);
      return { id: db.UpdateBranch.delete(branchId).id };
    },
    editUpdateBranch: (_, { input: { appId, name, newName } }, { db }) => {
      const branch = byName(db.UpdateBranch.list(), appId, name);
      return db.UpdateBranch.update(branch ?? name, { name: newName });
    },
    publishUpdateGroups: (_, { publishUpdateGroupsInput }, { db, now }) =>
      publishUpdateGroupsInput.flatMap(({ branchId, platforms, message = null }) => {
        const group = `group-${db.Update.list().length + 1}`;
        return platforms.map((platform) =>
          db.Update.create({ branch: branchId, platform, message, group, createdAt: now() }),
        );
      }),
  },
  WebhookMutation: {
    createWebhook: (_, { appId, webhookInput }, { db }) => db.Webhook.create({ ...webhookInput, app: appId }),
    deleteWebhook: (_, { webhookId }, { db }) => ({ id: db.Webhook.delete(webhookId).id, success: true }),
    updateWebhook: (_, { webhookId, webhookInput }, { db }) => db.Webhook.update(webhookId, webhookInput),
  },
} satisfies Rules;
