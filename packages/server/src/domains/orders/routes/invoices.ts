import * as contract from '@guildhall/contract/orders/invoices'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept } from '../../../kernel/refusal.ts'
import { type EndpointRoute, serve } from '../../../platform/http/serve.ts'
import { itemOf, type Seller, sellerWork } from '../../organizations/index.ts'
import type { InvoiceParts } from '../actions/invoice-parts.ts'
import { invoiceLink, presentInvoice } from '../actions/invoice-presented.ts'
import { invoiceWantedEvent } from '../actions/invoice-reissue.ts'
import { invoiceUrlOf } from '../actions/invoice-url.ts'
import { decideInvoiceRequest } from '../rules/invoice-request.ts'
import { listInvoicesOf } from '../store/invoices.ts'
import { findOrderIn, lockOrder, type OrderRow } from '../store/orders.ts'

/** The invoices of orders, by the orders' ids. */
export const invoiceRoutes = (parts: InvoiceParts): readonly EndpointRoute[] => [
  getRoute(parts),
  generateRoute(parts),
  listRoute(parts),
]

const getRoute = (parts: InvoiceParts) =>
  serve(contract.getOrderInvoice, async ({ caller, params }) => {
    const order = await orderOf(parts, caller, params.id)
    return { url: await invoiceUrlOf(parts, order) }
  })

const generateRoute = (parts: InvoiceParts) =>
  serve(contract.generateOrderInvoice, async (call) => {
    const { caller, params } = call
    const order = await orderOf(parts, caller, params.id)
    return sellerWork(parts, caller, order.organizationId, async (unit) => {
      const locked = await lockOrder(unit.tx, order)
      assert(locked !== undefined, 'orders are not deleted')
      accept(
        decideInvoiceRequest({
          isPaid: locked.paidAt !== null,
          isInvoiceGenerated: locked.isInvoiceGenerated,
          hasBillingName: locked.billingName !== null,
          hasBillingAddress: locked.billingAddress !== null,
        }),
      )
      unit.record(invoiceWantedEvent('requested', locked))
      return call.finish(unit, {})
    })
  })

const listRoute = (parts: InvoiceParts) =>
  serve(contract.listOrderInvoices, async ({ caller, params }) => {
    const order = await orderOf(parts, caller, params.id)
    const invoices = await listInvoicesOf(parts.workshop.database.reads, order)
    const items = invoices.map((row) => ({
      ...presentInvoice(row),
      url: row.isGenerated ? invoiceLink(parts, row) : null,
    }))
    return { items }
  })

const orderOf = (parts: InvoiceParts, caller: Seller, id: Id<'order'>): Promise<OrderRow> => {
  const { reads } = parts.workshop.database
  return itemOf(parts, caller, (within) => findOrderIn(reads, within, id))
}
