import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import { distinct } from '../../../kernel/indexing.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { standingDisputesOf } from '../../orders/actions/standing-disputes.ts'
import { methodsToCharge } from '../../payments/actions/methods-to-charge.ts'
import { purchaseCharged } from '../rules/charged-purchase.ts'
import { isHeld } from '../rules/hold.ts'
import type { SubscriptionRow } from '../store/subscriptions.ts'
import { readSettings, type SubscriptionSettings } from './read-settings.ts'

/**
 * Those of these subscriptions of one organization that a dispute holds, whatever is stored of it:
 * what they are charged to may have changed since a dispute was recorded.
 */
export async function heldAmong(
  db: Kysely<Tables>,
  rows: readonly SubscriptionRow[],
  settings?: SubscriptionSettings,
): Promise<ReadonlySet<Id<'subscription'>>> {
  const [first] = rows
  if (first === undefined) return new Set()
  const { organizationId } = first
  const { disputeBehavior } = settings ?? (await readSettings(db, organizationId))
  if (disputeBehavior === 'keep') return new Set()
  const customerIds = distinct(rows.map(({ customerId }) => customerId))
  const disputes = await standingDisputesOf(db, { organizationId, customerIds })
  if (disputes.length === 0) return new Set()
  const methods = await methodsToCharge(
    db,
    organizationId,
    rows.map((row) => ({ ...row, purchaseId: purchaseCharged(row) })),
  )
  const held = rows.filter((row, at) => {
    const own = disputes.filter(({ customerId }) => customerId === row.customerId)
    return isHeld({ ...row, cardId: methods[at]?.id ?? null }, own)
  })
  return new Set(held.map(({ id }) => id))
}

/** For what would charge the subscription now. */
export async function requireNotHeld(db: Kysely<Tables>, row: SubscriptionRow): Promise<void> {
  if ((await heldAmong(db, [row])).has(row.id)) throw new Problem('subscription_paused')
}
