import type { Id } from '@guildhall/contract/primitives'
import {
  type FullWebhookMessage,
  type WebhookDelivery,
  WebhookEndpoint,
} from '@guildhall/contract/webhooks/shapes'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { bodyInFormat, buildBody, type Completions } from '../present/body.ts'
import { presentDelivery, presentFullMessage, type SentBody } from '../present/message.ts'
import { type AttemptRow, findAttemptsOf } from '../store/attempt-list.ts'
import { findEndpointsOf } from '../store/endpoints.ts'
import { findEventsAt } from '../store/logged-events.ts'
import { findMessagesOf, type MessageRow } from '../store/message-list.ts'

/** A message with what was sent, and the outcome of every attempt. */
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
  assert(sent !== undefined, 'every message has a body')
  return presentFullMessage(message, sent, attempts)
}

/** Attempts of one organization with their messages, in a few further statements. */
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
    // The partition of the message may have been dropped since the attempts were read.
    if (message === undefined || sent === undefined) return []
    return [presentDelivery(attempt, message, sent.body)]
  })
}

const { format } = WebhookEndpoint.shape

/**
 * The bodies of messages of one organization. Bodies are not stored, because building them again
 * gives the same bytes, as far as the completions show everything. Where the format has no message
 * for an event, its raw body is shown.
 */
async function bodiesOf(
  db: Kysely<Tables>,
  messages: readonly MessageRow[],
  completions: Completions,
): Promise<ReadonlyMap<Id<'webhookDelivery'>, SentBody>> {
  const [first] = messages
  if (first === undefined) return new Map()
  const endpointIds = [...new Set(messages.map(({ endpointId }) => endpointId))]
  const [events, endpoints] = await Promise.all([
    findEventsAt(db, first.organizationId, messages),
    findEndpointsOf(db, first.organizationId, endpointIds),
  ])
  const formats = new Map(endpoints.map((one) => [one.id, z.parse(format, one.format)]))
  return new Map(
    messages.map(({ id, sequence, endpointId }) => {
      const event = events.get(sequence)
      assert(event !== undefined, 'the log keeps events longer than their messages')
      const raw = buildBody(event, completions)
      return [id, { event, body: bodyInFormat(formats.get(endpointId) ?? 'raw', raw) ?? raw }]
    }),
  )
}
