/** As many wait before an endpoint counts as behind. */
const lagAllowed = 100
const windowMax = 8

/**
 * How many events may be on their way to an endpoint at once, none of them about the same object.
 * One after another as long as it keeps pace, so that they arrive in the order in which they left.
 */
export const windowOf = (lag: number): number =>
  Math.min(windowMax, 1 + Math.floor(Math.max(0, lag - 1) / lagAllowed))
