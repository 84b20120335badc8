import { discountChanges } from '@guildhall/contract/catalog/discount-shapes'
import * as z from 'zod/mini'
import { percentOf } from '#/entities/discount/discount-terms.ts'
import { centsOf, dollarsOf, movePoint } from '#/lib/amount-text.ts'
import { type MetadataRow, metadataOf, metadataRows } from '#/lib/metadata-rows.ts'
import { addDays, type Day, dayOf, startOfDay } from '#/ui/calendar-days.ts'
import type { Discount, NewDiscount } from './discount-queries.ts'

/** As typed; omitted values are empty. */
export interface DiscountDraft {
  name: string
  code: string
  type: Discount['type']
  percent: string
  amount: string
  duration: Discount['duration']
  months: string
  /** Empty means all. */
  products: string[]
  firstDay: Day | null
  lastDay: Day | null
  redemptionsMax: string
  metadata: MetadataRow[]
}

const emptyDraft: DiscountDraft = {
  name: '',
  code: '',
  type: 'percentage',
  percent: '',
  amount: '',
  duration: 'once',
  months: '3',
  products: [],
  firstDay: null,
  lastDay: null,
  redemptionsMax: '',
  metadata: [],
}

export function draftOf(existing: Discount | null): DiscountDraft {
  if (existing === null) return emptyDraft
  const { name, code, type, duration, startsAt, endsAt, maxRedemptions } = existing
  return {
    ...emptyDraft,
    name,
    code: code ?? '',
    type,
    ...(existing.type === 'fixed'
      ? { amount: dollarsOf(existing.amount) }
      : { percent: percentOf(existing.basisPoints) }),
    duration,
    ...(existing.duration === 'repeating' && { months: String(existing.durationInMonths) }),
    products: existing.products.map(({ id }) => id),
    firstDay: startsAt && dayOf(startsAt),
    lastDay: endsAt && lastDayBefore(endsAt),
    redemptionsMax: maxRedemptions === null ? '' : String(maxRedemptions),
    metadata: metadataRows(existing.metadata),
  }
}

/** The same terms with another code. */
export function copyOf(discount: Discount): DiscountDraft {
  const name = `${discount.name} (copy)`
  return {
    ...draftOf(discount),
    name: z.safeParse(discountChanges.shape.name, name).success ? name : discount.name,
    code: '',
  }
}

type New = Omit<NewDiscount, 'organizationId'>

export function newDiscountOf(draft: DiscountDraft) {
  const details = {
    ...detailsOf(draft),
    startsAt: startOf(draft.firstDay),
    endsAt: endOf(draft.lastDay),
  }
  const worth = discountValueOf(draft)
  const { duration } = draft
  return duration === 'repeating'
    ? ({ ...details, ...worth, duration, durationInMonths: Number(draft.months) } satisfies New)
    : ({ ...details, ...worth, duration } satisfies New)
}

/** Unchanged fields aren’t sent; an unchanged day keeps its time. */
export function changesOf(existing: Discount, draft: DiscountDraft) {
  const before = draftOf(existing)
  return {
    ...detailsOf(draft),
    ...(existing.redemptionsCount === 0 && valueOf(draft)),
    ...(draft.firstDay !== before.firstDay && { startsAt: startOf(draft.firstDay) }),
    ...(draft.lastDay !== before.lastDay && { endsAt: endOf(draft.lastDay) }),
  }
}

function detailsOf({ name, code, products, redemptionsMax, metadata }: DiscountDraft) {
  return {
    name: name.trim(),
    code: code.trim() === '' ? null : code.trim(),
    products,
    maxRedemptions: redemptionsMax.trim() === '' ? null : Number(redemptionsMax),
    metadata: metadataOf(metadata),
  }
}

function discountValueOf(draft: DiscountDraft) {
  return draft.type === 'fixed'
    ? { type: draft.type, amount: centsOf(draft.amount) ?? 0, currency: 'usd' as const }
    : { type: draft.type, basisPoints: basisPointsOf(draft.percent) ?? 0 }
}

/** What can change until the first redemption. */
const valueOf = ({ type, amount, percent, duration, months }: DiscountDraft) => ({
  ...(type === 'fixed'
    ? { amount: centsOf(amount) ?? 0 }
    : { basisPoints: basisPointsOf(percent) ?? 0 }),
  ...(duration === 'repeating' && { durationInMonths: Number(months) }),
})

/** Percent to basis points; null if it is not a number or too fine. */
export function basisPointsOf(percent: string): number | null {
  const points = movePoint(percent.replace(/%\s*$/, '').trim(), 2)
  return points === null || points.includes('.') ? null : Number(points)
}

/** Days are in the reader’s time zone; the last day is included. */
const startOf = (day: Day | null): string | null =>
  day === null ? null : startOfDay(day).toISOString()

const endOf = (day: Day | null): string | null => (day === null ? null : startOf(addDays(day, 1)))

const lastDayBefore = (end: Date): Day => dayOf(new Date(end.getTime() - 1))
