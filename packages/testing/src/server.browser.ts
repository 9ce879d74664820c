/** Stands in for `server.ts` where a bundler builds for browsers (`browser` in package.json): a page cannot listen. */

export function serve(): never {
  throw new TypeError("listen() needs Node: in a browser, give platform.handlers to MSW's setupWorker");
}
