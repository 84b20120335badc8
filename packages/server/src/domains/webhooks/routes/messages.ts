import type { Id } from '@guildhall/contract/primitives'
import * as contract from '@guildhall/contract/webhooks/messages'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { itemOf, organizationListed, type Seller } from '../../organizations/index.ts'
import type { WebhookParts } from '../actions/parts.ts'
import { presentMessage } from '../actions/present-message.ts'
import { pullEvents } from '../actions/pull-events.ts'
import { showDeliveries } from '../actions/show-deliveries.ts'
import { showMessage } from '../actions/show-message.ts'
import { listAttempts } from '../store/attempt-list.ts'
import { cursorOf, findMessageIn, listMessages, type MessageRow } from '../store/message-list.ts'

type Parts = Pick<WebhookParts, 'workshop' | 'completions'>

/** What endpoints were sent, and what there is to be told. */
export const messageRoutes = (parts: Parts): readonly EndpointRoute[] => [
  listDeliveriesRoute(parts),
  listMessagesRoute(parts),
  getMessageRoute(parts),
  pullRoute(parts),
]

const listDeliveriesRoute = (parts: Parts) =>
  serve(contract.listWebhookDeliveries, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const { rows, total } =
      organizationId === null ? emptyPage : await listAttempts(kysely, organizationId, query)
    const shown = await showDeliveries(kysely, rows, parts.completions)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const listMessagesRoute = (parts: Parts) =>
  serve(contract.listWebhookMessages, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    if (organizationId === null) return { items: [], nextCursor: null }
    const { kysely } = parts.workshop.database
    const { limit } = query
    const found = await listMessages(kysely, organizationId, { ...query, limit: limit + 1 })
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    const isMore = found.length > limit && last !== undefined
    return { items: shown.map(presentMessage), nextCursor: isMore ? cursorOf(last) : null }
  })

const getMessageRoute = (parts: Parts) =>
  serve(contract.getWebhookMessage, async ({ caller, params }) => {
    const message = await messageOf(parts, caller, params.id)
    return showMessage(parts.workshop.database.reads, message, parts.completions)
  })

const pullRoute = (parts: Parts) =>
  serve(contract.pullWebhookEvents, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    if (organizationId === null) return { items: [], nextAfter: 0, hasMore: false }
    const { reads } = parts.workshop.database
    return pullEvents(reads, organizationId, query, parts.completions)
  })

export const messageOf = (
  parts: Pick<Parts, 'workshop'>,
  caller: Seller,
  id: Id<'webhookDelivery'>,
): Promise<MessageRow> => {
  const { reads } = parts.workshop.database
  return itemOf(parts, caller, (within) => findMessageIn(reads, within, id))
}
