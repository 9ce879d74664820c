/** What all applications of this folder have: a function that executes, and tests. */

/** Executes an operation, and returns its data. */
export type Execute = <Data = unknown>(query: string, variables: object) => Promise<Data>;

/** Tests of an application, by title. Each gets a new application with a new platform. */
export type Cases<Application> = Readonly<Record<string, (application: Application) => Promise<void>>>;

/** The tag by which the command finds operations. */
export const gql = String.raw;
