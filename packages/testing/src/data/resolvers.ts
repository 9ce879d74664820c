/** The resolvers of rules. */

import type { Resolver, Rules } from "../rules/types.ts";

/** The resolver of a field, which `typescript-resolvers` also accepts as `{ resolve }`. */
export function resolverOf({ resolvers }: Rules, typeName: string, fieldName: string): Resolver | undefined {
  const fields = resolvers?.[typeName] ?? {};
  const resolver: unknown = Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
  return (typeof resolver === "object" ? Object(resolver).resolve : resolver) as Resolver | undefined;
}

/** Continues with the value of a resolver, at once if it is no promise. */
export function finish<Result>(value: unknown, next: (value: unknown) => Result): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
