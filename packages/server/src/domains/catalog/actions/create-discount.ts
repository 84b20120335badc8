import type { createDiscount as contract } from '@guildhall/contract/catalog/discounts'
import type { BodyOf } from '@guildhall/contract/endpoint'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../platform/database/failures.ts'
import { jsonText } from '../../../platform/database/json.ts'
import type { Work } from '../../../platform/work.ts'
import { datesRefusal } from '../rules/discount-dates.ts'
import {
  type DiscountWithProducts,
  insertDiscountProducts,
  productIdsAmong,
  withProducts,
} from '../store/discount-products.ts'
import { type DiscountKey, type DiscountRow, insertDiscount } from '../store/discounts.ts'
import { discountEvent } from './present-discount.ts'

type DiscountToBe = BodyOf<typeof contract> & { readonly organizationId: Id<'organization'> }

export async function createDiscount(
  work: Work,
  wish: DiscountToBe,
): Promise<DiscountWithProducts> {
  const { tx } = work
  const dates = { startsAt: wish.startsAt ?? null, endsAt: wish.endsAt ?? null }
  accept(datesRefusal(dates, 'ends_at'))
  const discount = await insertDiscount(tx, {
    ...dates,
    ...termsOf(wish),
    organizationId: wish.organizationId,
    id: work.newId('discount'),
    name: wish.name,
    code: wish.code ?? null,
    maxRedemptions: wish.maxRedemptions ?? null,
    metadata: jsonText(wish.metadata ?? {}),
    createdAt: work.now,
  }).catch(asCodeTaken)
  await addProducts(work, discount, wish.products ?? [])
  const whole = await wholeOf(work, discount)
  work.record(discountEvent('created', whole))
  return whole
}

const termsOf = (wish: DiscountToBe) => ({
  type: wish.type,
  amount: wish.type === 'fixed' ? wish.amount : null,
  currency: wish.type === 'fixed' ? wish.currency : null,
  basisPoints: wish.type === 'percentage' ? wish.basisPoints : null,
  duration: wish.duration,
  durationInMonths: wish.durationInMonths ?? null,
})

/** The constraint refuses it, so that of many at once only one gets the code. */
export function asCodeTaken(error: unknown): never {
  if (violatedConstraint(error) === 'discount_code') {
    throw new Problem('discount_code_taken', { loc: ['body', 'code'] })
  }
  throw error
}

/** Whoever names a product twice means it once. */
export async function addProducts(
  { tx }: Work,
  discount: DiscountKey,
  ids: readonly Id<'product'>[],
): Promise<void> {
  const known = await productIdsAmong(tx, discount.organizationId, ids)
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown !== -1) {
    throw new Problem('discount_product_unknown', { loc: ['body', 'products', unknown] })
  }
  await insertDiscountProducts(tx, discount, [...known])
}

/** With its products as they stand in this transaction. */
export async function wholeOf({ tx }: Work, discount: DiscountRow): Promise<DiscountWithProducts> {
  const [whole] = await withProducts(tx, [discount])
  assert(whole !== undefined, 'as many come back as were given')
  return whole
}
