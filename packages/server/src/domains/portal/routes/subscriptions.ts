import type { CustomerSubscription } from '@guildhall/contract/portal/portal-shapes'
import type { CustomerChange } from '@guildhall/contract/portal/subscriptions'
import * as contract from '@guildhall/contract/portal/subscriptions'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { customerWork, type StandingSession } from '../../customers/index.ts'
import {
  answerChange,
  findSubscriptionOfCustomer,
  listSubscriptionsOfCustomer,
  previewChange,
  previewNextInvoice,
  type SubscriptionRow,
} from '../../subscriptions/index.ts'
import type { PortalParts } from '../actions/parts.ts'
import { requirePlanChanges } from '../actions/plan-changes.ts'
import { showSubscription, showSubscriptions } from '../actions/show-subscriptions.ts'
import { changeMeant } from '../rules/change-meant.ts'

/** What a customer is subscribed to. */
export const subscriptionRoutes = (parts: PortalParts): readonly EndpointRoute[] => [
  listRoute(parts),
  getRoute(parts),
  updateRoute(parts),
  cancelRoute(parts),
  previewRoute(parts),
  nextInvoiceRoute(parts),
]

const listRoute = (parts: PortalParts) =>
  serve(contract.listPortalSubscriptions, async ({ caller, query }) => {
    const { kysely } = parts.workshop.database
    const { rows, total } = await listSubscriptionsOfCustomer(kysely, caller, query)
    const shown = await showSubscriptions(kysely, parts, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const getRoute = (parts: PortalParts) =>
  serve(contract.getPortalSubscription, async ({ caller, params }) => {
    const row = await subscriptionOf(parts, caller, params.id)
    return showSubscription(parts.workshop.database.kysely, parts, row)
  })

const updateRoute = (parts: PortalParts) =>
  serve(contract.updatePortalSubscription, async (call) => {
    const row = await subscriptionOf(parts, call.caller, call.params.id)
    if (call.body.productId !== undefined) await requirePlanChanges(parts, row)
    return change(parts, call, { row, wanted: call.body })
  })

const cancelRoute = (parts: PortalParts) =>
  serve(contract.cancelPortalSubscription, async (call) => {
    const row = await subscriptionOf(parts, call.caller, call.params.id)
    return change(parts, call, { row, wanted: { cancelAtPeriodEnd: true } })
  })

const previewRoute = (parts: PortalParts) =>
  serve(contract.previewPortalChange, async ({ caller, params, body }) => {
    const row = await subscriptionOf(parts, caller, params.id)
    await requirePlanChanges(parts, row)
    return previewChange(parts, row, changeMeant(body))
  })

const nextInvoiceRoute = (parts: PortalParts) =>
  serve(contract.getPortalNextInvoice, async ({ caller, params }) => {
    const row = await subscriptionOf(parts, caller, params.id)
    return { invoice: await previewNextInvoice(parts, row) }
  })

interface CustomersCall {
  readonly caller: StandingSession
}

interface Wanted {
  readonly row: SubscriptionRow
  readonly wanted: CustomerChange
}

const change = (
  parts: PortalParts,
  call: CustomersCall & Parameters<typeof answerChange<CustomerSubscription>>[1],
  { row: { organizationId, id }, wanted }: Wanted,
): Promise<CustomerSubscription> =>
  answerChange(parts, call, {
    key: { organizationId, id },
    change: changeMeant(wanted),
    open: (task) => customerWork(parts, call.caller, task),
    show: ({ tx }, row) => showSubscription(tx, parts, row),
  })

async function subscriptionOf(
  { workshop }: PortalParts,
  caller: StandingSession,
  id: Id<'subscription'>,
): Promise<SubscriptionRow> {
  const found = await findSubscriptionOfCustomer(workshop.database.kysely, caller, id)
  if (found === undefined) throw new Problem('not_found')
  return found
}
