import type * as Platform from "@integration-platform/graphql-testing/rules";

interface $Out {
  DateTime: string;
  String: string;
  ID: string;
  Int: number;
  Boolean: boolean;
  AppPlatform: "ANDROID" | "IOS";
  BuildStatus: "CANCELED" | "ERRORED" | "FINISHED" | "NEW";
  WebhookType: "BUILD" | "SUBMIT";
}

interface $In {
  DateTime: string;
  String: string;
  ID: string | number;
  Boolean: boolean;
  AppPlatform: "ANDROID" | "IOS";
  BuildStatus: "CANCELED" | "ERRORED" | "FINISHED" | "NEW";
  WebhookType: "BUILD" | "SUBMIT";
}

/** Rows of the simulated platform, as resolvers read them. */
export declare namespace Row {
  interface AppQuery {
    readonly __typename: "AppQuery";
  }
  interface BuildQuery {
    readonly __typename: "BuildQuery";
  }
  interface BuildMutation {
    readonly __typename: "BuildMutation";
    readonly cancel: Build;
  }
  interface UpdateBranchMutation {
    readonly __typename: "UpdateBranchMutation";
  }
  interface WebhookMutation {
    readonly __typename: "WebhookMutation";
  }
  interface Actor {
    readonly __typename: "Actor";
    readonly id: $Out["ID"];
    readonly username: $Out["String"];
  }
  interface App {
    readonly __typename: "App";
    readonly fullName: $Out["String"];
    readonly id: $Out["ID"];
    readonly name: $Out["String"];
    readonly webhooks: readonly Webhook[];
  }
  interface Build {
    readonly __typename: "Build";
    readonly app: App;
    readonly createdAt: $Out["DateTime"];
    readonly id: $Out["ID"];
    readonly initiatingActor: Actor | null;
    readonly message: $Out["String"] | null;
    readonly platform: $Out["AppPlatform"];
    readonly status: $Out["BuildStatus"];
  }
  interface CreateBuildResult {
    readonly __typename: "CreateBuildResult";
    readonly build: Build;
  }
  interface DeleteUpdateBranchResult {
    readonly __typename: "DeleteUpdateBranchResult";
    readonly id: $Out["ID"];
  }
  interface Update {
    readonly __typename: "Update";
    readonly branch: UpdateBranch;
    readonly createdAt: $Out["DateTime"];
    readonly group: $Out["String"];
    readonly id: $Out["ID"];
    readonly message: $Out["String"] | null;
    readonly platform: $Out["AppPlatform"];
  }
  interface UpdateBranch {
    readonly __typename: "UpdateBranch";
    readonly app: App;
    readonly id: $Out["ID"];
    readonly name: $Out["String"];
  }
  interface Webhook {
    readonly __typename: "Webhook";
    readonly app: App;
    readonly event: $Out["WebhookType"];
    readonly id: $Out["ID"];
    readonly url: $Out["String"];
  }
  interface WebhookResult {
    readonly __typename: "WebhookResult";
    readonly id: $Out["ID"];
    readonly success: $Out["Boolean"];
  }
}

declare namespace Returned {
  type AppQuery = Row.AppQuery | {
    __typename?: "AppQuery";
    byFullName?: App;
    byId?: App;
  };
  type BuildQuery = Row.BuildQuery | {
    __typename?: "BuildQuery";
    byId?: Build;
  };
  type BuildMutation = Row.BuildMutation | {
    __typename?: "BuildMutation";
    cancel?: Build;
    createBuild?: CreateBuildResult;
    deleteBuild?: Build;
  };
  type UpdateBranchMutation = Row.UpdateBranchMutation | {
    __typename?: "UpdateBranchMutation";
    createUpdateBranchForApp?: UpdateBranch;
    deleteUpdateBranch?: DeleteUpdateBranchResult;
    editUpdateBranch?: UpdateBranch;
    publishUpdateGroups?: readonly Update[];
  };
  type WebhookMutation = Row.WebhookMutation | {
    __typename?: "WebhookMutation";
    createWebhook?: Webhook;
    deleteWebhook?: WebhookResult;
    updateWebhook?: Webhook;
  };
  type Actor = Row.Actor | {
    __typename?: "Actor";
    id?: $Out["ID"];
    username?: $Out["String"];
  };
  type App = Row.App | {
    __typename?: "App";
    builds?: readonly Build[];
    fullName?: $Out["String"];
    id?: $Out["ID"];
    name?: $Out["String"];
    updateBranchByName?: UpdateBranch | null;
    updateBranches?: readonly UpdateBranch[];
    webhooks?: readonly Webhook[];
  };
  type Build = Row.Build | {
    __typename?: "Build";
    app?: App;
    createdAt?: $Out["DateTime"];
    id?: $Out["ID"];
    initiatingActor?: Actor | null;
    message?: $Out["String"] | null;
    platform?: $Out["AppPlatform"];
    status?: $Out["BuildStatus"];
  };
  type CreateBuildResult = Row.CreateBuildResult | {
    __typename?: "CreateBuildResult";
    build?: Build;
  };
  type DeleteUpdateBranchResult = Row.DeleteUpdateBranchResult | {
    __typename?: "DeleteUpdateBranchResult";
    id?: $Out["ID"];
  };
  type Update = Row.Update | {
    __typename?: "Update";
    branch?: UpdateBranch;
    createdAt?: $Out["DateTime"];
    group?: $Out["String"];
    id?: $Out["ID"];
    message?: $Out["String"] | null;
    platform?: $Out["AppPlatform"];
  };
  type UpdateBranch = Row.UpdateBranch | {
    __typename?: "UpdateBranch";
    app?: App;
    id?: $Out["ID"];
    name?: $Out["String"];
    updates?: readonly Update[];
  };
  type Webhook = Row.Webhook | {
    __typename?: "Webhook";
    app?: App;
    event?: $Out["WebhookType"];
    id?: $Out["ID"];
    url?: $Out["String"];
  };
  type WebhookResult = Row.WebhookResult | {
    __typename?: "WebhookResult";
    id?: $Out["ID"];
    success?: $Out["Boolean"];
  };
}

type $Values<Fields> = { readonly [Name in keyof Fields]?: Fields[Name] | null | undefined };

/** Input objects and enums, and by the names of types the values of `create` and `update`. */
export declare namespace Input {
  interface BuildFilterInput {
    readonly platform?: $Out["AppPlatform"] | null | undefined;
    readonly status?: $Out["BuildStatus"] | null | undefined;
  }
  interface BuildParamsInput {
    readonly message?: $Out["String"] | null | undefined;
  }
  interface EditUpdateBranchInput {
    readonly appId: $Out["ID"];
    readonly name: $Out["String"];
    readonly newName: $Out["String"];
  }
  interface PublishUpdateGroupInput {
    readonly branchId: $Out["ID"];
    readonly message?: $Out["String"] | null | undefined;
    readonly platforms: readonly $Out["AppPlatform"][];
  }
  interface WebhookFilterInput {
    readonly event?: $Out["WebhookType"] | null | undefined;
  }
  interface WebhookInput {
    readonly event: $Out["WebhookType"];
    readonly url: $Out["String"];
  }
  type AppPlatform = $In["AppPlatform"];
  type BuildStatus = $In["BuildStatus"];
  type WebhookType = $In["WebhookType"];
  type AppQuery = $Values<{
    __typename: "AppQuery";
    byFullName: Row.App | string | number | App | null;
    byId: Row.App | string | number | App | null;
  }>;
  type BuildQuery = $Values<{
    __typename: "BuildQuery";
    byId: Row.Build | string | number | Build | null;
  }>;
  type BuildMutation = $Values<{
    __typename: "BuildMutation";
    cancel: Row.Build | string | number | Build | null;
    createBuild: Row.CreateBuildResult | string | number | CreateBuildResult | null;
    deleteBuild: Row.Build | string | number | Build | null;
  }>;
  type UpdateBranchMutation = $Values<{
    __typename: "UpdateBranchMutation";
    createUpdateBranchForApp: Row.UpdateBranch | string | number | UpdateBranch | null;
    deleteUpdateBranch: Row.DeleteUpdateBranchResult | string | number | DeleteUpdateBranchResult | null;
    editUpdateBranch: Row.UpdateBranch | string | number | UpdateBranch | null;
    publishUpdateGroups: readonly (Row.Update | string | number | Update)[] | null;
  }>;
  type WebhookMutation = $Values<{
    __typename: "WebhookMutation";
    createWebhook: Row.Webhook | string | number | Webhook | null;
    deleteWebhook: Row.WebhookResult | string | number | WebhookResult | null;
    updateWebhook: Row.Webhook | string | number | Webhook | null;
  }>;
  type Actor = $Values<{
    __typename: "Actor";
    id: $In["ID"] | null;
    username: $In["String"] | null;
  }>;
  type App = $Values<{
    __typename: "App";
    builds: readonly (Row.Build | string | number | Build)[] | null;
    fullName: $In["String"] | null;
    id: $In["ID"] | null;
    name: $In["String"] | null;
    updateBranchByName: Row.UpdateBranch | string | number | UpdateBranch | null;
    updateBranches: readonly (Row.UpdateBranch | string | number | UpdateBranch)[] | null;
    webhooks: readonly (Row.Webhook | string | number | Webhook)[] | null;
  }>;
  type Build = $Values<{
    __typename: "Build";
    app: Row.App | string | number | App | null;
    createdAt: $In["DateTime"] | null;
    id: $In["ID"] | null;
    initiatingActor: Row.Actor | string | number | Actor | null;
    message: $In["String"] | null;
    platform: $In["AppPlatform"] | null;
    status: $In["BuildStatus"] | null;
  }>;
  type CreateBuildResult = $Values<{
    __typename: "CreateBuildResult";
    build: Row.Build | string | number | Build | null;
  }>;
  type DeleteUpdateBranchResult = $Values<{
    __typename: "DeleteUpdateBranchResult";
    id: $In["ID"] | null;
  }>;
  type Update = $Values<{
    __typename: "Update";
    branch: Row.UpdateBranch | string | number | UpdateBranch | null;
    createdAt: $In["DateTime"] | null;
    group: $In["String"] | null;
    id: $In["ID"] | null;
    message: $In["String"] | null;
    platform: $In["AppPlatform"] | null;
  }>;
  type UpdateBranch = $Values<{
    __typename: "UpdateBranch";
    app: Row.App | string | number | App | null;
    id: $In["ID"] | null;
    name: $In["String"] | null;
    updates: readonly (Row.Update | string | number | Update)[] | null;
  }>;
  type Webhook = $Values<{
    __typename: "Webhook";
    app: Row.App | string | number | App | null;
    event: $In["WebhookType"] | null;
    id: $In["ID"] | null;
    url: $In["String"] | null;
  }>;
  type WebhookResult = $Values<{
    __typename: "WebhookResult";
    id: $In["ID"] | null;
    success: $In["Boolean"] | null;
  }>;
}

/** The tables of types with a key. */
export interface Db {
  readonly AppQuery: Platform.Table<Row.AppQuery, Input.AppQuery>;
  readonly BuildQuery: Platform.Table<Row.BuildQuery, Input.BuildQuery>;
  readonly BuildMutation: Platform.Table<Row.BuildMutation, Input.BuildMutation>;
  readonly UpdateBranchMutation: Platform.Table<Row.UpdateBranchMutation, Input.UpdateBranchMutation>;
  readonly WebhookMutation: Platform.Table<Row.WebhookMutation, Input.WebhookMutation>;
  readonly Actor: Platform.Table<Row.Actor, Input.Actor>;
  readonly App: Platform.Table<Row.App, Input.App>;
  readonly Build: Platform.Table<Row.Build, Input.Build>;
  readonly Update: Platform.Table<Row.Update, Input.Update>;
  readonly UpdateBranch: Platform.Table<Row.UpdateBranch, Input.UpdateBranch>;
  readonly Webhook: Platform.Table<Row.Webhook, Input.Webhook>;
}

/** What resolvers receive, with the members that the program adds. */
export type Context<More = unknown> = Platform.Context<Db, { readonly id: string; readonly name: string; readonly email?: string; readonly tenantId: string }> & More;

type $Resolver<Parent, Args, Result, More> = Platform.TypedResolver<Parent, Args, Context<More>, Result>;

/** Resolvers by type and field: `export const rules = { … } satisfies Rules`. */
export interface Rules<More = unknown> {
  readonly RootQuery?: {
    app?: $Resolver<object, object, Returned.AppQuery, More>;
    builds?: $Resolver<object, object, Returned.BuildQuery, More>;
    meActor?: $Resolver<object, object, Returned.Actor | null, More>;
  };
  readonly AppQuery?: {
    byFullName?: $Resolver<Row.AppQuery, { readonly fullName: $Out["String"] }, Returned.App, More>;
    byId?: $Resolver<Row.AppQuery, { readonly appId: $Out["String"] }, Returned.App, More>;
  };
  readonly BuildQuery?: {
    byId?: $Resolver<Row.BuildQuery, { readonly buildId: $Out["ID"] }, Returned.Build, More>;
  };
  readonly RootMutation?: {
    build?: $Resolver<object, { readonly buildId?: $Out["ID"] | null | undefined }, Returned.BuildMutation, More>;
    updateBranch?: $Resolver<object, object, Returned.UpdateBranchMutation, More>;
    webhook?: $Resolver<object, object, Returned.WebhookMutation, More>;
  };
  readonly BuildMutation?: {
    cancel?: $Resolver<Row.BuildMutation, object, Returned.Build, More>;
    createBuild?: $Resolver<Row.BuildMutation, { readonly appId: $Out["ID"]; readonly buildParams?: Input.BuildParamsInput | null | undefined; readonly platform: $Out["AppPlatform"] }, Returned.CreateBuildResult, More>;
    deleteBuild?: $Resolver<Row.BuildMutation, { readonly buildId: $Out["ID"] }, Returned.Build, More>;
  };
  readonly UpdateBranchMutation?: {
    createUpdateBranchForApp?: $Resolver<Row.UpdateBranchMutation, { readonly appId: $Out["ID"]; readonly name: $Out["String"] }, Returned.UpdateBranch, More>;
    deleteUpdateBranch?: $Resolver<Row.UpdateBranchMutation, { readonly branchId: $Out["ID"] }, Returned.DeleteUpdateBranchResult, More>;
    editUpdateBranch?: $Resolver<Row.UpdateBranchMutation, { readonly input: Input.EditUpdateBranchInput }, Returned.UpdateBranch, More>;
    publishUpdateGroups?: $Resolver<Row.UpdateBranchMutation, { readonly publishUpdateGroupsInput: readonly Input.PublishUpdateGroupInput[] }, readonly Returned.Update[], More>;
  };
  readonly WebhookMutation?: {
    createWebhook?: $Resolver<Row.WebhookMutation, { readonly appId: $Out["String"]; readonly webhookInput: Input.WebhookInput }, Returned.Webhook, More>;
    deleteWebhook?: $Resolver<Row.WebhookMutation, { readonly webhookId: $Out["ID"] }, Returned.WebhookResult, More>;
    updateWebhook?: $Resolver<Row.WebhookMutation, { readonly webhookId: $Out["ID"]; readonly webhookInput: Input.WebhookInput }, Returned.Webhook, More>;
  };
  readonly Actor?: {
    id?: $Resolver<Row.Actor, object, $Out["ID"], More>;
    username?: $Resolver<Row.Actor, object, $Out["String"], More>;
  };
  readonly App?: {
    builds?: $Resolver<Row.App, { readonly filter?: Input.BuildFilterInput | null | undefined; readonly limit: $Out["Int"]; readonly offset: $Out["Int"] }, readonly Returned.Build[], More>;
    fullName?: $Resolver<Row.App, object, $Out["String"], More>;
    id?: $Resolver<Row.App, object, $Out["ID"], More>;
    name?: $Resolver<Row.App, object, $Out["String"], More>;
    updateBranchByName?: $Resolver<Row.App, { readonly name: $Out["String"] }, Returned.UpdateBranch | null, More>;
    updateBranches?: $Resolver<Row.App, { readonly limit: $Out["Int"]; readonly offset: $Out["Int"] }, readonly Returned.UpdateBranch[], More>;
    webhooks?: $Resolver<Row.App, { readonly filter?: Input.WebhookFilterInput | null | undefined }, readonly Returned.Webhook[], More>;
  };
  readonly Build?: {
    app?: $Resolver<Row.Build, object, Returned.App, More>;
    createdAt?: $Resolver<Row.Build, object, $Out["DateTime"], More>;
    id?: $Resolver<Row.Build, object, $Out["ID"], More>;
    initiatingActor?: $Resolver<Row.Build, object, Returned.Actor | null, More>;
    message?: $Resolver<Row.Build, object, $Out["String"] | null, More>;
    platform?: $Resolver<Row.Build, object, $Out["AppPlatform"], More>;
    status?: $Resolver<Row.Build, object, $Out["BuildStatus"], More>;
  };
  readonly CreateBuildResult?: {
    build?: $Resolver<Row.CreateBuildResult, object, Returned.Build, More>;
  };
  readonly DeleteUpdateBranchResult?: {
    id?: $Resolver<Row.DeleteUpdateBranchResult, object, $Out["ID"], More>;
  };
  readonly Update?: {
    branch?: $Resolver<Row.Update, object, Returned.UpdateBranch, More>;
    createdAt?: $Resolver<Row.Update, object, $Out["DateTime"], More>;
    group?: $Resolver<Row.Update, object, $Out["String"], More>;
    id?: $Resolver<Row.Update, object, $Out["ID"], More>;
    message?: $Resolver<Row.Update, object, $Out["String"] | null, More>;
    platform?: $Resolver<Row.Update, object, $Out["AppPlatform"], More>;
  };
  readonly UpdateBranch?: {
    app?: $Resolver<Row.UpdateBranch, object, Returned.App, More>;
    id?: $Resolver<Row.UpdateBranch, object, $Out["ID"], More>;
    name?: $Resolver<Row.UpdateBranch, object, $Out["String"], More>;
    updates?: $Resolver<Row.UpdateBranch, { readonly limit: $Out["Int"]; readonly offset: $Out["Int"] }, readonly Returned.Update[], More>;
  };
  readonly Webhook?: {
    app?: $Resolver<Row.Webhook, object, Returned.App, More>;
    event?: $Resolver<Row.Webhook, object, $Out["WebhookType"], More>;
    id?: $Resolver<Row.Webhook, object, $Out["ID"], More>;
    url?: $Resolver<Row.Webhook, object, $Out["String"], More>;
  };
  readonly WebhookResult?: {
    id?: $Resolver<Row.WebhookResult, object, $Out["ID"], More>;
    success?: $Resolver<Row.WebhookResult, object, $Out["Boolean"], More>;
  };
}
