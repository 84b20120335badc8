import { centsOf, dollarsOf, movePoint } from '../../lib/amount-text.ts'
import { percentOf } from '../../lib/discount-terms.ts'
import { type MetadataRow, metadataOf, metadataRows } from '../../lib/metadata-rows.ts'
import { addDays, type Day, dayOf, startOfDay } from '../../ui/calendar-days.ts'
import type { Discount, NewDiscount } from './discount-queries.ts'

/** As it's typed: what isn't said is empty. */
export interface DiscountDraft {
  name: string
  code: string
  type: Discount['type']
  percent: string
  amount: string
  duration: Discount['duration']
  months: string
  /** None means all. */
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

export function draftOf(kept: Discount | null): DiscountDraft {
  if (kept === null) return emptyDraft
  const { name, code, type, duration, startsAt, endsAt, maxRedemptions } = kept
  return {
    ...emptyDraft,
    name,
    code: code ?? '',
    type,
    ...(kept.type === 'fixed'
      ? { amount: dollarsOf(kept.amount) }
      : { percent: percentOf(kept.basisPoints) }),
    duration,
    ...(kept.duration === 'repeating' && { months: String(kept.durationInMonths) }),
    products: kept.products.map(({ id }) => id),
    firstDay: startsAt && dayOf(startsAt),
    lastDay: endsAt && lastDayBefore(endsAt),
    redemptionsMax: maxRedemptions === null ? '' : String(maxRedemptions),
    metadata: metadataRows(kept.metadata),
  }
}

const nameLengthMax = 256

/** The same terms for another code. */
export function copyOf(discount: Discount): DiscountDraft {
  const name = `${discount.name} (copy)`
  return {
    ...draftOf(discount),
    name: name.length > nameLengthMax ? discount.name : name,
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
  const worth = worthOf(draft)
  const { duration } = draft
  return duration === 'repeating'
    ? ({ ...details, ...worth, duration, durationInMonths: Number(draft.months) } satisfies New)
    : ({ ...details, ...worth, duration } satisfies New)
}

/** What stays as it is isn't sent; a day that wasn't touched keeps its hour. */
export function changesOf(kept: Discount, draft: DiscountDraft) {
  const before = draftOf(kept)
  return {
    ...detailsOf(draft),
    ...(kept.redemptionsCount === 0 && valueOf(draft)),
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

function worthOf(draft: DiscountDraft) {
  return draft.type === 'fixed'
    ? { type: draft.type, amount: centsOf(draft.amount) ?? 0, currency: 'usd' as const }
    : { type: draft.type, basisPoints: basisPointsOf(draft.percent) ?? 0 }
}

function valueOf(draft: DiscountDraft) {
  return draft.type === 'fixed'
    ? { amount: centsOf(draft.amount) ?? 0 }
    : { basisPoints: basisPointsOf(draft.percent) ?? 0 }
}

/** Hundredths of a percent; null where there is none, or a fraction of one. */
export function basisPointsOf(percent: string): number | null {
  const points = movePoint(percent.replace(/%\s*$/, '').trim(), 2)
  return points === null || points.includes('.') ? null : Number(points)
}

/** Days are those of the reader's calendar; the last one belongs to it until its midnight. */
const startOf = (day: Day | null): string | null =>
  day === null ? null : startOfDay(day).toISOString()

const endOf = (day: Day | null): string | null => (day === null ? null : startOf(addDays(day, 1)))

const lastDayBefore = (end: Date): Day => dayOf(new Date(end.getTime() - 1))
