import type { QueryClient } from '@tanstack/react-query'
import { addDays, type Day, startOfDayIn } from '#/ui/calendar-days.ts'
import { billingSettingsQuery } from './billing-settings.ts'
import type { OrganizationId } from './own-organizations.ts'

interface Days {
  readonly from?: Day | undefined
  /** Included. */
  readonly to?: Day | undefined
}

/** What was created in these days, which begin where the organization is, as in its metrics. */
export async function createdIn(
  queryClient: QueryClient,
  organizationId: OrganizationId,
  { from, to }: Days,
): Promise<{ createdAfter?: string; createdBefore?: string }> {
  if (from === undefined || to === undefined) return {}
  const { timeZone } = await queryClient.ensureQueryData(billingSettingsQuery(organizationId))
  return {
    createdAfter: startOfDayIn(from, timeZone).toISOString(),
    createdBefore: startOfDayIn(addDays(to, 1), timeZone).toISOString(),
  }
}
