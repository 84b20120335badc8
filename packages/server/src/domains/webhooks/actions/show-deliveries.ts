import type { WebhookDelivery } from '@guildhall/contract/webhooks/shapes'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Completions } from '../rules/body.ts'
import type { AttemptRow } from '../store/attempt-list.ts'
import { findMessagesOf, type MessageRow } from '../store/message-list.ts'
import { presentMessage } from './present-message.ts'
import { bodiesOf, type SentBody } from './sent-bodies.ts'

/** Attempts of one organization with what they were to deliver, in a few further statements. */
export async function showDeliveries(
  db: Kysely<Tables>,
  attempts: readonly AttemptRow[],
  completions: Completions,
): Promise<WebhookDelivery[]> {
  const [first] = attempts
  if (first === undefined) return []
  const ids = [...new Set(attempts.map(({ deliveryId }) => deliveryId))]
  const messages = await findMessagesOf(db, first.organizationId, ids)
  const byId = new Map(messages.map((message) => [message.id, message]))
  const bodies = await bodiesOf(db, messages, completions)
  return attempts.flatMap((attempt) => {
    const message = byId.get(attempt.deliveryId)
    const sent = bodies.get(attempt.deliveryId)
    // The week that it belongs to may have gone since the attempts were read.
    return message === undefined || sent === undefined ? [] : [present(attempt, message, sent)]
  })
}

function present(attempt: AttemptRow, message: MessageRow, { body }: SentBody): WebhookDelivery {
  const { id, createdAt, modifiedAt, lastHttpCode, sequence, type, objectType, objectId, state } =
    presentMessage(message)
  return {
    id: attempt.id,
    createdAt: attempt.attemptedAt,
    modifiedAt: null,
    httpCode: attempt.httpCode,
    succeeded: attempt.succeeded,
    durationMs: attempt.durationMs,
    error: attempt.error,
    responseHead: attempt.responseHead,
    endpointId: attempt.endpointId,
    webhookEvent: {
      id,
      createdAt,
      modifiedAt,
      lastHttpCode,
      succeeded: state === 'waiting' ? null : state === 'delivered',
      payload: body,
      sequence,
      type,
      objectType,
      objectId,
    },
  }
}
