import { customerId } from '@guildhall/contract/customers/shapes'
import { meterId } from '@guildhall/contract/metering/shapes'
import { dottedKeyLengthMax } from '@guildhall/contract/usage/event-input'
import { eventNameLengthMax } from '@guildhall/contract/usage/shapes'
import * as z from 'zod/mini'
import { readListView } from '#/lib/list-view.ts'
import { readText, type SearchParameters } from '#/lib/search-parameters.ts'
import type { Day } from '#/ui/calendar-days.ts'
import { readDays } from '#/ui/read-days.ts'

/** The filters of the list of events in the URL; omitted filters match all. */
export interface EventsView {
  name?: string
  customer?: z.output<typeof customerId>
  meter?: z.output<typeof meterId>
  /** A key of the metadata and its value: `model=lite`. */
  metadata?: string
  /** The first and the last day; both or neither. */
  from?: Day
  to?: Day
  /** The id of the saved view that was opened. */
  view?: string
}

/** The parameters that say which events are listed. */
export function eventFilters(parameters: EventsView): Omit<EventsView, 'view'> {
  const { view: _, ...filters } = parameters
  return filters
}

/** Parses the URL and ignores invalid values. */
export function readEventsView(search: SearchParameters): EventsView {
  const name = readText(search['name'])
  const customer = z.safeParse(customerId, search['customer'])
  const meter = z.safeParse(meterId, search['meter'])
  const metadata = readText(search['metadata'])
  const { view } = readListView(search, [])
  return {
    ...(name && name.length <= eventNameLengthMax && { name }),
    ...(customer.success && { customer: customer.data }),
    ...(meter.success && { meter: meter.data }),
    ...(metadata && readPair(metadata) !== null && { metadata }),
    ...readDays(search),
    ...(view && { view }),
  }
}

/** `model=lite` as a key and a value; null if it isn’t a pair. */
export function readPair(text: string): { key: string; value: string } | null {
  const [key = '', ...rest] = text.split('=')
  const isPair = key !== '' && key.length <= dottedKeyLengthMax && rest.length > 0
  return isPair ? { key, value: rest.join('=') } : null
}
