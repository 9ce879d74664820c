/**
 * The budgets that tests hold: bytes, words and dependencies. Each is about 3 % above the size when it was
 * set, so that a better sentence in an error fails no test. If a feature is worth its size, raise the budget
 * in the commit that adds it.
 */

/**
 * A program that executes one operation, ky included: minified by esbuild and compressed with `gzip -9`, in
 * bytes.
 */
export const PROGRAM_BYTES = { staticToken: 18_700, refreshToken: 21_950 } as const;

/**
 * What a function adds to such a program if it is imported, in bytes. At least 25 above its size: a change of
 * the rest of the client, such as another option, changes by some bytes how well the function is compressed.
 */
export const FUNCTION_BYTES = { paginate: 695, poll: 570, unwrapPayload: 275, batch: 1_960 } as const;

/**
 * What response validation adds: all of it, the comparison alone, and the shape of one operation, in bytes.
 */
export const VALIDATION_BYTES = { responseValidation: 1_500, comparison: 1_045, shape: 150 } as const;

/** The installed client with ky, without the owner's own files, in bytes. */
export const INSTALLED_BYTES = 1_500_000;

/** All guides and READMEs, code included; the README; and the changelog. */
export const WORDS = { pages: 26_400, readme: 700, changelog: 400 } as const;

/** Development dependencies of the root: those that `npm ci` installs. */
export const ROOT_DEV_DEPENDENCIES = 24;

/**
 * Places that are not read once, which `npm run check -- figures --list` prints. `checks/figures/density.ts`
 * defines them.
 */
export const DENSITY = {
  longFunctions: 0,
  packedLiterals: 0,
  packedDeclarations: 0,
  emptyNames: 0,
  sharedVariables: 0,
  wideComments: 0,
  repeatedNames: 0,
} as const;

/** The page of `serve`: HTML, CSS, scripts and icon, as they are sent, in bytes. */
export const PAGE_BYTES = 60_000;
