/**
 * The wire, as the simulated platform defines it. The client has a module of its own, because the platform
 * must not import what it tests; a test of the repository compares the two.
 */

/** Path of the query endpoint, after the base URL. */
export const API_PATH = "/api";
/** Path of the refresh request, after the base URL. */
export const REFRESH_PATH = "/auth/refresh";
/** Media type of requests. */
export const JSON_TYPE = "application/json";
/** Origins of pages on the same machine. */
export const LOOPBACK_ORIGIN: RegExp = /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d+)?$/;
