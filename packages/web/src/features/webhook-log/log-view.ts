import { type WebhookEventType, webhookEventTypes } from '@guildhall/contract/webhooks/events'
import { webhookMessageStates } from '@guildhall/contract/webhooks/shapes'
import * as z from 'zod/mini'
import { readText, type SearchParameters } from '../../lib/search-parameters.ts'
import type { Day } from '../../ui/calendar-days.ts'

type DeliveryState = (typeof webhookMessageStates)[number]

/** What the log of an endpoint shows, as it stands in the URL; what is left out lets all through. */
export interface LogView {
  state?: DeliveryState
  type?: WebhookEventType
  /** What the last attempt was answered with. */
  code?: number
  /** The id of what the events are about. */
  object?: string
  /** The first and the last day; both or none. */
  from?: Day
  to?: Day
}

/** Takes from an address what it understands, so that no address is an error. */
export function readLogView(search: SearchParameters): LogView {
  const state = webhookMessageStates.find((one) => one === search['state'])
  const type = webhookEventTypes.find((one) => one === search['type'])
  const code = readCode(readText(search['code']) ?? '')
  const object = readText(search['object'])
  return {
    ...(state && { state }),
    ...(type && { type }),
    ...(code !== null && { code }),
    ...(object && object.length <= objectIdLengthMax && { object }),
    ...readDays(search),
  }
}

export const objectIdLengthMax = 100

/** A status of HTTP as somebody types it. */
export function readCode(text: string): number | null {
  return /^[1-5]\d\d$/.test(text.trim()) ? Number(text) : null
}

const firstDay = '1970-01-01'
/** The day after it still has a year of four digits. */
const lastDay = '9999-12-30'

function readDays(search: SearchParameters): Pick<LogView, 'from' | 'to'> {
  const from = z.safeParse(z.iso.date(), search['from'])
  const to = z.safeParse(z.iso.date(), search['to'])
  if (!from.success || !to.success) return {}
  const isReal = firstDay <= from.data && from.data <= to.data && to.data <= lastDay
  return isReal ? { from: from.data, to: to.data } : {}
}
