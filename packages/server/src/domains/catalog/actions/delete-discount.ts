import { assert } from '../../../kernel/assert.ts'
import { Problem } from '../../../kernel/refusal.ts'
import type { Work } from '../../../platform/work.ts'
import { type DiscountKey, lockDiscount, saveDiscount } from '../store/discounts.ts'
import { wholeOf } from './create-discount.ts'
import { discountEvent } from './present-discount.ts'

/** The row stays, for what was bought with it names it. */
export async function deleteDiscount(work: Work, key: DiscountKey): Promise<void> {
  const { tx, now } = work
  const discount = await lockDiscount(tx, key)
  if (discount === undefined) throw new Problem('not_found')
  const deleted = await saveDiscount(tx, discount, { deletedAt: now }, now)
  assert(deleted !== undefined, 'what is locked stays as it was read')
  work.record(discountEvent('deleted', await wholeOf(work, deleted)))
}
