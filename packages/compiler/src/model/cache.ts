/** Functions that compute each result once. */

/** Caches results in a WeakMap, by object. */
export function cacheByObject<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const known = values.get(key);
    if (known) return known.value;
    const value = compute(key);
    values.set(key, { value });
    return value;
  };
}

/** Computes a value when it is first read. */
export function lazy<Value>(compute: () => Value): () => Value {
  const read = memoize((_: undefined) => compute());
  return () => read(undefined);
}

/** Caches results by argument, without a limit. */
export function memoize<Key, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  const values = new Map<Key, Value>();
  return (key) => {
    if (values.has(key)) return values.get(key) as Value;
    const value = compute(key);
    values.set(key, value);
    return value;
  };
}
