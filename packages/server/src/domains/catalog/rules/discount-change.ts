import type { getDiscount, updateDiscount } from '@guildhall/contract/catalog/discounts'
import type { BodyOf, ResponseOf } from '@guildhall/contract/operation'
import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { isSame } from '../../../kernel/json-equality.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'

type Current = ResponseOf<typeof getDiscount>

export type DiscountUpdate = BodyOf<typeof updateDiscount>

export type DiscountChange = Partial<
  Pick<Current, 'name' | 'code' | 'startsAt' | 'endsAt' | 'maxRedemptions' | 'metadata'>
> & {
  readonly amount?: MinorUnits
  readonly basisPoints?: number
  readonly durationInMonths?: number
  readonly productIds?: readonly Id<'product'>[]
}

/**
 * Only the fields that differ. Null clears optional fields. Fixed fields may be repeated unchanged,
 * because clients send whole forms back.
 */
export function decideDiscountChange(
  discount: Current,
  input: DiscountUpdate,
  now: Date,
): DiscountChange | Refusal {
  const change = changeOf(discount, input)
  const refusal =
    decideTerms(discount, input) ??
    decideValue(discount, input) ??
    decideRedeemed(discount, change) ??
    decideDates({ ...discount, ...change }, change.endsAt == null ? 'starts_at' : 'ends_at') ??
    decideEnded(discount, change, now)
  return refusal ?? change
}

function changeOf(discount: Current, input: DiscountUpdate): DiscountChange {
  const { name, code, startsAt, endsAt, maxRedemptions } = input
  return {
    ...(name != null && name !== discount.name && { name }),
    ...(code !== undefined && code !== discount.code && { code }),
    ...(startsAt !== undefined && !isSameInstant(startsAt, discount.startsAt) && { startsAt }),
    ...(endsAt !== undefined && !isSameInstant(endsAt, discount.endsAt) && { endsAt }),
    ...(maxRedemptions !== undefined &&
      maxRedemptions !== discount.maxRedemptions && { maxRedemptions }),
    ...valueChange(discount, input),
    ...monthsChange(discount, input),
    ...listChange(discount, input),
  }
}

const isSameInstant = (one: Date | null, other: Date | null): boolean =>
  one?.getTime() === other?.getTime()

/** The currency is ignored: it can only be repeated. */
function valueChange(discount: Current, { amount, basisPoints }: DiscountUpdate): DiscountChange {
  if (discount.type === 'fixed') {
    return amount == null || amount === discount.amount ? {} : { amount }
  }
  return basisPoints == null || basisPoints === discount.basisPoints ? {} : { basisPoints }
}

const monthsChange = (discount: Current, { durationInMonths }: DiscountUpdate): DiscountChange =>
  discount.duration !== 'repeating' ||
  durationInMonths == null ||
  durationInMonths === discount.durationInMonths
    ? {}
    : { durationInMonths }

function listChange(discount: Current, { products, metadata }: DiscountUpdate): DiscountChange {
  const productIds = products === undefined ? null : [...new Set(products ?? [])]
  const currentIds = discount.products.map(({ id }) => id)
  const newMetadata = metadata === null ? {} : metadata
  return {
    ...(productIds !== null && !hasSameIds(productIds, currentIds) && { productIds }),
    ...(newMetadata !== undefined &&
      !isSame(newMetadata, discount.metadata) && { metadata: newMetadata }),
  }
}

const hasSameIds = (one: readonly string[], other: readonly string[]): boolean =>
  isSame(one.toSorted(), other.toSorted())

function decideTerms(
  discount: Current,
  { type, duration, durationInMonths }: DiscountUpdate,
): Refusal<'discount_terms_fixed'> | null {
  const fixedAt = (field: string) => refuse('discount_terms_fixed', { loc: ['body', field] })
  if (type != null && type !== discount.type) return fixedAt('type')
  if (duration != null && duration !== discount.duration) return fixedAt('duration')
  const hasMonths = discount.duration === 'repeating'
  return durationInMonths != null && !hasMonths ? fixedAt('duration_in_months') : null
}

function decideValue(
  { type }: Current,
  { amount, basisPoints }: DiscountUpdate,
): Refusal<'discount_value_of_other_type'> | null {
  const [value, field] = type === 'fixed' ? [basisPoints, 'basis_points'] : [amount, 'amount']
  return value == null
    ? null
    : refuse('discount_value_of_other_type', { loc: ['body', field], type })
}

function decideRedeemed(
  { redemptionsCount: count }: Current,
  { amount, basisPoints, durationInMonths, maxRedemptions }: DiscountChange,
): Refusal<'discount_redeemed' | 'discount_redeemed_more_often'> | null {
  const terms = { amount, basis_points: basisPoints, duration_in_months: durationInMonths }
  const changed = Object.entries(terms).find(([, value]) => value !== undefined)
  if (count > 0 && changed !== undefined) {
    return refuse('discount_redeemed', { loc: ['body', changed[0]] })
  }
  if (maxRedemptions == null || maxRedemptions >= count) return null
  return refuse('discount_redeemed_more_often', { loc: ['body', 'max_redemptions'], count })
}

/** After its end only the name and the metadata of a discount can change. */
function decideEnded(
  discount: Current,
  { name: _name, metadata: _metadata, ...change }: DiscountChange,
  now: Date,
): Refusal<'discount_ended'> | null {
  const { endsAt } = { ...discount, ...change }
  if (Object.keys(change).length === 0 || endsAt === null || endsAt > now) return null
  return refuse('discount_ended', { loc: ['body', 'ends_at'] })
}

interface Dates {
  readonly startsAt: Date | null
  readonly endsAt: Date | null
}

/** The refusal points at the field that the caller sent. */
export function decideDates(
  { startsAt, endsAt }: Dates,
  field: 'starts_at' | 'ends_at',
): Refusal<'discount_dates_reversed'> | null {
  if (startsAt === null || endsAt === null || startsAt < endsAt) return null
  return refuse('discount_dates_reversed', { loc: ['body', field] })
}
