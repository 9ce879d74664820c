/**
 * Prints documents that are ASTs, for the option `print` of `createClient`. Requires `graphql` 16.11 or 17.
 */

export { print } from "graphql";
