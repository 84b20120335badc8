import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentDiscount } from '../present/discount.ts'
import { type DiscountKey, lockDiscount, saveDiscount } from '../store/discounts.ts'
import { loadDiscount } from './create-discount.ts'

/** The row is only marked as deleted, because purchases refer to it. */
export async function deleteDiscount(uow: UnitOfWork, key: DiscountKey): Promise<void> {
  const { tx, now } = uow
  const discount = await lockDiscount(tx, key)
  if (discount === undefined) throw new Problem('not_found')
  const deleted = await saveDiscount(tx, discount, { deletedAt: now }, now)
  assert(deleted !== undefined, 'this transaction holds the lock')
  const loaded = await loadDiscount(uow, deleted)
  uow.record(eventOf('discount.deleted', deleted, presentDiscount(loaded)))
}
