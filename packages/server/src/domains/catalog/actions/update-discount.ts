import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentDiscount } from '../present/discount.ts'
import {
  type DiscountChange,
  type DiscountUpdate,
  decideDiscountChange,
} from '../rules/discount-change.ts'
import { type DiscountWithProducts, deleteDiscountProducts } from '../store/discount-products.ts'
import {
  type DiscountColumns,
  type DiscountKey,
  lockDiscount,
  saveDiscount,
} from '../store/discounts.ts'
import { addProducts, loadDiscount, refuseTakenCode } from './create-discount.ts'

/** An update that changes nothing saves nothing and records no event. */
export async function updateDiscount(
  uow: UnitOfWork,
  key: DiscountKey,
  input: DiscountUpdate,
): Promise<DiscountWithProducts> {
  const { tx, now } = uow
  const discount = await lockDiscount(tx, key)
  if (discount === undefined) throw new Problem('not_found')
  const current = await loadDiscount(uow, discount)
  const change = accept(decideDiscountChange(presentDiscount(current), input, now))
  if (Object.keys(change).length === 0) return current
  const { productIds, ...columns } = change
  const saved = await saveDiscount(tx, discount, columnsOf(columns), now).catch(refuseTakenCode)
  assert(saved !== undefined, 'this transaction holds the lock')
  if (productIds !== undefined) {
    await deleteDiscountProducts(tx, key)
    await addProducts(uow, key, productIds)
  }
  const updated = await loadDiscount(uow, saved)
  uow.record(eventOf('discount.updated', updated.discount, presentDiscount(updated)))
  return updated
}

const columnsOf = ({
  metadata,
  ...plain
}: Omit<DiscountChange, 'productIds'>): DiscountColumns => ({
  ...plain,
  ...(metadata !== undefined && { metadata: jsonText(metadata) }),
})
