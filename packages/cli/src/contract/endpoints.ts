/**
 * The wire, as the contract defines it. The client and the simulated platform have modules of their own,
 * because the checks must not import what they test; a test of the repository compares the three.
 */

/** Path of the query endpoint, after the base URL. */
export const API_PATH = "/api";
/** Path of the refresh request, after the base URL. */
export const REFRESH_PATH = "/auth/refresh";
/** Media type of requests. */
export const JSON_TYPE = "application/json";
