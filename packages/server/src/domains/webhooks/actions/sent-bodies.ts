import type { Id } from '@guildhall/contract/primitives'
import { WebhookEndpoint } from '@guildhall/contract/webhooks/shapes'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import { assert } from '../../../kernel/assert.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { LoggedEvent } from '../../../platform/outbox/reactions.ts'
import { bodyInFormat, buildBody, type Completions } from '../rules/body.ts'
import { findEndpointsOf } from '../store/endpoints.ts'
import type { MessageRow } from '../store/message-list.ts'
import { findEventsAt } from '../store/pulled-events.ts'

const { format } = WebhookEndpoint.shape

export interface SentBody {
  readonly event: LoggedEvent
  readonly body: string
}

/**
 * What messages of one organization say, by their ids: bodies are nowhere kept, since they are the
 * same whenever they are built. What no format has words for is shown as it would be sent raw.
 */
export async function bodiesOf(
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
      assert(event !== undefined, 'the log keeps an event longer than anybody is told of it')
      const raw = buildBody(event, completions)
      return [id, { event, body: bodyInFormat(formats.get(endpointId) ?? 'raw', raw) ?? raw }]
    }),
  )
}
