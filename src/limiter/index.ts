/** Public API of `@integration-platform/graphql/limiter`. */

export type { Limiter } from "../shared/limiter.ts";
export { adaptiveLimiter } from "./adaptive-limiter.ts";
