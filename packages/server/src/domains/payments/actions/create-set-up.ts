import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { readConfirmationToken } from '../rules/confirmation-token.ts'
import { insertSetUp, type SetUpRow } from '../store/set-ups.ts'
import type { PaymentDeps } from './deps.ts'
import { setUpEvent } from './payment-events.ts'

interface SetUpInput {
  /** Given where the id is needed in advance. */
  readonly id?: Id<'methodSetUp'>
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  /** Set where a checkout with nothing to pay yet needs a card. */
  readonly checkoutId: Id<'checkout'> | null
  /** The card serves that checkout’s purchase alone, and is none of the customer’s own. */
  readonly forPurchaseOnly: boolean
  readonly confirmationToken: string
  /** Replaces a default that the customer already has. */
  readonly becomesDefault: boolean
  readonly returnUrl: string | null
}

/** The first of three steps to store a card without a charge; the steps are those of a payment. */
export async function createSetUp(
  uow: UnitOfWork,
  { clock, processors }: Pick<PaymentDeps, 'clock' | 'processors'>,
  input: SetUpInput,
): Promise<SetUpRow> {
  const isToken = readConfirmationToken(input.confirmationToken) !== null
  assert(isToken, 'tokens are validated at the API')
  const setUp = await insertSetUp(uow.tx, {
    ...input,
    id: input.id ?? uow.newId('methodSetUp'),
    processor: processors.current,
    startedAt: clock.now(),
    createdAt: uow.now,
  })
  uow.record(setUpEvent('payment_method_set_up.started', setUp))
  return setUp
}
