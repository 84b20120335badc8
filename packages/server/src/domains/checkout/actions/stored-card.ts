import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { submitSetUp } from '../../payments/actions/submit-set-up.ts'
import type { SetUpOutcome } from '../../payments/rules/outcome.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import type { CheckoutDeps } from './deps.ts'

type CardSetup = Pick<CheckoutRow, 'organizationId' | 'setUpId'>

/** Continues to store a card for later payments, and returns its state. */
export function resumeCardSetup(
  deps: CheckoutDeps,
  { organizationId, setUpId }: CardSetup,
): Promise<SetUpOutcome> {
  assert(setUpId !== null, 'a set-up was created')
  return submitSetUp(deps, { organizationId, id: setUpId })
}

/** Null where no card is to be stored, or it is not stored yet. */
export async function storedCard(
  deps: CheckoutDeps,
  row: CardSetup,
): Promise<Id<'paymentMethod'> | null> {
  if (row.setUpId === null) return null
  const outcome = await resumeCardSetup(deps, row)
  return outcome.status === 'succeeded' ? outcome.paymentMethodId : null
}
