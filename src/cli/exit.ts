/** Exit codes of every command, whatever its output format. 2 is kept for schema drift that breaks nothing. */
export const EXIT: { readonly done: 0; readonly refused: 1; readonly failed: 3 } = {
  /** It was done. */
  done: 0,
  /** The platform answered the operation with GraphQL errors. */
  refused: 1,
  /** It could not be done: usage, configuration, network, authentication. */
  failed: 3,
};
