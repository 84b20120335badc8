import type { CheckoutRow } from '../store/checkouts.ts'
import { finishCheckout } from './finish-checkout.ts'
import { standingOfCard } from './kept-card.ts'
import type { CheckoutParts } from './parts.ts'
import { reopenCheckout } from './reopen-checkout.ts'

type Confirmed = Pick<CheckoutRow, 'organizationId' | 'id' | 'status' | 'setUpId'>

/**
 * Looks after a card whose holder is asked by their bank, and does what follows from the answer:
 * nobody calls when it comes. False where there is nothing to look after any more.
 */
export async function lookAfterCard(parts: CheckoutParts, row: Confirmed): Promise<boolean> {
  const { organizationId, id, status, setUpId } = row
  if (status !== 'confirmed' || setUpId === null) return false
  const { status: standing } = await standingOfCard(parts, row)
  if (standing === 'succeeded') await finishCheckout(parts, { organizationId, id })
  if (standing === 'failed') await reopenCheckout(parts, { organizationId, id, attemptId: setUpId })
  return standing === 'needs_action' || standing === 'pending'
}
