import { assert } from '../../../kernel/assert.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { Work } from '../../../platform/work.ts'
import { lockCounter } from '../store/invoice-numbers.ts'
import { listInvoicesOf } from '../store/invoices.ts'
import type { OrderRow } from '../store/orders.ts'
import { giveNumbers, invoiceFor } from './invoice-numbers.ts'

type Order = Pick<OrderRow, 'organizationId' | 'id' | 'isInvoiceGenerated' | 'customerId'>

/**
 * For whoever changes the billing details of an order that is locked, before it is saved: an invoice
 * whose page exists is taken back by a credit note, and the order's row gets another number. Where
 * no page was made, the one to come will simply say what is true then.
 */
export async function reissueInvoice(work: Work, order: Order): Promise<void> {
  if (!order.isInvoiceGenerated) return
  const { organizationId, id } = order
  const issued = await listInvoicesOf(work.tx, order)
  const taken = issued.findLast(({ kind }) => kind === 'invoice')
  assert(taken?.isGenerated === true, 'a page belongs to a number')
  const counter = await lockCounter(work.tx, organizationId)
  await giveNumbers(work, counter, [
    { order: { organizationId, id }, kind: 'credit_note', correctsId: taken.id },
    invoiceFor(order),
  ])
  work.record(invoiceWantedEvent('corrected', order))
}

/** Pages of the order are to be made. */
export const invoiceWantedEvent = (
  why: 'requested' | 'corrected',
  { organizationId, id, customerId }: Pick<Order, 'organizationId' | 'id' | 'customerId'>,
): NewEvent => ({
  name: `invoice.${why}`,
  organizationId,
  customerId,
  object: { type: 'order_invoice', id, version: 1 },
  payload: { order_id: id },
})
