import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { Work } from '../../../platform/work.ts'
import type { CustomerRow } from '../../customers/index.ts'
import { giveUpOrders } from '../../orders/index.ts'
import { carryOutPayments, methodsToCharge } from '../../payments/index.ts'
import { beginCollecting } from './collect.ts'
import type { SubscriptionParts } from './parts.ts'
import type { SavedPlan } from './save-plans.ts'

interface Placed extends SavedPlan {
  readonly customer: CustomerRow
  readonly productName: string
}

/**
 * Notes that an order is about to be charged that didn’t have to be paid first. Null where there is
 * nothing to charge, or nothing to charge it to: nobody asks for it after the subscription’s end.
 */
export async function beginCollectingPlaced(
  unit: Work,
  parts: SubscriptionParts,
  { row, placed, customer, productName }: Placed,
): Promise<Id<'payment'> | null> {
  if (placed === null || placed.dueAmount === 0) return null
  const { organizationId, customerId, paymentMethodId } = row
  const asked = [{ customerId, paymentMethodId }]
  const [method] = await methodsToCharge(unit.tx, organizationId, asked)
  if (method == null) {
    if (row.endedAt !== null) await giveUpOrders(unit, organizationId, [row.id])
    return null
  }
  const [payment] = await beginCollecting(unit, parts, [
    {
      row,
      customer,
      productName,
      orderId: placed.order.id,
      dueAmount: placed.dueAmount,
      paymentMethodId: method.id,
    },
  ])
  assert(payment !== undefined, 'of one order comes one payment')
  return payment.id
}

/** What was noted stands: where it can’t be carried out at once, a job goes on with it. */
export async function collectPlaced(
  parts: SubscriptionParts,
  organizationId: Id<'organization'>,
  paymentId: Id<'payment'>,
): Promise<void> {
  await carryOutPayments(parts, [{ organizationId, paymentId }]).catch((error: unknown) =>
    parts.log.warn({ err: error, paymentId }, 'an order could not be charged at once'),
  )
}
