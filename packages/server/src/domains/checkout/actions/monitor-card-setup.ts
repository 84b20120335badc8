import type { CheckoutRow } from '../store/checkouts.ts'
import type { CheckoutDeps } from './deps.ts'
import { finishCheckout } from './finish-checkout.ts'
import { reopenCheckout } from './reopen-checkout.ts'
import { resumeCardSetup } from './stored-card.ts'

type Confirmed = Pick<CheckoutRow, 'organizationId' | 'id' | 'status' | 'setUpId'>

/**
 * Polls a card set-up while the buyer authenticates with their bank, and finishes or reopens the
 * checkout: processors send no event about it. False once there is nothing left to poll.
 */
export async function monitorCardSetup(deps: CheckoutDeps, row: Confirmed): Promise<boolean> {
  const { organizationId, id, status, setUpId } = row
  if (status !== 'confirmed' || setUpId === null) return false
  const { status: outcome } = await resumeCardSetup(deps, row)
  if (outcome === 'succeeded') await finishCheckout(deps, { organizationId, id })
  if (outcome === 'failed') await reopenCheckout(deps, { organizationId, id, attemptId: setUpId })
  return outcome === 'needs_action' || outcome === 'pending'
}
