/** Public surface for Node services and CI. */

export { type EnvironmentOptions, fromEnvironment } from "./auth/environment.ts";
export { type FileStoreOptions, fileStore } from "./auth/file-store.ts";
export { type ObtainTokenOptions, obtainToken } from "./obtain-token.ts";
