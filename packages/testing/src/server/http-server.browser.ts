/**
 * Replaces `http-server.ts` in bundles for browsers, through `browser` in package.json: bundlers follow the import
 * of the server to `node:http`, and a specifier in a variable would hide it from bundlers for Node.js too.
 */

export function serve(): never {
  throw new TypeError(
    "listen() needs Node.js. In a browser, pass platform.handlers to setupWorker() of MSW.",
  );
}
