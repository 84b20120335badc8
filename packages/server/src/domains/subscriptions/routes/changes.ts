import type { SubscriptionChange } from '@guildhall/contract/subscriptions/changes'
import type { Subscription } from '@guildhall/contract/subscriptions/subscription-shapes'
import * as contract from '@guildhall/contract/subscriptions/subscriptions'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { type Seller, sellerWork } from '../../organizations/index.ts'
import { answerChange } from '../actions/answer-change.ts'
import type { SubscriptionParts } from '../actions/parts.ts'
import { presentSubscription } from '../actions/present-subscription.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { subscriptionOf } from './subscriptions.ts'

/** What sellers change of a subscription. */
export const changeRoutes = (parts: SubscriptionParts): readonly EndpointRoute[] => [
  updateRoute(parts),
  revokeRoute(parts),
]

const updateRoute = (parts: SubscriptionParts) =>
  serve(contract.updateSubscription, async (call) => {
    const row = await subscriptionOf(parts, call.caller, call.params.id)
    return change(parts, call, { row, wanted: call.body })
  })

const revokeRoute = (parts: SubscriptionParts) =>
  serve(contract.revokeSubscription, async (call) => {
    const row = await subscriptionOf(parts, call.caller, call.params.id)
    return change(parts, call, { row, wanted: { revoke: true } })
  })

interface SellersCall {
  readonly caller: Seller
}

interface Wanted {
  readonly row: SubscriptionRow
  readonly wanted: SubscriptionChange
}

const change = (
  parts: SubscriptionParts,
  call: SellersCall & Parameters<typeof answerChange<Subscription>>[1],
  { row: { organizationId, id }, wanted }: Wanted,
): Promise<Subscription> =>
  answerChange(parts, call, {
    key: { organizationId, id },
    change: wanted,
    open: (task) => sellerWork(parts, call.caller, organizationId, task),
    show: ({ tx }, row) => presentSubscription(tx, parts, row),
  })
