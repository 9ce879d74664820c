/** The contract for tests: a simulated platform, in-process through MSW or on loopback over HTTP. */

export type { Tenant, User, UserOptions } from "./accounts.ts";
export type { Answer } from "./answers/book.ts";
export type {
  AnswerData,
  AnswerError,
  AnswerOptions,
  AnswerVariables,
  PartOf,
  Reply,
  ReplyOptions,
} from "./answers/data.ts";
export type { AnswerDocument } from "./answers/document.ts";
export { type ContractCheck, ContractSkip, type ContractTarget, ContractViolation } from "./checks/check.ts";
export { contractChecks } from "./checks/index.ts";
export { createPlatform } from "./create-platform.ts";
export type { SchemaError } from "./executable-schema.ts";
export type { Integration } from "./integrations.ts";
export type { PlatformRequest, RequestKind } from "./journal.ts";
export type { IssueOptions, Platform, PlatformOptions } from "./platform.ts";
export { type ScenarioName, type ScenarioSettings, scenarios } from "./scenarios/catalogue.ts";
export type { ListenOptions, LocalServer } from "./server.ts";
