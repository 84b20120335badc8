import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { type PresentedCheckout, withoutSecrets } from '../present/checkout.ts'
import type { CheckoutRow } from '../store/checkouts.ts'
import type { CheckoutDeps } from './deps.ts'
import type { CheckoutDetails } from './gather-checkouts.ts'
import { showCheckout } from './show-checkout.ts'

interface RecordedCheckout {
  readonly row: CheckoutRow
  readonly details: CheckoutDetails
}

/**
 * Records an event with the checkout as it is now, and returns that. The event lacks what opens the
 * checkout, because the log is kept for 400 days and its readers must not be able to buy in the
 * buyer's name. In place of the secret it names the key that the secret is derived from;
 * `checkoutCompletion` restores it for those who may open the checkout.
 */
export function recordCheckout(
  uow: UnitOfWork,
  deps: Pick<CheckoutDeps, 'config' | 'keyring'>,
  action: 'created' | 'updated',
  { row, details }: RecordedCheckout,
): PresentedCheckout {
  const shown = showCheckout(row, details, deps)
  const payload = { ...withoutSecrets(row, shown), clientSecret: row.secretKeyId }
  uow.record(eventOf(`checkout.${action}`, row, payload))
  return shown
}
