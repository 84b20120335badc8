import type { Clock } from '../clock.ts'

interface Limit {
  readonly requestsMax: number
  readonly windowSeconds: number
}

/**
 * Counts calls in this process alone, for what costs so little that asking the database for a
 * count would cost more. Answers the seconds to wait, or null for who may go on. All windows
 * begin together, so that what is remembered goes with them.
 */
export function createLocalLimit(clock: Clock, { requestsMax, windowSeconds }: Limit) {
  const hits = new Map<string, number>()
  let endsAt = clock.monotonicMilliseconds()
  return (subject: string): number | null => {
    const now = clock.monotonicMilliseconds()
    if (now >= endsAt) {
      hits.clear()
      endsAt = now + windowSeconds * 1000
    }
    const hit = (hits.get(subject) ?? 0) + 1
    hits.set(subject, hit)
    return hit <= requestsMax ? null : Math.ceil((endsAt - now) / 1000)
  }
}
