import type { createDiscount as contract } from '@guildhall/contract/catalog/discounts'
import type { BodyOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import { accept, Problem } from '../../../kernel/refusal.ts'
import { violatedConstraint } from '../../../platform/database/failures.ts'
import { jsonText } from '../../../platform/database/json.ts'
import { eventOf } from '../../../platform/outbox/domain-events.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { presentDiscount } from '../present/discount.ts'
import { decideDates } from '../rules/discount-change.ts'
import {
  type DiscountWithProducts,
  filterProductIds,
  insertDiscountProducts,
  withProducts,
} from '../store/discount-products.ts'
import { type DiscountKey, type DiscountRow, insertDiscount } from '../store/discounts.ts'

type DiscountInput = BodyOf<typeof contract> & { readonly organizationId: Id<'organization'> }

export async function createDiscount(
  uow: UnitOfWork,
  input: DiscountInput,
): Promise<DiscountWithProducts> {
  const { tx } = uow
  const dates = { startsAt: input.startsAt ?? null, endsAt: input.endsAt ?? null }
  accept(decideDates(dates, 'ends_at'))
  const discount = await insertDiscount(tx, {
    ...dates,
    ...termsOf(input),
    organizationId: input.organizationId,
    id: uow.newId('discount'),
    name: input.name,
    code: input.code ?? null,
    maxRedemptions: input.maxRedemptions ?? null,
    metadata: jsonText(input.metadata ?? {}),
    createdAt: uow.now,
  }).catch(refuseTakenCode)
  await addProducts(uow, discount, input.products ?? [])
  const created = await loadDiscount(uow, discount)
  uow.record(eventOf('discount.created', created.discount, presentDiscount(created)))
  return created
}

const termsOf = (input: DiscountInput) => ({
  type: input.type,
  amount: input.type === 'fixed' ? input.amount : null,
  currency: input.type === 'fixed' ? input.currency : null,
  basisPoints: input.type === 'percentage' ? input.basisPoints : null,
  duration: input.duration,
  durationInMonths: input.durationInMonths ?? null,
})

/** The unique index decides, so that of concurrent requests only one gets the code. */
export function refuseTakenCode(error: unknown): never {
  if (violatedConstraint(error) === 'discount_code') {
    throw new Problem('discount_code_taken', { loc: ['body', 'code'] })
  }
  throw error
}

/** A product that is listed twice is added once. */
export async function addProducts(
  { tx }: UnitOfWork,
  discount: DiscountKey,
  ids: readonly Id<'product'>[],
): Promise<void> {
  const known = await filterProductIds(tx, discount.organizationId, ids)
  const unknown = ids.findIndex((id) => !known.has(id))
  if (unknown !== -1) {
    throw new Problem('discount_product_unknown', { loc: ['body', 'products', unknown] })
  }
  await insertDiscountProducts(tx, discount, [...known])
}

export async function loadDiscount(
  { tx }: UnitOfWork,
  discount: DiscountRow,
): Promise<DiscountWithProducts> {
  const [loaded] = await withProducts(tx, [discount])
  assert(loaded !== undefined, 'every row is returned')
  return loaded
}
