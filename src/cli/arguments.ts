/** Arguments, read and refused before a command begins. */

import { InvalidArgumentError } from "commander";

/** A parser of whole numbers in a range. */
export function integer(min: number, max: number): (text: string) => number {
  return (text) => {
    const value = /^-?\d+$/.test(text) ? Number(text) : Number.NaN;
    if (value >= min && value <= max) return value;
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`);
  };
}

/** First part of the names of environment variables. */
export function envPrefix(text: string): string {
  const prefix = text.replace(/_$/, "");
  if (/^[A-Za-z_]\w*$/.test(prefix)) return prefix;
  throw new InvalidArgumentError("It must be the first part of a variable's name, such as PLATFORM.");
}
