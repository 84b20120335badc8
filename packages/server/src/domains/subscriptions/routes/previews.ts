import * as contract from '@guildhall/contract/subscriptions/previews'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import type { SubscriptionParts } from '../actions/parts.ts'
import { previewChange } from '../actions/preview-change.ts'
import { previewNextInvoice } from '../actions/preview-invoice.ts'
import { subscriptionOf } from './subscriptions.ts'

/** What will be billed, or would be. */
export const previewRoutes = (parts: SubscriptionParts): readonly EndpointRoute[] => [
  changeRoute(parts),
  nextInvoiceRoute(parts),
]

const changeRoute = (parts: SubscriptionParts) =>
  serve(contract.previewSubscriptionChange, async ({ caller, params, body }) => {
    const row = await subscriptionOf(parts, caller, params.id)
    return previewChange(parts, row, body)
  })

const nextInvoiceRoute = (parts: SubscriptionParts) =>
  serve(contract.getNextInvoice, async ({ caller, params }) => {
    const row = await subscriptionOf(parts, caller, params.id)
    return { invoice: await previewNextInvoice(parts, row) }
  })
