/** Durations as people say them. */

const MINUTE_MS = 60 * 1000;

/** In its two largest units. */
export function describeDuration(ms: number): string {
  const minutes = Math.floor(ms / MINUTE_MS);
  const [days, hours] = [Math.floor(minutes / 1440), Math.floor(minutes / 60) % 24];
  if (days > 0) return `${days} d ${hours} h`;
  if (hours > 0) return `${hours} h ${minutes % 60} min`;
  return minutes > 0 ? `${minutes} min` : `${Math.floor(ms / 1000)} s`;
}
