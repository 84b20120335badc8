import * as z from 'zod/mini'
import type { SearchParameters } from '#/lib/search-parameters.ts'
import type { DayRange } from './calendar-days.ts'

const firstDay = '1970-01-01'
/** The day after it must still have a four-digit year. */
const lastDay = '9999-12-30'

/** The first and the last day of a period in the URL; both or neither. */
export function readDays(search: SearchParameters): DayRange | null {
  const from = z.safeParse(z.iso.date(), search['from'])
  const to = z.safeParse(z.iso.date(), search['to'])
  if (!from.success || !to.success) return null
  const isReal = firstDay <= from.data && from.data <= to.data && to.data <= lastDay
  return isReal ? { from: from.data, to: to.data } : null
}
