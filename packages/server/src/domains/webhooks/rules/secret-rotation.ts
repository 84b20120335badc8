const overlapMilliseconds = 24 * 3_600_000

/** Until when the previous secret still signs after a rotation. */
export const overlapUntil = (now: Date): Date => new Date(now.getTime() + overlapMilliseconds)

/** Null where the previous secret no longer signs. */
export const stillValid = (until: Date | null, now: Date): Date | null =>
  until !== null && now < until ? until : null
