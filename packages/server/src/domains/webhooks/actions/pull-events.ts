import type { AnswerOf, QueryOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import { webhookEventTypes } from '@guildhall/contract/webhooks/events'
import type { pullWebhookEvents as contract } from '@guildhall/contract/webhooks/messages'
import { WebhookEvent } from '@guildhall/contract/webhooks/shapes'
import type { Kysely } from 'kysely'
import * as z from 'zod/mini'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { LoggedEvent } from '../../../platform/outbox/reactions.ts'
import type { Completions } from '../rules/body.ts'
import { eventId } from '../rules/event-id.ts'
import { stretchOf } from '../rules/pulling.ts'
import { findEventsWithin, findLine } from '../store/pulled-events.ts'

type Query = QueryOf<typeof contract>
type Pulled = AnswerOf<typeof contract>

/** The next events of an organization’s line, as endpoints are told them. */
export async function pullEvents(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { after, limit, types }: Query,
  completions: Completions,
): Promise<Pulled> {
  const line = await findLine(db, organizationId)
  const stretch = stretchOf(line, placeMeant(after))
  const found = await findEventsWithin(db, {
    ...stretch,
    organizationId,
    names: types ?? webhookEventTypes,
    limit: limit + 1,
  })
  const shown = found.slice(0, limit)
  const nextAfter = found.length > limit ? (shown.at(-1)?.sequence ?? 0) : stretch.through
  return {
    items: shown.map((event) => present(organizationId, event, completions)),
    nextAfter,
    hasMore: nextAfter < line.last,
  }
}

const placeMeant = (after: string | undefined): number | 'latest' | null =>
  after === undefined ? null : after === 'latest' ? after : Number(after)

const { type } = WebhookEvent.shape

function present(
  organizationId: Id<'organization'>,
  { sequence, name, organizationTime, object, payload }: LoggedEvent,
  completions: Completions,
): WebhookEvent {
  return {
    id: eventId(organizationId, sequence),
    sequence,
    type: z.parse(type, name),
    timestamp: organizationTime,
    objectVersion: object.version,
    data: completions[object.type]?.(payload) ?? payload,
  }
}
