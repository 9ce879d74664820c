/** Resolvers of rules: the one of a field, and what it returns, which is a value or a promise. */

import type { Resolver, Rules } from "./rule-types.ts";

/** The resolver of a field, which `typescript-resolvers` also accepts as `{ resolve }`. */
export function resolverOf(rules: Rules, typeName: string, fieldName: string): Resolver | undefined {
  const fields = Object.hasOwn(rules, typeName) ? rules[typeName] : undefined;
  const resolver: unknown = fields && Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
  return (typeof resolver === "object" ? Object(resolver).resolve : resolver) as Resolver | undefined;
}

/**
 * Maps the value of a resolver: at once, or when its promise is fulfilled. Test runners have promises of
 * several realms.
 */
export function mapMaybePromise<Result>(
  value: unknown,
  map: (value: unknown) => Result,
): Result | Promise<Result> {
  return isPromiseLike(value) ? Promise.resolve(value).then(map) : map(value);
}

/** Runs a function, and replaces what it throws, or what its promise rejects with. */
export function catchMaybePromise(run: () => unknown, recover: (error: unknown) => unknown): unknown {
  try {
    const value = run();
    return isPromiseLike(value) ? Promise.resolve(value).catch(recover) : value;
  } catch (error) {
    return recover(error);
  }
}

export function isPromiseLike(value: unknown): value is PromiseLike<unknown> {
  return typeof Object(value).then === "function";
}
