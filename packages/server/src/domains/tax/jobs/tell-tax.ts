import { id, minorUnits } from '@guildhall/contract/primitives'
import * as z from 'zod/mini'
import { add } from '../../../kernel/money.ts'
import type { LoggedEvent, Reaction } from '../../../platform/outbox/reactions.ts'
import type { Task } from '../../../platform/queue.ts'
import type { TaxParts } from '../actions/parts.ts'
import { tellRefund, tellSale } from '../actions/stripe/tell-stripe-tax.ts'

export const tellTaxedSaleTask = 'tax.tellSale'
export const tellTaxedRefundTask = 'tax.tellRefund'

/** Of refunds what tax asks: money that is back. */
const refundTold = z.object({
  status: z.literal('succeeded'),
  order_id: id('order'),
  amount: minorUnits,
  tax_amount: minorUnits,
})

const onRefund = (on: string): Reaction => ({ on, jobs: refundJobs })

function refundJobs({ organizationId, object, payload }: LoggedEvent) {
  const told = z.safeParse(refundTold, payload)
  if (!told.success) return []
  const { order_id: orderId, amount, tax_amount } = told.data
  const total = add(amount, tax_amount)
  return [
    { task: tellTaxedRefundTask, payload: { organizationId, orderId, refundId: object.id, total } },
  ]
}

export const taxReactions: readonly Reaction[] = [
  {
    on: 'tax_sale.noted',
    jobs: ({ organizationId, object }) => [
      { task: tellTaxedSaleTask, payload: { organizationId, orderId: object.id } },
    ],
  },
  onRefund('refund.created'),
  onRefund('refund.updated'),
]

const Sale = z.object({ organizationId: id('organization'), orderId: id('order') })
const Refund = z.extend(Sale, { refundId: id('refund'), total: minorUnits })

export const tellTaxedSale =
  (parts: TaxParts): Task =>
  (payload) =>
    tellSale(parts, z.parse(Sale, payload))

export const tellTaxedRefund =
  (parts: TaxParts): Task =>
  (payload) =>
    tellRefund(parts, z.parse(Refund, payload))
