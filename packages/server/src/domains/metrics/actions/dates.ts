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

interface GivenDays {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
  readonly timezone?: string | undefined
}

/** The filters of a list, with when its days begin and end; null for all time. */
export async function withSpan<Q extends GivenDays>(
  deps: MetricsDeps,
  organizationId: Id<'organization'>,
  query: Q,
) {
  const { startDate, endDate, timezone } = query
  if (startDate === undefined || endDate === undefined) {
    return { ...query, organizationId, span: null }
  }
  const timeZone = timezone ?? (await timeZoneOf(deps, organizationId))
  return { ...query, organizationId, span: datesOf({ startDate, endDate }, timeZone) }
}
