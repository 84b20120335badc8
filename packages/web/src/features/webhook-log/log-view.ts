import { objectId, webhookMessageStates } from '@guildhall/contract/webhooks/shapes'
import {
  type WebhookEventType,
  webhookEventTypes,
} from '@guildhall/contract/webhooks/webhook-events'
import * as z from 'zod/mini'
import { readText, type SearchParameters } from '#/lib/search-parameters.ts'
import type { Day } from '#/ui/calendar-days.ts'
import { readDays } from '#/ui/read-days.ts'

type DeliveryState = (typeof webhookMessageStates)[number]

/** The filters of an endpoint's log in the URL; omitted filters match all. */
export interface LogView {
  state?: DeliveryState
  type?: WebhookEventType
  /** The status code of the last response. */
  code?: number
  /** The id of the object of the events. */
  object?: string
  /** The first and the last day; both or neither. */
  from?: Day
  to?: Day
}

/** Parses the URL and ignores invalid values. */
export function readLogView(search: SearchParameters): LogView {
  const state = webhookMessageStates.find((one) => one === search['state'])
  const type = webhookEventTypes.find((one) => one === search['type'])
  const code = readCode(readText(search['code']) ?? '')
  const object = readText(search['object'])
  return {
    ...(state && { state }),
    ...(type && { type }),
    ...(code !== null && { code }),
    ...(object && z.safeParse(objectId, object).success && { object }),
    ...readDays(search),
  }
}

/** An HTTP status as typed. */
export function readCode(text: string): number | null {
  return /^[1-5]\d\d$/.test(text.trim()) ? Number(text) : null
}
