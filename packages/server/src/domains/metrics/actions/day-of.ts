import { bucketStarts } from '../../usage/rules/buckets.ts'

/** When the day of an instant begins. */
export function dayOf(instant: Date, timeZone: string): Date {
  const end = new Date(instant.getTime() + 1)
  const [start = instant] = bucketStarts({ start: instant, end, interval: 'day', timeZone })
  return start
}
