/** Maps used as caches: creates missing values, and limits the size. */

/** A map or a weak map. */
interface Values<Key, Value> {
  has(key: Key): boolean;
  get(key: Key): Value | undefined;
  set(key: Key, value: Value): unknown;
}

/** The value of a key. It is created if the map has none. `Map` has such a method, but not in Node.js 22. */
export function getOrInsertComputed<Key, Value>(
  map: Values<Key, Value>,
  key: Key,
  create: () => Value,
): Value {
  const value = map.get(key);
  if (value !== undefined || map.has(key)) return value as Value;
  const created = create();
  map.set(key, created);
  return created;
}

/** Deletes the oldest entry if there are more than `max`. */
export function limitSize(map: Map<unknown, unknown>, max: number): void {
  const [oldest] = map.size > max ? map.keys() : [];
  if (oldest !== undefined) map.delete(oldest);
}
