/** Generated dates: in order for one object, and in the past unless the name of the field says otherwise. */

import { getOrInsertComputed } from "../shared/maps.ts";
import { hash } from "../shared/random.ts";

const DAY_MS = 86_400_000;
/** Objects are created in the two years from here. All that follows happens in 2025 at the latest. */
const FIRST_MS = Date.UTC(2023, 0, 1);
const CREATED_DAYS = 730;
/**
 * Dates of the future are in the two years from here: far enough for the lifetime of a test, and before 2038,
 * because later ones exceed an `Int` of seconds.
 */
const FUTURE_MS = Date.UTC(2036, 0, 1);

const BIRTH_STAGE = -1;
const DEFAULT_STAGE = 2;
const FUTURE_STAGE = 5;

/** Stages in the life of an object. A name that matches no stage is between `started` and `updated`. */
const STAGES: readonly (readonly [RegExp, stage: number])[] = [
  [/\bbirth[^.]*$|\bborn[^.]*$/, BIRTH_STAGE],
  [
    /\b(?:expir(?:es|y|ation)|due|deadline|scheduled|target|next|valid (?:until|to|through)|renew[a-z]*)\b[^.]*$/,
    FUTURE_STAGE,
  ],
  [/\b(?:created?|creation|inserted|registered|joined|added|opened|since)\b[^.]*$/, 0],
  [/\b(?:start(?:s|ed)?|begins?|began|begin|from|placed|ordered|requested|submitted|queued)\b[^.]*$/, 1],
  [/\b(?:updated?|modified|modification|changed|edited|last|latest|seen|synced)\b[^.]*$/, 3],
  [
    /\b(?:complet|expired|finish|end|clos|archiv|delet|resolv|cancel|deliver|fail|remov|disabl|to\b|until\b)[a-z]*[^.]*$/,
    4,
  ],
];
/** Hours from one stage to the next, at most. */
const STAGE_HOURS = [0, 36, 24 * 30, 24 * 60, 24 * 30];

/** The stage of each name that was used. */
const stages = new Map<string, number>();

/**
 * Returns an instant for a field, in milliseconds since the epoch: created ≤ started ≤ updated ≤ ended.
 *
 * @param name - Words of the field in lower case.
 * @param objectKey - The same for all fields of an object.
 */
export function instantOf(name: string, objectKey: string): number {
  const stage = getOrInsertComputed(
    stages,
    name,
    () => STAGES.find(([pattern]) => pattern.test(name))?.[1] ?? DEFAULT_STAGE,
  );
  const number = hash(`${objectKey}:created`);
  const seconds = number % (CREATED_DAYS * 86_400);
  if (stage === BIRTH_STAGE) return Date.UTC(1955 + (number % 50), 0, 1) + (number % 365) * DAY_MS;
  if (stage === FUTURE_STAGE) return FUTURE_MS + seconds * 1000;
  let instant = FIRST_MS + seconds * 1000;
  for (let step = 1; step <= stage; step++) {
    instant += (hash(`${objectKey}:${step}`) % ((STAGE_HOURS[step] ?? 0) * 3600)) * 1000;
  }
  return instant;
}
