import type { Id } from '@guildhall/contract/primitives'
import type { Work } from '../../../platform/work.ts'
import { insertTaxTransaction } from '../store/tax-transactions.ts'

interface TaxedSaleMade {
  readonly organizationId: Id<'organization'>
  readonly orderId: Id<'order'>
  /** What the engine called its calculation; what was calculated here is told to nobody. */
  readonly calculationId: string | null
}

/** In the transaction that makes the order; the engine hears of it afterwards. */
export async function noteTaxedSale(
  work: Work,
  { organizationId, orderId, calculationId }: TaxedSaleMade,
): Promise<void> {
  if (calculationId === null) return
  await insertTaxTransaction(work.tx, {
    organizationId,
    sourceId: orderId,
    calculationId,
    processorId: null,
    createdAt: work.now,
  })
  work.record({
    name: 'tax_sale.noted',
    organizationId,
    object: { type: 'tax_sale', id: orderId, version: 1 },
    payload: { order_id: orderId, calculation_id: calculationId },
  })
}
