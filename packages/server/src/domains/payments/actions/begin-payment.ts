import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { readConfirmationToken } from '../rules/confirmation-token.ts'
import {
  attachToOrder,
  insertPayment,
  type PaymentKey,
  type PaymentRow,
} from '../store/payments.ts'
import type { PaymentParts } from './parts.ts'
import { paymentEvent } from './present-payment.ts'

export interface PaymentToBegin {
  readonly id: Id<'payment'>
  readonly organizationId: Id<'organization'>
  readonly checkoutId: Id<'checkout'> | null
  readonly orderId: Id<'order'> | null
  readonly customerId: Id<'customer'>
  readonly customerEmail: string
  readonly amount: MinorUnits
  readonly currency: Currency
  readonly confirmationToken: string
  /** What is bought, for the processor's pages. */
  readonly description: string
  readonly returnUrl: string | null
  /** What the processor is told beside it. */
  readonly metadata: Readonly<Record<string, string>>
}

/**
 * The first of the three steps of a payment: what is about to be charged is noted before anybody
 * is asked to, so that a crash at any later moment leaves something to go on from.
 */
export async function beginPayment(
  work: Work,
  { clock, processors }: Pick<PaymentParts, 'clock' | 'processors'>,
  { metadata, ...begun }: PaymentToBegin,
): Promise<PaymentRow> {
  const { confirmationToken } = begun
  assert(readConfirmationToken(confirmationToken) !== null, 'the token is good at its entrance')
  const payment = await insertPayment(work.tx, {
    ...begun,
    processor: processors.current,
    metadata: jsonText(metadata),
    begunAt: clock.now(),
    createdAt: work.now,
  })
  work.record(paymentEvent('started', payment))
  return payment
}

interface Attachment extends PaymentKey {
  readonly orderId: Id<'order'>
}

/** Tells whose payment it was, once there is an order. */
export async function attachPayment({ tx }: Work, { orderId, ...key }: Attachment): Promise<void> {
  const isTheirs = await attachToOrder(tx, key, orderId)
  assert(isTheirs, 'a payment belongs to one order')
}
