import * as contract from '@guildhall/contract/orders/invoices'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { type OperationRoute, serve } from '../../../platform/http/serve.ts'
import {
  getForSeller,
  type SellerCaller,
  sellerUnitOfWork,
} from '../../organizations/actions/seller.ts'
import type { InvoiceDeps } from '../actions/deps.ts'
import { documentUrlOf, invoiceLink, invoiceUrlOf } from '../actions/invoice-link.ts'
import { invoiceEvent } from '../actions/order-events.ts'
import { presentInvoice } from '../present/invoice.ts'
import { decideInvoiceRequest } from '../rules/invoice.ts'
import { listInvoicesOf } from '../store/invoices.ts'
import { findOrderIn, lockOrder, type OrderRow } from '../store/orders.ts'

/** The invoices of orders, by the orders’ ids. */
export const invoiceRoutes = (deps: InvoiceDeps): readonly OperationRoute[] => [
  getRoute(deps),
  generateRoute(deps),
  listRoute(deps),
  getDocumentRoute(deps),
]

const getRoute = (deps: InvoiceDeps) =>
  serve(contract.getOrderInvoice, async ({ caller, params }) => {
    const order = await orderOf(deps, caller, params.id)
    return { url: await invoiceUrlOf(deps, order) }
  })

const generateRoute = (deps: InvoiceDeps) =>
  serve(contract.generateOrderInvoice, async (call) => {
    const { caller, params } = call
    const order = await orderOf(deps, caller, params.id)
    return sellerUnitOfWork(deps, caller, order.organizationId, async (uow) => {
      const locked = await lockOrder(uow.tx, order)
      assert(locked !== undefined, 'orders are never deleted')
      accept(
        decideInvoiceRequest({
          isPaid: locked.paidAt !== null,
          isInvoiceGenerated: locked.isInvoiceGenerated,
          hasBillingName: locked.billingName !== null,
          hasBillingAddress: locked.billingAddress !== null,
        }),
      )
      uow.record(invoiceEvent('invoice.requested', locked))
      return call.finish(uow, {})
    })
  })

const listRoute = (deps: InvoiceDeps) =>
  serve(contract.listOrderInvoices, async ({ caller, params }) => {
    const order = await orderOf(deps, caller, params.id)
    const invoices = await listInvoicesOf(deps.uowFactory.database.reads, order)
    const items = invoices.map((row) => ({
      ...presentInvoice(row, invoices),
      url: row.isGenerated ? invoiceLink(deps, row) : null,
    }))
    return { items }
  })

const getDocumentRoute = (deps: InvoiceDeps) =>
  serve(contract.getOrderDocument, async ({ caller, params }) => {
    const order = await orderOf(deps, caller, params.id)
    const url = await documentUrlOf(deps, order, params.invoiceId)
    if (url === null) throw new Problem('not_found')
    return { url }
  })

const orderOf = (deps: InvoiceDeps, caller: SellerCaller, id: Id<'order'>): Promise<OrderRow> => {
  const { reads } = deps.uowFactory.database
  return getForSeller(deps, caller, (within) => findOrderIn(reads, within, id))
}
