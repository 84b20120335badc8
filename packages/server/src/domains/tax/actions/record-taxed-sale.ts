import type { Id } from '@guildhall/contract/primitives'
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
