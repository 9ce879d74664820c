/** Exit codes of every command, whatever its output format. */
export const EXIT: { readonly done: 0; readonly refused: 1; readonly drift: 2; readonly failed: 3 } = {
  /** It was done. */
  done: 0,
  /** The answer is no: GraphQL errors, a specification that is not kept, an operation that breaks. */
  refused: 1,
  /** A schema has drifted and breaks nothing, where that was to fail. */
  drift: 2,
  /** It could not be done: usage, configuration, network, authentication. */
  failed: 3,
};
