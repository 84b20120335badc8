import { carryOutPayments } from '../actions/carry-out-payments.ts'
import type { PaymentParts } from '../actions/parts.ts'
import { findLeftPayments } from '../store/payment-batch.ts'

export const resumePaymentsTask = 'payments.resume'

/** By then whoever began them has long carried them out, unless their process died over it. */
const laterMilliseconds = 30_000
const batchMax = 200

/**
 * What was begun without its buyer and left is carried out. Unlike a checkout’s payment it makes no
 * job of its own: there are as many as renewals.
 */
export const resumePayments = (parts: PaymentParts) => async (): Promise<void> => {
  const { workshop, clock } = parts
  const begunBefore = new Date(clock.now().getTime() - laterMilliseconds)
  let after: Awaited<ReturnType<typeof findLeftPayments>>[number] | null = null
  for (;;) {
    const left = await findLeftPayments(workshop.database.kysely, {
      begunBefore,
      after,
      max: batchMax,
    })
    await carryOutPayments(
      parts,
      left.map(({ organizationId, id: paymentId }) => ({ organizationId, paymentId })),
    )
    if (left.length < batchMax) return
    after = left.at(-1) ?? null
  }
}
