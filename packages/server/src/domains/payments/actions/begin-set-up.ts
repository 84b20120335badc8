import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { NewEvent } from '../../../platform/outbox/record.ts'
import type { Work } from '../../../platform/work.ts'
import { readConfirmationToken } from '../rules/confirmation-token.ts'
import { insertSetUp, type SetUpRow } from '../store/set-ups.ts'
import type { PaymentParts } from './parts.ts'

interface SetUpToBegin {
  /** Where it is named before it is begun. */
  readonly id?: Id<'methodSetUp'>
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  /** Where the card is wanted by a checkout of which nothing is to be paid yet. */
  readonly checkoutId: Id<'checkout'> | null
  readonly confirmationToken: string
  /** Also where the customer has a default already. */
  readonly becomesDefault: boolean
  readonly returnUrl: string | null
}

/**
 * The first of three steps to keep a card without a charge, as a payment has them: what is about to
 * be asked for is noted first.
 */
export async function beginSetUp(
  work: Work,
  { clock, processors }: Pick<PaymentParts, 'clock' | 'processors'>,
  wish: SetUpToBegin,
): Promise<SetUpRow> {
  const isToken = readConfirmationToken(wish.confirmationToken) !== null
  assert(isToken, 'the token is good at its entrance')
  const setUp = await insertSetUp(work.tx, {
    ...wish,
    id: wish.id ?? work.newId('methodSetUp'),
    processor: processors.current,
    begunAt: clock.now(),
    createdAt: work.now,
  })
  work.record(setUpEvent('started', setUp))
  return setUp
}

export const setUpEvent = (
  action: 'started' | 'succeeded' | 'failed',
  row: SetUpRow,
): NewEvent => ({
  name: `payment_method_set_up.${action}`,
  organizationId: row.organizationId,
  customerId: row.customerId,
  object: { type: 'payment_method_set_up', id: row.id, version: row.version },
  payload: {
    id: row.id,
    customer_id: row.customerId,
    checkout_id: row.checkoutId,
    status: row.status,
    payment_method_id: row.paymentMethodId,
    decline_reason: row.declineReason,
    decline_message: row.declineMessage,
  },
})
