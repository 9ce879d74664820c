/** The schema check as pure functions: no files, no network, no terminal. The compiler package exports the same. */

export * from "@integration-platform/graphql-compiler";
