import type { BodyInput } from '@guildhall/contract/endpoint'
import type { WebhookEventType } from '@guildhall/contract/webhooks/events'
import type { replayWebhookEndpoint } from '@guildhall/contract/webhooks/messages'
import { addDays, type Day, startOfDay } from '../../ui/calendar-days.ts'
import type { LogView } from './log-view.ts'

/** Which events are sent again, as it’s filled in: what is empty narrows nothing. */
export interface ReplayWish {
  by: 'time' | 'sequence'
  from: Day | null
  to: Day | null
  fromSequence: string
  toSequence: string
  object: string
  types: WebhookEventType[]
  failedOnly: boolean
}

/** What the reader has before them is what they mean. */
export function wishFor({ state, type, object, from, to }: LogView): ReplayWish {
  const isNarrowed = type !== undefined || object !== undefined || from !== undefined
  return {
    by: 'time',
    from: from ?? null,
    to: to ?? null,
    fromSequence: '',
    toSequence: '',
    object: object ?? '',
    types: type === undefined ? [] : [type],
    failedOnly: state === 'failed' || !isNarrowed,
  }
}

type Asked = BodyInput<typeof replayWebhookEndpoint>

/** What the server is asked. */
export function replayAsked({ object, types, failedOnly, ...wish }: ReplayWish): Asked {
  return {
    ...(wish.by === 'time' ? days(wish) : sequences(wish)),
    ...(object.trim() !== '' && { objectId: object.trim() }),
    ...(types.length > 0 && { types }),
    ...(failedOnly && { failedOnly }),
  }
}

const days = ({ from, to }: Pick<ReplayWish, 'from' | 'to'>): Asked => ({
  ...(from && { createdAfter: startOfDay(from).toISOString() }),
  ...(to && { createdBefore: startOfDay(addDays(to, 1)).toISOString() }),
})

function sequences(wish: Pick<ReplayWish, 'fromSequence' | 'toSequence'>): Asked {
  const from = wish.fromSequence.trim()
  const to = wish.toSequence.trim()
  return {
    ...(from !== '' && { fromSequence: Number(from) }),
    ...(to !== '' && { toSequence: Number(to) }),
  }
}

/** Why this isn’t the number of an event, or null. */
export function sequenceMistake(text: string): string | null {
  const typed = text.trim()
  return typed === '' || /^[1-9]\d{0,14}$/.test(typed) ? null : 'Enter a whole number from 1.'
}

/** Why nobody could tell which events are meant, or null. */
export const wishMistake = (wish: ReplayWish): string | null =>
  Object.keys(replayAsked(wish)).length > 0
    ? null
    : 'Say which events: some days or numbers, an object, names of events, or only those given up.'
