import type { Id } from '@guildhall/contract/primitives'
import * as contract from '@guildhall/contract/webhooks/messages'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  resolveOrganizationFilter,
  type SellerCaller,
} from '../../organizations/actions/seller.ts'
import { completionsForReader } from '../actions/completions.ts'
import type { WebhookDeps } from '../actions/deps.ts'
import { pullEvents } from '../actions/pull-events.ts'
import { showDeliveries, showMessage } from '../actions/show-messages.ts'
import { presentMessage } from '../present/message.ts'
import { listAttempts } from '../store/attempt-list.ts'
import { cursorOf, findMessageIn, listMessages, type MessageRow } from '../store/message-list.ts'

type Deps = Pick<WebhookDeps, 'uowFactory' | 'completions'>

export const messageRoutes = (deps: Deps): readonly OperationRoute[] => [
  listDeliveriesRoute(deps),
  listMessagesRoute(deps),
  getMessageRoute(deps),
  pullRoute(deps),
]

const listDeliveriesRoute = (deps: Deps) =>
  serve(contract.listWebhookDeliveries, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return pageAnswer(emptyPage, query, (none) => none)
    const { kysely } = deps.uowFactory.database
    const { rows, total } = await listAttempts(kysely, organizationId, query)
    const completions = await completionsForReader(deps, caller, organizationId)
    const shown = await showDeliveries(kysely, rows, completions)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const listMessagesRoute = (deps: Deps) =>
  serve(contract.listWebhookMessages, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return { items: [], nextCursor: null }
    const { kysely } = deps.uowFactory.database
    const { limit } = query
    const found = await listMessages(kysely, organizationId, { ...query, limit: limit + 1 })
    const shown = found.slice(0, limit)
    const last = shown.at(-1)
    const hasMore = found.length > limit && last !== undefined
    return { items: shown.map(presentMessage), nextCursor: hasMore ? cursorOf(last) : null }
  })

const getMessageRoute = (deps: Deps) =>
  serve(contract.getWebhookMessage, async ({ caller, params }) => {
    const message = await messageOf(deps, caller, params.id)
    const completions = await completionsForReader(deps, caller, message.organizationId)
    return showMessage(deps.uowFactory.database.reads, message, completions)
  })

const pullRoute = (deps: Deps) =>
  serve(contract.pullWebhookEvents, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    if (organizationId === null) return { items: [], nextAfter: 0, hasMore: false }
    const { reads } = deps.uowFactory.database
    const completions = await completionsForReader(deps, caller, organizationId)
    return pullEvents(reads, organizationId, query, completions)
  })

export const messageOf = (
  deps: Pick<Deps, 'uowFactory'>,
  caller: SellerCaller,
  id: Id<'webhookDelivery'>,
): Promise<MessageRow> => {
  const { reads } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findMessageIn(reads, within, id))
}
