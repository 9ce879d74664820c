/** The logic of filters. With SQL's nulls, a comparison can be neither true nor false. */

/** `undefined`: unknown, because a value is null. */
export type Truth = boolean | undefined;

export function not(truth: Truth): Truth {
  return truth === undefined ? undefined : !truth;
}

export function all(truths: readonly Truth[]): Truth {
  if (truths.includes(false)) return false;
  return truths.includes(undefined) ? undefined : true;
}

export function any(truths: readonly Truth[]): Truth {
  if (truths.includes(true)) return true;
  return truths.includes(undefined) ? undefined : false;
}
