import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import {
  type DiscountChange,
  type DiscountWish,
  decideDiscountChange,
} from '../rules/discount-change.ts'
import { type DiscountWithProducts, deleteDiscountProducts } from '../store/discount-products.ts'
import {
  type DiscountChanges,
  type DiscountKey,
  lockDiscount,
  saveDiscount,
} from '../store/discounts.ts'
import { addProducts, asCodeTaken, wholeOf } from './create-discount.ts'
import { discountEvent, presentDiscount } from './present-discount.ts'

/** What changes nothing is no change, and no news. */
export async function updateDiscount(
  work: Work,
  key: DiscountKey,
  wish: DiscountWish,
): Promise<DiscountWithProducts> {
  const { tx, now } = work
  const discount = await lockDiscount(tx, key)
  if (discount === undefined) throw new Problem('not_found')
  const known = await wholeOf(work, discount)
  const change = accept(decideDiscountChange(presentDiscount(known), wish, now))
  if (Object.keys(change).length === 0) return known
  const { productIds, ...columns } = change
  const saved = await saveDiscount(tx, discount, columnsOf(columns), now).catch(asCodeTaken)
  assert(saved !== undefined, 'what is locked stays as it was read')
  if (productIds !== undefined) {
    await deleteDiscountProducts(tx, key)
    await addProducts(work, key, productIds)
  }
  const whole = await wholeOf(work, saved)
  work.record(discountEvent('updated', whole))
  return whole
}

const columnsOf = ({
  metadata,
  ...plain
}: Omit<DiscountChange, 'productIds'>): DiscountChanges => ({
  ...plain,
  ...(metadata !== undefined && { metadata: jsonText(metadata) }),
})
