import type { QueryOf, ResponseOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { pullWebhookEvents as contract } from '@guildhall/contract/webhooks/messages'
import { WebhookEvent } from '@guildhall/contract/webhooks/shapes'
import { webhookEventTypes } from '@guildhall/contract/webhooks/webhook-events'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { LoggedEvent } from '../../../platform/outbox/reactions.ts'
import type { Completions } from '../present/body.ts'
import { pullRange } from '../rules/pull-range.ts'
import { eventId } from '../rules/webhook-ids.ts'
import { findEventsWithin, findLoggedRange } from '../store/logged-events.ts'

type Query = QueryOf<typeof contract>
type Pulled = ResponseOf<typeof contract>

/** The next events of an organization's log. */
export async function pullEvents(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { after, limit, types }: Query,
  completions: Completions,
): Promise<Pulled> {
  const logged = await findLoggedRange(db, organizationId)
  const range = pullRange(logged, positionOf(after))
  const found = await findEventsWithin(db, {
    ...range,
    organizationId,
    names: types ?? webhookEventTypes,
    limit: limit + 1,
  })
  const shown = found.slice(0, limit)
  const nextAfter = found.length > limit ? (shown.at(-1)?.sequence ?? 0) : range.through
  return {
    items: shown.map((event) => presentEvent(organizationId, event, completions)),
    nextAfter,
    hasMore: nextAfter < logged.last,
  }
}

const positionOf = (after: string | undefined): number | 'latest' | null =>
  after === undefined ? null : after === 'latest' ? after : Number(after)

const { type } = WebhookEvent.shape

/** An event for clients that pull. */
const presentEvent = (
  organizationId: Id<'organization'>,
  { sequence, name, organizationTime, object, payload }: LoggedEvent,
  completions: Completions,
): WebhookEvent => ({
  id: eventId(organizationId, sequence),
  sequence,
  type: z.parse(type, name),
  timestamp: organizationTime,
  objectVersion: object.version,
  data: completions[object.type]?.(payload) ?? payload,
})
