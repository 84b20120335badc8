import { assert } from '../../../kernel/assert.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { isOfOrder } from '../rules/credit-note.ts'
import { lockCounter } from '../store/invoice-numbers.ts'
import { listInvoicesOf } from '../store/invoices.ts'
import type { OrderRow } from '../store/orders.ts'
import { assignNumbers, documentFor } from './number-invoices.ts'
import { invoiceEvent } from './order-events.ts'

type Order = Pick<
  OrderRow,
  'organizationId' | 'id' | 'isInvoiceGenerated' | 'customerId' | 'totalAmount'
>

/**
 * Called before changed billing details of a locked order are saved. An invoice that was generated
 * is reversed by a credit note, and the order gets another number. One that wasn’t will show the
 * new details anyway.
 */
export async function reissueInvoice(uow: UnitOfWork, order: Order): Promise<void> {
  if (!order.isInvoiceGenerated) return
  const { organizationId, id } = order
  const issued = await listInvoicesOf(uow.tx, order)
  const reversed = issued.findLast(isOfOrder)
  assert(reversed?.isGenerated === true, 'a generated invoice has a number')
  const counter = await lockCounter(uow.tx, organizationId)
  await assignNumbers(uow, counter, [
    { order: { organizationId, id }, kind: 'credit_note', correctsId: reversed.id },
    documentFor(order),
  ])
  uow.record(invoiceEvent('invoice.corrected', order))
}
