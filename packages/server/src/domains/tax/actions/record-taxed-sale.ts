import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { insertTaxTransaction } from '../store/tax-transactions.ts'

interface TaxedOrder {
  readonly organizationId: Id<'organization'>
  readonly orderId: Id<'order'>
  /** The tax provider's calculation; null for the built-in calculation, which is not reported. */
  readonly calculationId: string | null
}

/** Runs in the transaction that creates the order; a job reports the sale to the tax provider. */
export async function recordTaxedSale(
  uow: UnitOfWork,
  { organizationId, orderId, calculationId }: TaxedOrder,
): Promise<void> {
  if (calculationId === null) return
  await insertTaxTransaction(uow.tx, {
    organizationId,
    sourceId: orderId,
    calculationId,
    processorId: null,
    createdAt: uow.now,
  })
  uow.record(
    eventOf(
      'tax_sale.recorded',
      { organizationId, id: orderId, version: 1 },
      { orderId, calculationId },
    ),
  )
}

interface CreditedOrder {
  readonly organizationId: Id<'organization'>
  /** The order whose tax goes back in part. */
  readonly orderId: Id<'order'>
  /** The item that credits it. */
  readonly itemId: Id<'orderItem'>
  /** Including tax. */
  readonly total: MinorUnits
}

/** The same for a credit: tax that was reported is taken back, never reported below zero. */
export function recordTaxReversal(
  uow: UnitOfWork,
  { organizationId, orderId, itemId: id, total }: CreditedOrder,
): void {
  const subject = { organizationId, id, version: 1 }
  uow.record(eventOf('tax_reversal.recorded', subject, { orderId, total }))
}
