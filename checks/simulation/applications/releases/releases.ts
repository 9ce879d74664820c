/** An application that releases apps: builds, branches with updates, and webhooks. */

import { type Execute, gql } from "../application.ts";

interface Build {
  readonly id: string;
  readonly status: string;
  readonly platform: string;
}
interface Branch {
  readonly id: string;
  readonly name: string;
}

const FIND = gql`query FindApp($fullName: String!) { app { byFullName(fullName: $fullName) { id name } } }`;
const BUILDS = gql`query ListBuilds($appId: String!, $limit: Int!, $offset: Int!, $filter: BuildFilterInput) {
  app { byId(appId: $appId) { builds(limit: $limit, offset: $offset, filter: $filter) { id status platform } } }
}`;
const BUILD = gql`query GetBuild($buildId: ID!) {
  builds { byId(buildId: $buildId) { status message app { fullName } initiatingActor { username } } }
}`;
const BRANCHES = gql`query ListBranches($appId: String!, $limit: Int!, $offset: Int!) {
  app { byId(appId: $appId) { updateBranches(limit: $limit, offset: $offset) { id name } } }
}`;
const BRANCH = gql`query GetBranch($appId: String!, $name: String!) {
  app { byId(appId: $appId) { updateBranchByName(name: $name) { id updates(limit: 10, offset: 0) { group message platform } } } }
}`;
const WEBHOOKS = gql`query ListWebhooks($appId: String!, $filter: WebhookFilterInput) {
  app { byId(appId: $appId) { webhooks(filter: $filter) { id event url } } }
}`;
const CREATE_BUILD = gql`mutation CreateBuild($appId: ID!, $platform: AppPlatform!, $message: String) {
  build { createBuild(appId: $appId, platform: $platform, buildParams: { message: $message }) { build { id status platform } } }
}`;
const CANCEL = gql`mutation CancelBuild($buildId: ID!) { build(buildId: $buildId) { cancel { id status platform } } }`;
const DELETE_BUILD = gql`mutation DeleteBuild($buildId: ID!) { build { deleteBuild(buildId: $buildId) { id } } }`;
const CREATE_BRANCH = gql`mutation CreateBranch($appId: ID!, $name: String!) {
  updateBranch { createUpdateBranchForApp(appId: $appId, name: $name) { id name } }
}`;
const RENAME_BRANCH = gql`mutation RenameBranch($input: EditUpdateBranchInput!) {
  updateBranch { editUpdateBranch(input: $input) { id name } }
}`;
const DELETE_BRANCH = gql`mutation DeleteBranch($branchId: ID!) {
  updateBranch { deleteUpdateBranch(branchId: $branchId) { id } }
}`;
const PUBLISH = gql`mutation Publish($groups: [PublishUpdateGroupInput!]!) {
  updateBranch { publishUpdateGroups(publishUpdateGroupsInput: $groups) { group platform } }
}`;
const ADD_WEBHOOK = gql`mutation AddWebhook($appId: String!, $webhook: WebhookInput!) {
  webhook { createWebhook(appId: $appId, webhookInput: $webhook) { id } }
}`;
const CHANGE_WEBHOOK = gql`mutation ChangeWebhook($id: ID!, $webhook: WebhookInput!) {
  webhook { updateWebhook(webhookId: $id, webhookInput: $webhook) { id event url } }
}`;
const REMOVE_WEBHOOK = gql`mutation RemoveWebhook($id: ID!) { webhook { deleteWebhook(webhookId: $id) { success } } }`;

export function create(execute: Execute) {
  const ofApp = async <App>(document: string, variables: object): Promise<App> =>
    (await execute<{ app: { byId: App } }>(document, variables)).app.byId;
  const builds = async (appId: string, filter: object = {}, limit = 50, offset = 0) => {
    const app = await ofApp<{ builds: Build[] }>(BUILDS, { appId, limit, offset, filter });
    return app.builds.map(({ id }) => id);
  };
  return {
    async find(fullName: string) {
      return (await execute<{ app: { byFullName: unknown } }>(FIND, { fullName })).app.byFullName;
    },
    builds: (appId: string) => builds(appId),
    running: (appId: string) => builds(appId, { status: "NEW" }),
    ofPlatform: (appId: string, platform: string) => builds(appId, { platform }),
    /** Reads pages until one is not full. */
    async allBuilds(appId: string) {
      const all: string[] = [];
      for (let offset = 0; ; offset += 2) {
        const page = await builds(appId, {}, 2, offset);
        all.push(...page);
        if (page.length < 2) return all;
      }
    },
    async build(buildId: string) {
      return (await execute<{ builds: { byId: unknown } }>(BUILD, { buildId })).builds.byId;
    },
    async startBuild(appId: string, platform: string, message?: string) {
      type Created = { build: { createBuild: { build: Build } } };
      return (await execute<Created>(CREATE_BUILD, { appId, platform, message })).build.createBuild.build;
    },
    async cancel(buildId: string) {
      return (await execute<{ build: { cancel: Build } }>(CANCEL, { buildId })).build.cancel.status;
    },
    deleteBuild: (buildId: string) => execute(DELETE_BUILD, { buildId }),
    async branches(appId: string, page = 0) {
      const variables = { appId, limit: 2, offset: page * 2 };
      const app = await ofApp<{ updateBranches: Branch[] }>(BRANCHES, variables);
      return app.updateBranches.map(({ name }) => name);
    },
    async updates(appId: string, name: string) {
      const app = await ofApp<{
        updateBranchByName: { updates: { group: string; message: string }[] } | null;
      }>(BRANCH, { appId, name });
      return app.updateBranchByName?.updates.map(({ message }) => message) ?? null;
    },
    async createBranch(appId: string, name: string) {
      type Created = { updateBranch: { createUpdateBranchForApp: Branch } };
      return (await execute<Created>(CREATE_BRANCH, { appId, name })).updateBranch.createUpdateBranchForApp
        .id;
    },
    renameBranch: (appId: string, name: string, newName: string) =>
      execute(RENAME_BRANCH, { input: { appId, name, newName } }),
    deleteBranch: (branchId: string) => execute(DELETE_BRANCH, { branchId }),
    async publish(branchId: string, message: string) {
      const groups = [{ branchId, message, platforms: ["ANDROID", "IOS"] }];
      type Published = { updateBranch: { publishUpdateGroups: { group: string; platform: string }[] } };
      const { publishUpdateGroups } = (await execute<Published>(PUBLISH, { groups })).updateBranch;
      return {
        groups: new Set(publishUpdateGroups.map(({ group }) => group)).size,
        updates: publishUpdateGroups.length,
      };
    },
    async webhooks(appId: string, event?: string) {
      const variables = { appId, filter: { event } };
      return (await ofApp<{ webhooks: { url: string }[] }>(WEBHOOKS, variables)).webhooks.map(
        ({ url }) => url,
      );
    },
    addWebhook: (appId: string, event: string, url: string) =>
      execute(ADD_WEBHOOK, { appId, webhook: { event, url } }),
    changeWebhook: (id: string, event: string, url: string) =>
      execute(CHANGE_WEBHOOK, { id, webhook: { event, url } }),
    removeWebhook: (id: string) => execute(REMOVE_WEBHOOK, { id }),
  };
}
