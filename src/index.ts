/** Public API: the client, credentials, errors and helpers. */

export { type Auth, accessToken, anonymous } from "./auth/auth.ts";
export type { AccessToken } from "./auth/read-token.ts";
export { type RefreshTokenOptions, type ReplaceableAuth, refreshToken } from "./auth/refresh-token.ts";
export type { DidRotate } from "./auth/token-family.ts";
export { type TokenRequest, tokenSource } from "./auth/token-source.ts";
export type { ClientOptions, ExecuteOptions } from "./client/client-options.ts";
export { type Client, createClient, type ExecutionResult } from "./client/create-client.ts";
export type { HeadersOption } from "./client/headers.ts";
export { type UnwrappedPayload, unwrapPayload } from "./client/unwrap-payload.ts";
export { type PageOptions, paginate } from "./pages/paginate.ts";
export { type Poll, type PollOptions, poll } from "./pages/poll.ts";
export type { Mismatch, ValueKind } from "./shape.ts";
export type { Classification, ClassifiedResponse, Classify } from "./shared/classify.ts";
export type {
  OperationArguments,
  OperationKind,
  ResultOf,
  TypedDocument,
  TypedDocumentString,
  VariablesOf,
} from "./shared/document.ts";
export {
  type AnyOperationError,
  type Delivery,
  type ErrorCode,
  type ErrorCodes,
  type GraphQLFormattedError,
  isOperationError,
  OperationError,
  type PayloadError,
  type Phase,
} from "./shared/errors.ts";
export type {
  Hooks,
  MismatchEvent,
  OperationEvent,
  ReceivedEvent,
  RefreshEvent,
  RefreshedEvent,
  RefreshFailedEvent,
  RefreshReason,
  RetryEvent,
  WarningEvent,
} from "./shared/hooks.ts";
export {
  type ResponseValidation,
  type ResponseValidationOptions,
  responseValidation,
} from "./validation/validation.ts";
