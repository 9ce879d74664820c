/** The API of releases as plain resolvers over arrays. */

import { GraphQLError } from "graphql";

const failed = (message, code) => new GraphQLError(message, { extensions: { code } });
const newestFirst = (a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt);
const slice = (rows, { limit, offset }) => rows.slice(offset, offset + limit);

/** @param seed - Rows by type. Relations are IDs. */
export function createResolvers(seed) {
  const data = structuredClone(seed);
  const find = (type, id) => data[type].find((row) => row.id === id) ?? null;
  const get = (type, id) => {
    const row = find(type, id);
    if (!row) throw failed(`There is no ${type} with this ID.`, "NOT_FOUND");
    return row;
  };
  const insert = (type, fields) => {
    const row = { id: `${type}-${data[type].length + 1}`, ...fields };
    data[type].push(row);
    return row;
  };
  const remove = (type, id) => {
    const row = get(type, id);
    data[type].splice(data[type].indexOf(row), 1);
    return row;
  };
  const branchByName = (appId, name) =>
    data.UpdateBranch.find((branch) => branch.app === appId && branch.name === name) ?? null;
  const ofApp = { app: ({ app }) => find("App", app) };
  return {
    RootQuery: { app: () => ({}), builds: () => ({}), meActor: (_, __, { user }) => user },
    AppQuery: {
      byId: (_, { appId }) => get("App", appId),
      byFullName(_, { fullName }) {
        const app = data.App.find((candidate) => candidate.fullName === fullName);
        if (!app) throw failed("There is no such app.", "NOT_FOUND");
        return app;
      },
    },
    BuildQuery: { byId: (_, { buildId }) => get("Build", buildId) },
    App: {
      builds({ id }, { filter, ...rest }) {
        const { platform, status } = filter ?? {};
        const builds = data.Build.filter(
          (build) =>
            build.app === id &&
            (platform == null || build.platform === platform) &&
            (status == null || build.status === status),
        );
        return slice(builds.toSorted(newestFirst), rest);
      },
      updateBranchByName: ({ id }, { name }) => branchByName(id, name),
      updateBranches: ({ id }, args) =>
        slice(
          data.UpdateBranch.filter(({ app }) => app === id),
          args,
        ),
      webhooks: ({ id }, { filter }) =>
        data.Webhook.filter(
          ({ app, event }) => app === id && (filter?.event == null || event === filter.event),
        ),
    },
    Build: { ...ofApp, initiatingActor: ({ initiatingActor }) => find("Actor", initiatingActor) },
    Update: { branch: ({ branch }) => find("UpdateBranch", branch) },
    UpdateBranch: {
      ...ofApp,
      updates: ({ id }, args) =>
        slice(data.Update.filter(({ branch }) => branch === id).toSorted(newestFirst), args),
    },
    Webhook: ofApp,
    RootMutation: {
      build: (_, { buildId }) => (buildId == null ? {} : get("Build", buildId)),
      updateBranch: () => ({}),
      webhook: () => ({}),
    },
    BuildMutation: {
      cancel(build) {
        if (build.status !== "NEW") throw failed("The build is not in progress.", "BUILD_NOT_CANCELABLE");
        return Object.assign(build, { status: "CANCELED" });
      },
      createBuild: (_, { appId, platform, buildParams }, { user, now }) => ({
        build: insert("Build", {
          app: get("App", appId).id,
          platform,
          status: "NEW",
          createdAt: now(),
          message: buildParams?.message ?? null,
          initiatingActor: user?.id ?? null,
        }),
      }),
      deleteBuild: (_, { buildId }) => remove("Build", buildId),
    },
    UpdateBranchMutation: {
      createUpdateBranchForApp(_, { appId, name }) {
        if (branchByName(appId, name)) throw failed("The name is in use.", "NAME_IN_USE");
        return insert("UpdateBranch", { app: get("App", appId).id, name });
      },
      deleteUpdateBranch(_, { branchId }) {
        data.Update = data.Update.filter(({ branch }) => branch !== branchId);
        return { id: remove("UpdateBranch", branchId).id };
      },
      editUpdateBranch(_, { input: { appId, name, newName } }) {
        const branch = branchByName(appId, name);
        if (!branch) throw failed("There is no UpdateBranch with this ID.", "NOT_FOUND");
        return Object.assign(branch, { name: newName });
      },
      publishUpdateGroups: (_, { publishUpdateGroupsInput }, { now }) =>
        publishUpdateGroupsInput.flatMap(({ branchId, platforms, message = null }) => {
          const group = `group-${data.Update.length + 1}`;
          return platforms.map((platform) =>
            insert("Update", { branch: branchId, platform, message, group, createdAt: now() }),
          );
        }),
    },
    WebhookMutation: {
      createWebhook: (_, { appId, webhookInput }) =>
        insert("Webhook", { ...webhookInput, app: get("App", appId).id }),
      deleteWebhook: (_, { webhookId }) => ({ id: remove("Webhook", webhookId).id, success: true }),
      updateWebhook: (_, { webhookId, webhookInput }) =>
        Object.assign(get("Webhook", webhookId), webhookInput),
    },
  };
}
