import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../../kernel/assert.ts'
import { minorUnits, subtract } from '../../../../kernel/money.ts'
import {
  findTaxTransaction,
  insertTaxTransaction,
  saveToldSale,
} from '../../store/tax-transactions.ts'
import type { TaxParts } from '../parts.ts'
import { stripeOf } from './ask-stripe-tax.ts'

interface ToldSale {
  readonly organizationId: Id<'organization'>
  readonly orderId: Id<'order'>
}

/** Where Stripe is gone since, there is nobody to tell. What was told once isn't told again. */
export async function tellSale(
  { workshop, config }: TaxParts,
  { organizationId, orderId }: ToldSale,
): Promise<void> {
  const { kysely } = workshop.database
  const key = { organizationId, sourceId: orderId }
  const sale = await findTaxTransaction(kysely, key)
  const stripe = stripeOf(config)
  if (stripe === null || sale === undefined || sale.processorId !== null) return
  assert(sale.calculationId !== null, 'a sale is noted with its calculation')
  const { id } = await stripe.tax.transactions.createFromCalculation(
    {
      calculation: sale.calculationId,
      reference: orderId,
      metadata: { organization_id: organizationId },
    },
    { idempotencyKey: `tax-sale-${orderId}` },
  )
  await saveToldSale(kysely, key, id)
}

interface ToldRefund extends ToldSale {
  readonly refundId: Id<'refund'>
  /** With its tax. */
  readonly total: MinorUnits
}

/** Stripe spreads what was given back over what was sold. */
export async function tellRefund(
  { workshop, clock, config }: TaxParts,
  { organizationId, orderId, refundId, total }: ToldRefund,
): Promise<void> {
  const { kysely } = workshop.database
  const sale = await findTaxTransaction(kysely, { organizationId, sourceId: orderId })
  const refund = await findTaxTransaction(kysely, { organizationId, sourceId: refundId })
  const stripe = stripeOf(config)
  if (stripe === null || sale === undefined || refund !== undefined) return
  if (sale.processorId === null) throw new Error('the sale is not told yet; trying again later')
  const { id } = await stripe.tax.transactions.createReversal(
    {
      mode: 'partial',
      original_transaction: sale.processorId,
      reference: refundId,
      flat_amount: subtract(minorUnits(0), total),
      metadata: { organization_id: organizationId, order_id: orderId },
    },
    { idempotencyKey: `tax-refund-${refundId}` },
  )
  await insertTaxTransaction(kysely, {
    organizationId,
    sourceId: refundId,
    calculationId: null,
    processorId: id,
    createdAt: clock.now(),
  })
}
