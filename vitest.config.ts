import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";

export default defineConfig({
  // The entry that Node itself takes, for packages that use graphql. By Vite's `development` condition ours would be another
  // copy of it, and a schema of the one is none for the other.
  resolve: { alias: [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve("graphql")) }] },
  // It has a vitest of its own: `npm run check:monorepo`.
  test: { exclude: [...configDefaults.exclude, "examples/monorepo/**"] },
});
