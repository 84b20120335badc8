import { Readable } from 'node:stream'
import type { Id } from '@guildhall/contract/primitives'
import type { SubscriptionChange } from '@guildhall/contract/subscriptions/changes'
import * as previews from '@guildhall/contract/subscriptions/previews'
import type { Subscription } from '@guildhall/contract/subscriptions/subscription-shapes'
import * as contract from '@guildhall/contract/subscriptions/subscriptions'
import { Problem } from '../../../kernel/refusal.ts'
import { emptyPage, pageAnswer } from '../../../platform/database/listing.ts'
import { csvAnswer } from '../../../platform/http/csv-answer.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import { findProductIn } from '../../catalog/store/products.ts'
import {
  getForSeller,
  resolveOrganizationFilter,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import { handleChangeCall } from '../actions/change-subscription.ts'
import { createSubscription } from '../actions/create-subscription.ts'
import type { SubscriptionDeps } from '../actions/deps.ts'
import { exportSubscriptions } from '../actions/export-subscriptions.ts'
import { forecastNextInvoice, previewChange } from '../actions/preview.ts'
import { billResumed, resumeRenewals } from '../actions/resume-renewals.ts'
import { showSubscription, showSubscriptions } from '../actions/show-subscriptions.ts'
import { exportedSubscriptions } from '../present/exported-subscription.ts'
import { listSubscriptions } from '../store/subscription-list.ts'
import { findSubscriptionIn, type SubscriptionRow } from '../store/subscriptions.ts'

export const subscriptionRoutes = (deps: SubscriptionDeps): readonly OperationRoute[] => [
  listRoute(deps),
  exportRoute(deps),
  createRoute(deps),
  getRoute(deps),
  updateRoute(deps),
  revokeRoute(deps),
  resumeRoute(deps),
  previewChangeRoute(deps),
  nextInvoiceRoute(deps),
]

const listRoute = (deps: SubscriptionDeps) =>
  serve(contract.listSubscriptions, async ({ caller, query }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    const { kysely } = deps.uowFactory.database
    const { rows, total } =
      organizationId === null ? emptyPage : await listSubscriptions(kysely, organizationId, query)
    const shown = await showSubscriptions(kysely, deps, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => one)
  })

const exportRoute = (deps: SubscriptionDeps) =>
  serve(contract.exportSubscriptions, async ({ caller, query, headers }) => {
    const organizationId = await resolveOrganizationFilter(deps, caller, query.organizationId)
    return csvAnswer(
      { name: 'subscriptions.csv', accept: headers.accept },
      organizationId === null
        ? Readable.from([exportedSubscriptions(query.columns).head])
        : await exportSubscriptions(deps.uowFactory.database, organizationId, query),
    )
  })

/** The product decides in which organization the subscription is created. */
const createRoute = (deps: SubscriptionDeps): OperationRoute =>
  serve(contract.createSubscription, async (call) => {
    const { caller, body } = call
    const { organizationId } = await getProduct(deps, caller, body.productId)
    return sellerUnitOfWork(deps, caller, organizationId, async (uow) => {
      const row = await createSubscription(uow, deps, { ...body, organizationId })
      return call.finish(uow, await showSubscription(uow.tx, deps, row))
    })
  })

const getProduct = (
  { uowFactory }: SubscriptionDeps,
  caller: SellerCaller,
  id: Id<'product'>,
): Promise<{ readonly organizationId: Id<'organization'> }> => {
  const { kysely } = uowFactory.database
  return getForSeller({ uowFactory }, caller, (within) => findProductIn(kysely, within, id)).catch(
    asUnknownProduct,
  )
}

/** An id in a body that the caller may not see is invalid input, not a missing page. */
function asUnknownProduct(error: unknown): never {
  if (error instanceof Problem && error.code === 'not_found') {
    throw new Problem('subscription_product_unknown', { loc: ['body', 'product_id'] })
  }
  throw error
}

const getRoute = (deps: SubscriptionDeps) =>
  serve(contract.getSubscription, async ({ caller, params }) => {
    const row = await getSubscription(deps, caller, params.id)
    return showSubscription(deps.uowFactory.database.kysely, deps, row)
  })

const updateRoute = (deps: SubscriptionDeps) =>
  serve(contract.updateSubscription, async (call) => {
    const row = await getSubscription(deps, call.caller, call.params.id)
    return change(deps, call, { row, change: call.body })
  })

const revokeRoute = (deps: SubscriptionDeps) =>
  serve(contract.revokeSubscription, async (call) => {
    const row = await getSubscription(deps, call.caller, call.params.id)
    return change(deps, call, { row, change: { revoke: true } })
  })

/** A repeated call continues with what a crash left undone. */
const resumeRoute = (deps: SubscriptionDeps) =>
  serve(contract.resumeRenewals, async (call) => {
    const row = await getSubscription(deps, call.caller, call.params.id)
    const { organizationId, id } = row
    if (call.recoveryPoint == null) {
      await sellerUnitOfWork(deps, call.caller, organizationId, async (uow) => {
        await resumeRenewals(uow, deps, row)
        await call.note(uow, { resumed: id })
      })
    }
    await billResumed(deps, organizationId, [id])
    const resumed = await getSubscription(deps, call.caller, id)
    return showSubscription(deps.uowFactory.database.kysely, deps, resumed)
  })

interface SellerCall {
  readonly caller: SellerCaller
}

interface Requested {
  readonly row: SubscriptionRow
  readonly change: SubscriptionChange
}

const change = (
  deps: SubscriptionDeps,
  call: SellerCall & Parameters<typeof handleChangeCall<Subscription>>[1],
  { row: { organizationId, id }, change: requested }: Requested,
): Promise<Subscription> =>
  handleChangeCall(deps, call, {
    key: { organizationId, id },
    change: requested,
    run: (task) => sellerUnitOfWork(deps, call.caller, organizationId, task),
    show: ({ tx }, row) => showSubscription(tx, deps, row),
  })

const previewChangeRoute = (deps: SubscriptionDeps) =>
  serve(previews.previewSubscriptionChange, async ({ caller, params, body }) => {
    const row = await getSubscription(deps, caller, params.id)
    return previewChange(deps, { key: row, change: body })
  })

const nextInvoiceRoute = (deps: SubscriptionDeps) =>
  serve(previews.getNextInvoice, async ({ caller, params }) => {
    const row = await getSubscription(deps, caller, params.id)
    return forecastNextInvoice(deps, row)
  })

const getSubscription = (
  { uowFactory }: Pick<SubscriptionDeps, 'uowFactory'>,
  caller: SellerCaller,
  id: Id<'subscription'>,
): Promise<SubscriptionRow> => {
  const { kysely } = uowFactory.database
  return getForSeller({ uowFactory }, caller, (within) => findSubscriptionIn(kysely, within, id))
}
