#!/usr/bin/env node
try {
  await import("../dist/main.js");
} catch (error) {
  // A clone has the sources only.
  if (error?.code !== "ERR_MODULE_NOT_FOUND" || !error.message.includes("main.js")) throw error;
  process.stderr.write(
    'error: platform-graphql is not built\nhint:  Run "npm ci && npm run build" in the clone.\n',
  );
  process.exitCode = 3;
}
