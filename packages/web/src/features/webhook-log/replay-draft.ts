import type { BodyInput } from '@guildhall/contract/operation'
import { replayWebhookEndpoint } from '@guildhall/contract/webhooks/messages'
import type { WebhookEventType } from '@guildhall/contract/webhooks/webhook-events'
import { type FieldSchemas, text, wholeNumber } from '#/lib/form-schema.ts'
import { addDays, type Day, startOfDay } from '#/ui/calendar-days.ts'
import type { LogView } from './log-view.ts'

/** The events to replay as typed; empty values match everything. */
export interface ReplayDraft {
  by: 'time' | 'sequence'
  from: Day | null
  to: Day | null
  fromSequence: string
  toSequence: string
  object: string
  types: WebhookEventType[]
  failedOnly: boolean
}

/** The initial values are the filters of the log. */
export function draftFor({ state, type, object, from, to }: LogView): ReplayDraft {
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

/** The body of the request. */
export function replayRequest({ object, types, failedOnly, ...input }: ReplayDraft): Asked {
  return {
    ...(input.by === 'time' ? days(input) : sequences(input)),
    ...(object.trim() !== '' && { objectId: object.trim() }),
    ...(types.length > 0 && { types }),
    ...(failedOnly && { failedOnly }),
  }
}

const days = ({ from, to }: Pick<ReplayDraft, 'from' | 'to'>): Asked => ({
  ...(from && { createdAfter: startOfDay(from).toISOString() }),
  ...(to && { createdBefore: startOfDay(addDays(to, 1)).toISOString() }),
})

function sequences(input: Pick<ReplayDraft, 'fromSequence' | 'toSequence'>): Asked {
  const from = input.fromSequence.trim()
  const to = input.toSequence.trim()
  return {
    ...(from !== '' && { fromSequence: Number(from) }),
    ...(to !== '' && { toSequence: Number(to) }),
  }
}

const { fromSequence, toSequence, objectId } = replayWebhookEndpoint.body.shape

export const replaySchema = {
  fromSequence: wholeNumber(fromSequence, { isOptional: true }),
  toSequence: wholeNumber(toSequence, { isOptional: true }),
  object: text(objectId),
} satisfies FieldSchemas<ReplayDraft>

/** The error if there is no condition, or null. */
export const replayMistake = (input: ReplayDraft): string | null =>
  Object.keys(replayRequest(input)).length > 0
    ? null
    : 'Choose events by date, sequence, object or type, or only failed deliveries.'
