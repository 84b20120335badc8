/** As many events may wait before an endpoint counts as behind. */
const lagAllowed = 100
const concurrencyMax = 8

/**
 * How many events are sent to an endpoint concurrently, each about a different object. An endpoint
 * that keeps up gets one after another, so that events arrive in order.
 */
export const concurrencyFor = (lag: number): number =>
  Math.min(concurrencyMax, 1 + Math.floor(Math.max(0, lag - 1) / lagAllowed))
