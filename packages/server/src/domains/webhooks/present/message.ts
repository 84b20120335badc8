import {
  type FullWebhookMessage,
  type WebhookDelivery,
  WebhookMessage,
} from '@guildhall/contract/webhooks/shapes'
import * as z from 'zod/mini'
import type { LoggedEvent } from '../../../platform/outbox/reactions.ts'
import { messageHeaders } from '../rules/signature.ts'
import type { AttemptRow } from '../store/attempt-list.ts'
import type { MessageRow } from '../store/message-list.ts'

const { state, type } = WebhookMessage.shape

/** One event on its way to one endpoint. */
export const presentMessage = (row: MessageRow): WebhookMessage => ({
  id: row.id,
  createdAt: row.createdAt,
  modifiedAt: row.modifiedAt,
  endpointId: row.endpointId,
  sequence: row.sequence,
  type: z.parse(type, row.name),
  objectType: row.objectType,
  objectId: row.objectId,
  objectVersion: row.objectVersion,
  state: z.parse(state, row.state),
  attemptCount: row.attempts,
  nextAttemptAt: row.nextAttemptAt,
  lastHttpCode: row.lastCode,
})

export interface SentBody {
  readonly event: LoggedEvent
  readonly body: string
}

/** A message with what was sent, and its attempts, the newest first. */
export const presentFullMessage = (
  message: MessageRow,
  { event, body }: SentBody,
  attempts: readonly AttemptRow[],
): FullWebhookMessage => ({
  ...presentMessage(message),
  timestamp: event.organizationTime,
  payload: body,
  headers: messageHeaders({ id: message.id, event }, attempts[0]?.attemptedAt ?? message.createdAt),
  attempts: attempts.map(presentAttempt),
})

const presentAttempt = (row: AttemptRow): FullWebhookMessage['attempts'][number] => ({
  id: row.id,
  attemptedAt: row.attemptedAt,
  durationMs: row.durationMs,
  succeeded: row.succeeded,
  httpCode: row.httpCode,
  error: row.error,
  responseHead: row.responseHead,
})

/** One attempt with the message that it was to deliver. */
export function presentDelivery(
  attempt: AttemptRow,
  message: MessageRow,
  payload: string,
): WebhookDelivery {
  const { attemptCount: _count, nextAttemptAt: _next, ...shown } = presentMessage(message)
  const { endpointId, objectVersion: _version, state: reached, ...webhookEvent } = shown
  return {
    id: attempt.id,
    createdAt: attempt.attemptedAt,
    modifiedAt: null,
    httpCode: attempt.httpCode,
    succeeded: attempt.succeeded,
    durationMs: attempt.durationMs,
    error: attempt.error,
    responseHead: attempt.responseHead,
    response: attempt.responseHead,
    endpointId,
    webhookEvent: {
      ...webhookEvent,
      succeeded: reached === 'waiting' ? null : reached === 'delivered',
      skipped: reached === 'skipped',
      payload,
    },
  }
}
