import type { getDiscount, updateDiscount } from '@guildhall/contract/catalog/discounts'
import type { AnswerOf, BodyOf } from '@guildhall/contract/endpoint'
import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import { isSame } from '../../../kernel/sameness.ts'
import { datesRefusal } from './discount-dates.ts'

type Known = AnswerOf<typeof getDiscount>

export type DiscountWish = BodyOf<typeof updateDiscount>

export type DiscountChange = Partial<
  Pick<Known, 'name' | 'code' | 'startsAt' | 'endsAt' | 'maxRedemptions' | 'metadata'>
> & {
  readonly amount?: MinorUnits
  readonly basisPoints?: number
  readonly productIds?: readonly Id<'product'>[]
}

/**
 * What of a wish makes a difference. Absent keeps, null clears what can be empty, and what can't
 * change may be said as it is, for clients send whole forms back.
 */
export function decideDiscountChange(
  discount: Known,
  wish: DiscountWish,
  now: Date,
): DiscountChange | Refusal {
  const change = changeOf(discount, wish)
  const refusal =
    termsRefusal(discount, wish) ??
    valueRefusal(discount, wish) ??
    redeemedRefusal(discount, change) ??
    datesRefusal({ ...discount, ...change }, change.endsAt == null ? 'starts_at' : 'ends_at') ??
    endedRefusal(discount, change, now)
  return refusal ?? change
}

function changeOf(discount: Known, wish: DiscountWish): DiscountChange {
  const { name, code, startsAt, endsAt, maxRedemptions } = wish
  return {
    ...(name != null && name !== discount.name && { name }),
    ...(code !== undefined && code !== discount.code && { code }),
    ...(startsAt !== undefined && !isSameInstant(startsAt, discount.startsAt) && { startsAt }),
    ...(endsAt !== undefined && !isSameInstant(endsAt, discount.endsAt) && { endsAt }),
    ...(maxRedemptions !== undefined &&
      maxRedemptions !== discount.maxRedemptions && { maxRedemptions }),
    ...valueChange(discount, wish),
    ...partsChange(discount, wish),
  }
}

const isSameInstant = (one: Date | null, other: Date | null): boolean =>
  one?.getTime() === other?.getTime()

/** A discount has one currency so far, and clients send it along with anything. */
function valueChange(discount: Known, { amount, basisPoints }: DiscountWish): DiscountChange {
  if (discount.type === 'fixed') {
    return amount == null || amount === discount.amount ? {} : { amount }
  }
  return basisPoints == null || basisPoints === discount.basisPoints ? {} : { basisPoints }
}

function partsChange(discount: Known, { products, metadata }: DiscountWish): DiscountChange {
  const productIds = products === undefined ? null : [...new Set(products ?? [])]
  const known = discount.products.map(({ id }) => id)
  const wanted = metadata === null ? {} : metadata
  return {
    ...(productIds !== null && !hasSameIds(productIds, known) && { productIds }),
    ...(wanted !== undefined && !isSame(wanted, discount.metadata) && { metadata: wanted }),
  }
}

const hasSameIds = (one: readonly string[], other: readonly string[]): boolean =>
  isSame(one.toSorted(), other.toSorted())

function termsRefusal(
  discount: Known,
  { type, duration, durationInMonths }: DiscountWish,
): Refusal<'discount_terms_fixed'> | null {
  const months = discount.duration === 'repeating' ? discount.durationInMonths : null
  const said = [
    [type, discount.type, 'type'],
    [duration, discount.duration, 'duration'],
    [durationInMonths, months, 'duration_in_months'],
  ] as const
  const other = said.find(([wanted, known]) => wanted != null && wanted !== known)
  return other === undefined ? null : refuse('discount_terms_fixed', { loc: ['body', other[2]] })
}

function valueRefusal(
  { type }: Known,
  { amount, basisPoints }: DiscountWish,
): Refusal<'discount_value_of_other_type'> | null {
  const [value, field] = type === 'fixed' ? [basisPoints, 'basis_points'] : [amount, 'amount']
  return value == null
    ? null
    : refuse('discount_value_of_other_type', { loc: ['body', field], type })
}

function redeemedRefusal(
  { redemptionsCount: count }: Known,
  { amount, basisPoints, maxRedemptions }: DiscountChange,
): Refusal<'discount_redeemed' | 'discount_redeemed_more_often'> | null {
  if (count > 0 && amount !== undefined) {
    return refuse('discount_redeemed', { loc: ['body', 'amount'] })
  }
  if (count > 0 && basisPoints !== undefined) {
    return refuse('discount_redeemed', { loc: ['body', 'basis_points'] })
  }
  if (maxRedemptions == null || maxRedemptions >= count) return null
  return refuse('discount_redeemed_more_often', { loc: ['body', 'max_redemptions'], count })
}

/** What only tells discounts apart can change after the end as well. */
function endedRefusal(
  discount: Known,
  { name: _name, metadata: _metadata, ...change }: DiscountChange,
  now: Date,
): Refusal<'discount_ended'> | null {
  const { endsAt } = { ...discount, ...change }
  if (Object.keys(change).length === 0 || endsAt === null || endsAt > now) return null
  return refuse('discount_ended', { loc: ['body', 'ends_at'] })
}
