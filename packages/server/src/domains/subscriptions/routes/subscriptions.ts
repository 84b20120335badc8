import { Readable } from 'node:stream'
import type { Id } from '@guildhall/contract/primitives'
import * as contract from '@guildhall/contract/subscriptions/subscriptions'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { directAnswer } from '../../../platform/http/direct-answer.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { itemOf, organizationListed, type Seller } from '../../organizations/index.ts'
import { asJsonString, exportSubscriptions } from '../actions/export-subscriptions.ts'
import type { SubscriptionParts } from '../actions/parts.ts'
import { presentSubscription, presentSubscriptions } from '../actions/present-subscription.ts'
import { listSubscriptions } from '../store/subscription-list.ts'
import { findSubscriptionIn, type SubscriptionRow } from '../store/subscriptions.ts'

/** What customers pay for again and again, as it stands. */
export const subscriptionRoutes = (parts: SubscriptionParts): readonly EndpointRoute[] => [
  listRoute(parts),
  exportRoute(parts),
  getRoute(parts),
]

const listRoute = (parts: SubscriptionParts) =>
  serve(contract.listSubscriptions, async ({ caller, query }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const { rows, total } =
      organizationId === null ? emptyPage : await listSubscriptions(kysely, organizationId, query)
    const shown = await presentSubscriptions(kysely, parts, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const getRoute = (parts: SubscriptionParts) =>
  serve(contract.getSubscription, async ({ caller, params }) => {
    const row = await subscriptionOf(parts, caller, params.id)
    return presentSubscription(parts.workshop.database.kysely, parts, row)
  })

/** The official client takes nothing but JSON here, and everybody else wants the file. */
const exportRoute = (parts: SubscriptionParts) =>
  serve(contract.exportSubscriptions, async ({ caller, query, headers }) => {
    const organizationId = await organizationListed(parts, caller, query.organizationId)
    const { kysely } = parts.workshop.database
    const lines = exportSubscriptions(kysely, organizationId)
    const isJson = headers.accept?.includes('application/json') === true
    const [type, body] = isJson
      ? (['application/json', asJsonString(lines)] as const)
      : (['text/csv; charset=utf-8', lines] as const)
    const named = { 'content-disposition': 'attachment; filename="subscriptions.csv"' }
    return directAnswer(
      200,
      { 'content-type': type, 'cache-control': 'private, no-store', ...(!isJson && named) },
      Readable.from(body),
    )
  })

export const subscriptionOf = (
  { workshop }: Pick<SubscriptionParts, 'workshop'>,
  caller: Seller,
  id: Id<'subscription'>,
): Promise<SubscriptionRow> => {
  const { kysely } = workshop.database
  return itemOf({ workshop }, caller, (within) => findSubscriptionIn(kysely, within, id))
}
