import type { Id } from '@guildhall/contract/primitives'
import { findBillingSettings } from '../../organizations/store/billing-settings.ts'
import { startOfDate } from '../../usage/rules/buckets.ts'
import type { MetricsDeps } from './deps.ts'

interface Dates {
  readonly startDate: string
  /** Included. */
  readonly endDate: string
}

/** When a range of days begins and ends in a time zone. */
export const datesOf = ({ startDate, endDate }: Dates, timeZone: string) => ({
  start: startOfDate(new Date(startDate), timeZone),
  end: startOfDate(dayAfter(endDate), timeZone),
})

const dayMilliseconds = 86_400_000

const dayAfter = (date: string): Date => new Date(Date.parse(date) + dayMilliseconds)

/** Where the days of an organization begin. */
export async function timeZoneOf(
  { uowFactory }: MetricsDeps,
  organizationId: Id<'organization'>,
): Promise<string> {
  const settings = await findBillingSettings(uowFactory.database.reads, [organizationId])
  return settings.get(organizationId)?.timeZone ?? 'UTC'
}
