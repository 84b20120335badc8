import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { work } from '../../../platform/work.ts'
import { isOver } from '../rules/lifecycle.ts'
import {
  type CheckoutKey,
  type CheckoutRow,
  type FoundCheckout,
  findCheckoutIn,
  lockCheckout,
  saveCheckout,
} from '../store/checkouts.ts'
import { gatherCheckout } from './gather-checkouts.ts'
import type { CheckoutParts } from './parts.ts'
import { checkoutEvent, presentCheckout } from './present-checkout.ts'

/** Ends a checkout whose hour is over and that nobody has confirmed; twice is once. */
export async function expireCheckout(
  parts: CheckoutParts,
  { organizationId, id }: CheckoutKey,
): Promise<CheckoutRow> {
  const { reads: db } = parts.workshop.database
  const found = await findCheckoutIn(db, [organizationId], id)
  assert(found !== undefined, 'a checkout is never deleted')
  const makings = await gatherCheckout(db, parts, found)
  return work(parts.workshop, { organizationId }, async (unit) => {
    const row = await lockCheckout(unit.tx, { organizationId, id })
    assert(row !== undefined, 'a checkout is never deleted')
    if (row.status !== 'open' || !isOver(row, unit.now)) return row
    const expired = await saveCheckout(unit.tx, row, { status: 'expired' }, unit.now)
    assert(expired !== undefined, 'what is locked stays')
    unit.record(checkoutEvent('updated', expired, presentCheckout(expired, makings, parts)))
    return expired
  })
}

interface OpenCheckout {
  readonly row: CheckoutRow
  readonly now: Date
}

/** As it is by the organization’s clock: whoever asks for one whose hour is over ends it. */
export async function withExpiry(
  parts: CheckoutParts,
  { row, frozenAt }: FoundCheckout,
): Promise<OpenCheckout> {
  const now = frozenAt ?? parts.clock.now()
  const isEnded = row.status === 'open' && isOver(row, now)
  return { row: isEnded ? await expireCheckout(parts, row) : row, now }
}

/** For what only an open checkout takes. */
export async function requireOpen(
  parts: CheckoutParts,
  found: FoundCheckout,
): Promise<OpenCheckout> {
  const standing = await withExpiry(parts, found)
  const { status } = standing.row
  if (status === 'expired') throw new Problem('checkout_expired')
  if (status !== 'open') throw new Problem('checkout_not_open', { status })
  return standing
}
