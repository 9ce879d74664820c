/** Scalars and enums, checked as strictly as an answer in JSON is typed. */

import { type GraphQLEnumType, type GraphQLScalarType, isEnumType } from "graphql";

const MAX_INT = 2 ** 31;

/** What is wrong with a value, or nothing. It is not null. */
export function findLeafMisfit(type: GraphQLScalarType | GraphQLEnumType, value: unknown): string | undefined {
  if (isEnumType(type)) {
    const names = type.getValues().map(({ name }) => name);
    if (typeof value === "string" && names.includes(value)) return undefined;
    return `is ${show(value)}; ${type.name} has ${names.join(", ")}`;
  }
  const takes = findScalarMisfit(type.name, value);
  return takes === undefined ? undefined : `is ${show(value)}; ${type.name} takes ${takes}`;
}

/** What the scalar takes, where that is something else. A custom scalar takes whatever JSON can say. */
function findScalarMisfit(name: string, value: unknown): string | undefined {
  switch (name) {
    case "Int":
      return Number.isInteger(value) && Math.abs(Number(value) + 0.5) < MAX_INT
        ? undefined
        : "a whole number of 32 bits";
    case "Float":
      return Number.isFinite(value) ? undefined : "a finite number";
    case "Boolean":
      return typeof value === "boolean" ? undefined : "true or false";
    case "String":
    case "ID":
      return typeof value === "string" ? undefined : "a string";
    default:
      return isJson(value) ? undefined : "what JSON can say";
  }
}

function isJson(value: unknown): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  if (typeof value === "number") return Number.isFinite(value);
  if (Array.isArray(value)) return value.every(isJson);
  if (typeof value !== "object") return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return (prototype === Object.prototype || prototype === null) && Object.values(value).every(isJson);
}

/** A value in a message: short, and never more than its kind where it is large. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null)
    return value.constructor === Object ? "an object" : `a ${Object.prototype.toString.call(value).slice(8, -1)}`;
  if (typeof value === "string") return value.length > 40 ? `"${value.slice(0, 40)}…"` : `"${value}"`;
  return typeof value === "function" ? "a function" : String(value);
}
