import type { Currency, Id } from '@guildhall/contract/primitives'
import type { Work } from '../../../platform/work.ts'
import { planSale, type Sale } from '../rules/sale-postings.ts'
import { insertSaleJournals } from '../store/journal-batch.ts'

export interface SalePosting extends Sale {
  readonly organizationId: Id<'organization'>
  readonly orderId: Id<'order'>
  /** Null where nothing was charged: the customer’s balance paid all, or got something. */
  readonly paymentId: Id<'payment'> | null
  readonly currency: Currency
  /** By the organization’s clock. */
  readonly occurredAt: Date
}

/** Books that orders were paid, all in one statement. Each once; where nothing moves nothing is. */
export async function postSales(work: Work, sales: readonly SalePosting[]): Promise<void> {
  const journals = sales.map((sale) => ({
    organizationId: sale.organizationId,
    id: work.newId('journal'),
    ...namesOf(sale),
    orderId: sale.orderId,
    paymentId: sale.paymentId,
    currency: sale.currency,
    occurredAt: sale.occurredAt,
    lines: planSale(sale),
  }))
  await insertSaleJournals(
    work.tx,
    journals.filter(({ lines }) => lines.length > 0),
  )
}

const namesOf = ({ paymentId, orderId }: SalePosting) =>
  paymentId === null
    ? ({ kind: 'balance', source: `balance:${orderId}` } as const)
    : ({ kind: 'payment', source: `payment:${paymentId}` } as const)
