import type { Id } from '@guildhall/contract/primitives'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { declineMessageOf } from '../rules/decline-message.ts'
import { giveUpPayments, type Unwanted } from '../store/submissions.ts'
import { paymentEvent } from './payment-events.ts'

/**
 * Gives up pending payments, in the transaction that makes them unwanted. One that was never sent
 * has failed; one that the processor may know is canceled there by the sweep, and is not charged
 * any more. It may turn out to have succeeded before.
 */
export async function cancelPayments(
  uow: UnitOfWork,
  organizationId: Id<'organization'>,
  unwanted: Unwanted,
): Promise<void> {
  const reason = 'canceled'
  const message = declineMessageOf(reason)
  const decline = { reason, message, now: uow.now }
  uow.noteDue(organizationId, 'payments.resume')
  const givenUp = await giveUpPayments(uow.tx, organizationId, unwanted, decline)
  const ended = givenUp.filter(({ status }) => status === 'failed')
  uow.record(...ended.map((payment) => paymentEvent('payment.failed', payment)))
}
