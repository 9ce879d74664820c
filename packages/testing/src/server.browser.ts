/** Replaces `server.ts` in bundles for browsers, through `browser` in package.json. */

export function serve(): never {
  throw new TypeError("listen() needs Node.js. In a browser, pass platform.handlers to setupWorker() of MSW.");
}
