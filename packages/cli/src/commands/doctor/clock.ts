/** This machine's clock, against the platform's. */

import type { Case } from "./case.ts";
import { describeDuration } from "./duration.ts";
import { type Check, fine, skipped, warning, wrong } from "./examination.ts";

/** Clocks of machines that keep time agree better; a `Date` header counts whole seconds. */
const SKEW_MS = 30 * 1000;
/** From here on tokens look expired that are not, and the other way round. */
const BAD_SKEW_MS = 5 * 60 * 1000;

/** Also where the exchange was refused: a clock that is wrong may be why. */
export function checkClock(examined: Case): Check {
  return {
    ...{ id: "clock", title: "clock", needs: ["tls"] },
    async run() {
      const { traffic, prefix } = examined;
      const skewMs = traffic.skewMs() ?? (await askForDate(examined));
      if (skewMs === undefined) return skipped("because the platform's answers have no Date");
      const size = Math.abs(skewMs);
      const by = `${describeDuration(size)} ${skewMs > 0 ? "behind" : "ahead of"} the platform's`;
      if (size <= SKEW_MS) return fine(`within ${SKEW_MS / 1000} s of the platform's`);
      const advice = `synchronise this machine's clock; if it is right, tell the people of ${prefix}_BASE_URL`;
      return size > BAD_SKEW_MS ? wrong(by, advice) : warning(by, advice);
    },
  };
}

/** Without an exchange nothing has been asked yet. */
async function askForDate({ traffic, destination, timeout, terminal }: Case): Promise<number | undefined> {
  const signal = AbortSignal.any([terminal.interruption, AbortSignal.timeout(timeout)]);
  try {
    const response = await traffic.fetch(destination?.baseUrl ?? "", { method: "HEAD", redirect: "manual", signal });
    await response.body?.cancel();
  } catch {
    // Whatever it is, other checks speak of it.
  }
  return traffic.skewMs();
}
