/**
 * The budgets of bytes that tests hold. Each is about 3 % above the size when it was set, so that a better
 * sentence in an error fails no test. If a feature is worth its size, raise the budget
 * in the commit that adds it.
 */

/**
 * A program that executes one operation, ky included: minified by esbuild and compressed with `gzip -9`, in
 * bytes.
 */
export const PROGRAM_BYTES = { staticToken: 19_500, refreshToken: 22_850 } as const;

/**
 * What a function adds to such a program if it is imported, in bytes. At least 25 above its size: a change of
 * the rest of the client, such as another option, changes by some bytes how well the function is compressed.
 */
export const FUNCTION_BYTES = {
  paginate: 695,
  poll: 570,
  unwrapPayload: 275,
  batch: 2_760,
  adaptiveLimiter: 1_700,
} as const;

/**
 * What response validation adds: all of it, the comparison alone, and the shape of one operation, in bytes.
 */
export const VALIDATION_BYTES = { responseValidation: 1_520, comparison: 1_045, shape: 150 } as const;

/** The installed client with ky, without the owner's own files, in bytes. */
export const INSTALLED_BYTES = 1_500_000;

/** The page of `serve`: HTML, CSS, scripts and icon, as they are sent, in bytes. */
export const PAGE_BYTES = 60_000;
