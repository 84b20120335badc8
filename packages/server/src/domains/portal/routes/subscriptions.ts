import type { CustomerSubscription } from '@guildhall/contract/portal/portal-shapes'
import type { CustomerChange } from '@guildhall/contract/portal/subscriptions'
import * as contract from '@guildhall/contract/portal/subscriptions'
import type { Id } from '@guildhall/contract/primitives'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { presentCheckoutProduct } from '../../catalog/present/product.ts'
import {
  customerUnitOfWork,
  lockCallingCustomer,
} from '../../customers/actions/customer-unit-of-work.ts'
import type { CustomerCaller, PortalCaller } from '../../customers/store/customer-sessions.ts'
import {
  acceptSubscription,
  chargeAccepted,
} from '../../subscriptions/actions/accept-subscription.ts'
import { handleChangeCall } from '../../subscriptions/actions/change-subscription.ts'
import { endUnconfirmedOf } from '../../subscriptions/actions/pay-order.ts'
import { forecastNextInvoice, previewChange } from '../../subscriptions/actions/preview.ts'
import { overduePaymentsOf } from '../../subscriptions/actions/read-overdue.ts'
import {
  findSubscriptionOfCustomer,
  listSubscriptionsOfCustomer,
} from '../../subscriptions/store/customer-subscriptions.ts'
import type { SubscriptionRow } from '../../subscriptions/store/subscriptions.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { listOfferedPlans, requirePlanChange } from '../actions/offered-plans.ts'
import { showCustomerSubscription, showCustomerSubscriptions } from '../actions/show-purchases.ts'
import { subscriptionFor } from '../present/purchase.ts'
import { missingCode } from '../rules/single-purchase.ts'
import { toSubscriptionChange } from '../rules/subscription-change.ts'

export const subscriptionRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  listRoute(deps),
  getRoute(deps),
  updateRoute(deps),
  cancelRoute(deps),
  acceptRoute(deps),
  overdueRoute(deps),
  previewRoute(deps),
  nextInvoiceRoute(deps),
  plansRoute(deps),
]

const listRoute = (deps: PortalDeps) =>
  serve(contract.listPortalSubscriptions, async ({ caller, query }) => {
    const { kysely } = deps.uowFactory.database
    const { rows, total } = await listSubscriptionsOfCustomer(kysely, caller, query)
    const shown = await showCustomerSubscriptions(kysely, deps, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => subscriptionFor(caller, one))
  })

const getRoute = (deps: PortalDeps) =>
  serve(contract.getPortalSubscription, async ({ caller, params }) => {
    const row = await subscriptionOf(deps, caller, params.id)
    const shown = await showCustomerSubscription(deps.uowFactory.database.kysely, deps, row)
    return subscriptionFor(caller, shown)
  })

const updateRoute = (deps: PortalDeps) =>
  serve(contract.updatePortalSubscription, async (call) => {
    const row = await subscriptionOf(deps, call.caller, call.params.id)
    const { productId } = call.body
    if (productId !== undefined) await requirePlanChange(deps, row, productId)
    return change(deps, call, { row, requested: call.body })
  })

const cancelRoute = (deps: PortalDeps) =>
  serve(contract.cancelPortalSubscription, async (call) => {
    const row = await subscriptionOf(deps, call.caller, call.params.id)
    return change(deps, call, { row, requested: { cancelAtPeriodEnd: true } })
  })

const acceptRoute = (deps: PortalDeps) =>
  serve(contract.acceptPortalSubscription, async (call) => {
    const { caller, params } = call
    const key = { organizationId: caller.organizationId, id: params.id }
    await endUnconfirmedOf(deps, caller)
    const payments = await customerUnitOfWork(deps, caller, async (uow) => {
      const customer = await lockCallingCustomer(uow, caller)
      return acceptSubscription(uow, deps, { key, customer })
    })
    await chargeAccepted(deps, payments)
    const row = await subscriptionOf(deps, caller, params.id)
    return customerUnitOfWork(deps, caller, async (uow) =>
      call.finish(uow, await showCustomerSubscription(uow.tx, deps, row)),
    )
  })

const overdueRoute = (deps: PortalDeps) =>
  serve(contract.listOverduePayments, async ({ caller }) => {
    const { organizationId, customerId } = caller
    return { items: await overduePaymentsOf(deps, organizationId, customerId) }
  })

const previewRoute = (deps: PortalDeps) =>
  serve(contract.previewPortalChange, async ({ caller, params, body }) => {
    const row = await subscriptionOf(deps, caller, params.id)
    await requirePlanChange(deps, row, body.productId)
    const change = toSubscriptionChange(body)
    return previewChange(deps, { key: row, change, needsAddress: true })
  })

const nextInvoiceRoute = (deps: PortalDeps) =>
  serve(contract.getPortalNextInvoice, async ({ caller, params }) => {
    const row = await subscriptionOf(deps, caller, params.id)
    return forecastNextInvoice(deps, row)
  })

const plansRoute = (deps: PortalDeps) =>
  serve(contract.listPortalPlans, async ({ caller, params }) => {
    const row = await subscriptionOf(deps, caller, params.id)
    const plans = await listOfferedPlans(deps.uowFactory.database.kysely, deps, row)
    return { items: plans.map(presentCheckoutProduct) }
  })

interface CustomerCall {
  readonly caller: CustomerCaller
}

interface RequestedChange {
  readonly row: SubscriptionRow
  readonly requested: CustomerChange
}

const change = (
  deps: PortalDeps,
  call: CustomerCall & Parameters<typeof handleChangeCall<CustomerSubscription>>[1],
  { row: { organizationId, id }, requested }: RequestedChange,
): Promise<CustomerSubscription> =>
  handleChangeCall(deps, call, {
    key: { organizationId, id },
    change: toSubscriptionChange(requested),
    needsAddress: true,
    run: (task) => customerUnitOfWork(deps, call.caller, task),
    show: ({ tx }, row) => showCustomerSubscription(tx, deps, row),
  })

async function subscriptionOf(
  { uowFactory }: PortalDeps,
  caller: PortalCaller,
  id: Id<'subscription'>,
): Promise<SubscriptionRow> {
  const found = await findSubscriptionOfCustomer(uowFactory.database.kysely, caller, id)
  if (found === undefined) throw new Problem(missingCode(caller))
  return found
}
