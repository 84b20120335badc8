import { assert } from '../../../kernel/assert.ts'
import { add } from '../../../kernel/money.ts'
import { work } from '../../../platform/work.ts'
import { refundPayment } from '../../payments/index.ts'
import { findRefund, type RefundKey } from '../store/refunds.ts'
import { noteRefund } from './note-refund.ts'
import type { OrderParts } from './parts.ts'

/**
 * The second and the third step of a refund: the processor is asked outside any transaction, and
 * what it answers is noted in one of its own. To be run again after a crash between any two steps:
 * the refund’s id keeps the processor from paying back twice. Answers whether it was asked.
 */
export async function carryOutRefund(parts: OrderParts, key: RefundKey): Promise<boolean> {
  const { workshop } = parts
  const refund = await findRefund(workshop.database.reads, key)
  assert(refund !== undefined, 'a refund stays')
  if (refund.answeredAt !== null) return true
  const { organizationId, id: refundId, paymentId, reason } = refund
  const amount = add(refund.amount, refund.taxAmount)
  const wish = { organizationId, paymentId, refundId, amount, reason }
  const answer = await refundPayment(parts, wish)
  if (answer.status === 'pending' && answer.processorId === null) return false
  await work(workshop, { organizationId }, (unit) => noteRefund(unit, key, answer))
  return true
}
