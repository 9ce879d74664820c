/**
 * Modules of Node.js for `fileStore`, without an import: this entry must also load in browsers and on
 * Cloudflare Workers, for `redisStore` and other stores.
 */

export const files = (): typeof import("node:fs/promises") => process.getBuiltinModule("node:fs/promises");

export const paths = (): typeof import("node:path") => process.getBuiltinModule("node:path");
