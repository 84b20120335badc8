import type { FullWebhookMessage } from '@guildhall/contract/webhooks/shapes'
import type { Kysely } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Completions } from '../rules/body.ts'
import { messageHeaders } from '../rules/signature.ts'
import { type AttemptRow, findAttemptsOf } from '../store/attempt-list.ts'
import type { MessageRow } from '../store/message-list.ts'
import { presentMessage } from './present-message.ts'
import { bodiesOf } from './sent-bodies.ts'

/** A message with what was sent, and what came of every attempt. */
export async function showMessage(
  db: Kysely<Tables>,
  message: MessageRow,
  completions: Completions,
): Promise<FullWebhookMessage> {
  const [bodies, attempts] = await Promise.all([
    bodiesOf(db, [message], completions),
    findAttemptsOf(db, message),
  ])
  const sent = bodies.get(message.id)
  assert(sent !== undefined, 'what was asked for is answered')
  const { event, body } = sent
  return {
    ...presentMessage(message),
    timestamp: event.organizationTime,
    payload: body,
    headers: messageHeaders(
      { id: message.id, event },
      attempts[0]?.attemptedAt ?? message.createdAt,
    ),
    attempts: attempts.map(presentAttempt),
  }
}

const presentAttempt = ({ id, attemptedAt, durationMs, succeeded, ...said }: AttemptRow) => ({
  id,
  attemptedAt,
  durationMs,
  succeeded,
  httpCode: said.httpCode,
  error: said.error,
  responseHead: said.responseHead,
})
