import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../../kernel/assert.ts'
import { negate } from '../../../../kernel/money.ts'
import {
  findTaxTransaction,
  insertTaxTransaction,
  saveReportedSale,
} from '../../store/tax-transactions.ts'
import type { TaxDeps } from '../deps.ts'
import { stripeOf } from './calculate-with-stripe.ts'

interface Sale {
  readonly organizationId: Id<'organization'>
  readonly orderId: Id<'order'>
}

/** Reports a sale once. Does nothing if Stripe is no longer configured. */
export async function reportSale(
  { uowFactory, config }: TaxDeps,
  { organizationId, orderId }: Sale,
): Promise<void> {
  const { kysely } = uowFactory.database
  const key = { organizationId, sourceId: orderId }
  const sale = await findTaxTransaction(kysely, key)
  const stripe = stripeOf(config)
  if (stripe === null || sale === undefined || sale.processorId !== null) return
  assert(sale.calculationId !== null, 'a sale is recorded with its calculation')
  const { id } = await stripe.tax.transactions.createFromCalculation(
    {
      calculation: sale.calculationId,
      reference: orderId,
      metadata: { organization_id: organizationId },
    },
    { idempotencyKey: `tax-sale-${orderId}` },
  )
  await saveReportedSale(kysely, key, id)
}

interface Reversal extends Sale {
  readonly kind: 'refund' | 'credit' | 'dispute'
  /** The refund, the lost dispute, or the item of a later order that credits the sale. */
  readonly id: Id<'refund'> | Id<'dispute'> | Id<'orderItem'>
  /** Including tax. */
  readonly total: MinorUnits
}

/** Stripe distributes the amount over the lines of the sale. */
export async function reportReversal(
  { uowFactory, clock, config }: TaxDeps,
  { organizationId, orderId, kind, id: sourceId, total }: Reversal,
): Promise<void> {
  const { kysely } = uowFactory.database
  const sale = await findTaxTransaction(kysely, { organizationId, sourceId: orderId })
  const known = await findTaxTransaction(kysely, { organizationId, sourceId })
  const stripe = stripeOf(config)
  if (stripe === null || sale === undefined || known !== undefined) return
  if (sale.processorId === null) throw new Error('the sale is not reported yet; retrying later')
  const { id: processorId } = await stripe.tax.transactions.createReversal(
    {
      mode: 'partial',
      original_transaction: sale.processorId,
      reference: sourceId,
      flat_amount: negate(total),
      metadata: { organization_id: organizationId, order_id: orderId },
    },
    { idempotencyKey: `tax-${kind}-${sourceId}` },
  )
  await insertTaxTransaction(kysely, {
    organizationId,
    sourceId,
    calculationId: null,
    processorId,
    createdAt: clock.now(),
  })
}
