/** The resolvers of rules. */

import { missingRule } from "../rules/errors.ts";
import type { Resolver, Rules } from "../rules/types.ts";

/** The resolver of a field, which `typescript-resolvers` also accepts as `{ resolve }`. */
export function resolverOf({ resolvers }: Rules, typeName: string, fieldName: string): Resolver | undefined {
  const fields = resolvers && Object.hasOwn(resolvers, typeName) ? resolvers[typeName] : undefined;
  const resolver: unknown = fields && Object.hasOwn(fields, fieldName) ? fields[fieldName] : undefined;
  if (resolver === undefined || resolver === null) return undefined;
  const given = typeof resolver === "object" && "resolve" in resolver ? resolver.resolve : resolver;
  if (typeof given === "function") return given as Resolver;
  throw missingRule(`${typeName}.${fieldName} that is a function`, `resolvers.${typeName}`, `${fieldName}: …,`);
}

/** Continues with the value of a resolver, at once if it is no promise. */
export function finish<Result>(value: unknown, next: (value: unknown) => Result): Result | Promise<Result> {
  return value instanceof Promise ? value.then(next) : next(value);
}
