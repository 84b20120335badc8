import * as contract from '@guildhall/contract/portal/orders'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { pageAnswer } from '../../../platform/database/listing.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import type { PortalCaller } from '../../customers/store/customer-sessions.ts'
import { documentUrlOf, invoiceUrlOf } from '../../orders/actions/invoice-link.ts'
import { presentInvoice } from '../../orders/present/invoice.ts'
import { listInvoicesOf } from '../../orders/store/invoices.ts'
import { findOrderOfCustomer, listOrdersOfCustomer } from '../../orders/store/order-list.ts'
import type { OrderRow } from '../../orders/store/orders.ts'
import type { PortalDeps } from '../actions/deps.ts'
import { showCustomerOrders } from '../actions/show-purchases.ts'
import { orderFor } from '../present/purchase.ts'
import { mayGetInvoice, missingCode } from '../rules/single-purchase.ts'

export const orderRoutes = (deps: PortalDeps): readonly OperationRoute[] => [
  listRoute(deps),
  getRoute(deps),
  invoiceRoute(deps),
  listInvoicesRoute(deps),
  getDocumentRoute(deps),
]

const listRoute = (deps: PortalDeps) =>
  serve(contract.listPortalOrders, async ({ caller, query }) => {
    const { kysely } = deps.uowFactory.database
    const { rows, total } = await listOrdersOfCustomer(kysely, caller, query)
    const shown = await showCustomerOrders(kysely, deps, rows)
    return pageAnswer({ rows: shown, total }, query, (one) => orderFor(caller, one))
  })

const getRoute = (deps: PortalDeps) =>
  serve(contract.getPortalOrder, async ({ caller, params }) => {
    const { kysely } = deps.uowFactory.database
    const row = await orderOf(deps, caller, params.id)
    const [shown] = await showCustomerOrders(kysely, deps, [row])
    assert(shown !== undefined, 'every order is shown')
    return orderFor(caller, shown)
  })

const invoiceRoute = (deps: PortalDeps) =>
  serve(contract.getPortalInvoice, async ({ caller, params }) => {
    const order = await invoicedOrder(deps, caller, params.id)
    return { url: await invoiceUrlOf(deps, order) }
  })

const listInvoicesRoute = (deps: PortalDeps) =>
  serve(contract.listPortalInvoices, async ({ caller, params }) => {
    const order = await invoicedOrder(deps, caller, params.id)
    const documents = await listInvoicesOf(deps.uowFactory.database.kysely, order)
    return { items: documents.map((one) => presentInvoice(one, documents)) }
  })

const getDocumentRoute = (deps: PortalDeps) =>
  serve(contract.getPortalDocument, async ({ caller, params }) => {
    const order = await invoicedOrder(deps, caller, params.id)
    const url = await documentUrlOf(deps, order, params.invoiceId)
    if (url === null) throw new Problem(missingCode(caller))
    return { url }
  })

/** An order whose invoices the session may see. */
async function invoicedOrder(
  deps: PortalDeps,
  caller: PortalCaller,
  id: Id<'order'>,
): Promise<OrderRow> {
  const order = await orderOf(deps, caller, id)
  if (!mayGetInvoice(caller, order)) throw new Problem('customer_email_unproved')
  return order
}

async function orderOf(
  { uowFactory }: PortalDeps,
  caller: PortalCaller,
  id: Id<'order'>,
): Promise<OrderRow> {
  const found = await findOrderOfCustomer(uowFactory.database.kysely, caller, id)
  if (found === undefined) throw new Problem(missingCode(caller))
  return found
}
