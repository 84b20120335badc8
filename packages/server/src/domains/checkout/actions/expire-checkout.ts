import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { runUnitOfWork } from '../../../platform/unit-of-work.ts'
import { hasExpired } from '../rules/lifecycle.ts'
import {
  type CheckoutKey,
  type CheckoutRow,
  type FoundCheckout,
  findCheckoutIn,
  lockCheckout,
  saveCheckout,
} from '../store/checkouts.ts'
import type { CheckoutDeps } from './deps.ts'
import { gatherCheckout } from './gather-checkouts.ts'
import { recordCheckout } from './record-checkout.ts'

/** Expires an open checkout whose time is over; does nothing the second time. */
export async function expireCheckout(
  deps: CheckoutDeps,
  { organizationId, id }: CheckoutKey,
): Promise<CheckoutRow> {
  const { reads: db } = deps.uowFactory.database
  const found = await findCheckoutIn(db, [organizationId], id)
  assert(found !== undefined, 'a checkout is never deleted')
  const details = await gatherCheckout(db, deps, found)
  return runUnitOfWork(deps.uowFactory, { organizationId }, async (uow) => {
    const row = await lockCheckout(uow.tx, { organizationId, id })
    assert(row !== undefined, 'a checkout is never deleted')
    if (row.status !== 'open' || !hasExpired(row, uow.now)) return row
    const expired = await saveCheckout(uow.tx, row, { status: 'expired' }, uow.now)
    assert(expired !== undefined, 'a locked checkout does not change')
    recordCheckout(uow, deps, 'updated', { row: expired, details })
    return expired
  })
}

interface OpenCheckout {
  readonly row: CheckoutRow
  readonly now: Date
}

/** The checkout by the organization's clock: reading one whose time is over expires it. */
export async function withExpiry(
  deps: CheckoutDeps,
  { row, frozenAt }: FoundCheckout,
): Promise<OpenCheckout> {
  const now = frozenAt ?? deps.clock.now()
  const isDue = row.status === 'open' && hasExpired(row, now)
  return { row: isDue ? await expireCheckout(deps, row) : row, now }
}

/** Refuses checkouts that are not open. */
export async function requireOpen(deps: CheckoutDeps, found: FoundCheckout): Promise<OpenCheckout> {
  const current = await withExpiry(deps, found)
  const { status } = current.row
  if (status === 'expired') throw new Problem('checkout_expired')
  if (status !== 'open') throw new Problem('checkout_not_open', { status })
  return current
}
