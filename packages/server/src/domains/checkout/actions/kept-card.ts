import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { carryOutSetUp, type SetUpOutcome } from '../../payments/index.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import type { CheckoutParts } from './parts.ts'

type SettingUp = Pick<CheckoutRow, 'organizationId' | 'setUpId'>

/** How the card stands that is kept for later, where nothing is to be paid before. */
export function standingOfCard(
  parts: CheckoutParts,
  { organizationId, setUpId }: SettingUp,
): Promise<SetUpOutcome> {
  assert(setUpId !== null, 'what is looked after was begun')
  return carryOutSetUp(parts, { organizationId, id: setUpId })
}

/** The card that was kept; null where it isn’t yet, or there is none to keep. */
export async function keptCard(
  parts: CheckoutParts,
  row: SettingUp,
): Promise<Id<'paymentMethod'> | null> {
  if (row.setUpId === null) return null
  const outcome = await standingOfCard(parts, row)
  return outcome.status === 'succeeded' ? outcome.paymentMethodId : null
}
