/** A part of time; without a beginning, everything before its end. */
export interface Span {
  readonly from: Date | null
  readonly until: Date
}

export interface ReadingPlan {
  /** Before the range, from roll-ups: all days that begin before. Null where none is used. */
  readonly openingStored: Date | null
  /** Before the range, counted now. */
  readonly openingCounted: Span | null
  /** Of the range, from roll-ups. */
  readonly stored: { readonly from: Date; readonly until: Date } | null
  /** Of the range, counted now. */
  readonly counted: readonly { readonly from: Date; readonly until: Date }[]
}

interface Wanted {
  readonly start: Date
  readonly end: Date
  /** When the buckets begin, the first perhaps before the range. */
  readonly starts: readonly Date[]
  /** Until when roll-ups by the same days are there; null without any that serve. */
  readonly rolledUpUntil: Date | null
  /** Whether days are too long for the buckets. */
  readonly isFinerThanDays: boolean
}

/**
 * Which parts of a range are read from days that were rolled up, and which are counted now: what is
 * not rolled up yet, and a first bucket that the range cuts, because what is counted once in a bucket
 * isn’t known of a part of it.
 */
export function planReading(wanted: Wanted): ReadingPlan {
  const { start, end, rolledUpUntil, isFinerThanDays } = wanted
  const openingStored = rolledUpUntil === null ? null : earlier(rolledUpUntil, start)
  const openingCounted =
    openingStored !== null && openingStored >= start ? null : { from: openingStored, until: start }
  const from = firstWholeBucket(wanted)
  if (rolledUpUntil === null || isFinerThanDays || rolledUpUntil <= from) {
    return { openingStored, openingCounted, stored: null, counted: [{ from: start, until: end }] }
  }
  const until = earlier(rolledUpUntil, end)
  const counted = [
    { from: start, until: from },
    { from: until, until: end },
  ].filter((span) => span.from < span.until)
  return { openingStored, openingCounted, stored: { from, until }, counted }
}

const firstWholeBucket = ({ start, end, starts }: Wanted): Date =>
  starts.find((one) => one >= start) ?? end

const earlier = (one: Date, other: Date): Date => (one < other ? one : other)
