/** The contract for tests: a simulated platform, in-process through MSW or on loopback over HTTP. */

export type { Tenant, User, UserOptions } from "./accounts.ts";
export type { Integration } from "./integrations.ts";
export type { PlatformRequest, RequestKind } from "./journal.ts";
export { createPlatform, type IssueOptions, type Platform, type PlatformOptions } from "./platform.ts";
export type { ListenOptions, LocalServer } from "./server.ts";
