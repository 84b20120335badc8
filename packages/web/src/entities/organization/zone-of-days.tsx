import { useQuery } from '@tanstack/react-query'
import { dayOf, startOfDay, startOfDayIn } from '#/ui/calendar-days.ts'
import { useRealNow } from '#/ui/use-now.ts'
import { billingSettingsQuery } from './billing-settings.ts'
import { useOrganization } from './current-organization.tsx'

/** Whose days a period has, where those of the reader begin at another time. */
export function ZoneOfDays() {
  const { id } = useOrganization()
  const { data: settings } = useQuery(billingSettingsQuery(id))
  const year = dayOf(useRealNow()).slice(0, 4)
  if (settings === undefined || hasSameDays(settings.timeZone, year)) return null
  return (
    <p>
      The days of the period are those of the organization’s time zone, {settings.timeZone}; the
      times in the list are in yours.
    </p>
  )
}

/** In winter and in summer, because zones with different names may have the same days. */
const hasSameDays = (timeZone: string, year: string): boolean =>
  [`${year}-01-01`, `${year}-07-01`].every(
    (day) => startOfDayIn(day, timeZone).getTime() === startOfDay(day).getTime(),
  )
