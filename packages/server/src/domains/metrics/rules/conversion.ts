import type { MetricInterval } from '@guildhall/contract/metrics/metrics'
import type { Currency } from '@guildhall/contract/primitives'
import { distinct } from '../../../kernel/indexing.ts'
import {
  type Course,
  convertedAmount,
  coursesOf,
  type EnteredRate,
  rateAt,
} from './exchange-rates.ts'
import { type Counted, openingOf, partsOf } from './parts.ts'
import { type Part, sumsOfBuckets } from './series.ts'
import {
  type Carried,
  carriedOn,
  movements,
  nothing,
  type Summed,
  type Sums,
  sumsOf,
} from './sums.ts'

export interface Conversion {
  readonly opening: Carried
  readonly parts: readonly Part[]
  /** Of which all is in the figures. */
  readonly converted: readonly Currency[]
  readonly unconverted: readonly Unconverted[]
  /** The latest that was used of each currency. */
  readonly rates: readonly EnteredRate[]
}

/** No rate is as old as what there is of it, and a part would be taken for the whole. */
interface Unconverted {
  readonly currency: Currency
  readonly firstAt: Date
}

interface Converting {
  readonly to: Currency
  readonly interval: MetricInterval
  /** When each bucket begins, and when the last one ends. */
  readonly starts: readonly Date[]
  readonly start: Date
  readonly end: Date
  /** Of all currencies, by days: before the range and in it. */
  readonly opening: readonly Counted[]
  readonly cells: readonly Counted[]
  readonly rates: readonly EnteredRate[]
}

/**
 * What was counted in all currencies, in one. What happened is converted day by day at the rate of
 * its day. What recurs stands at the rate of the last day of a bucket, so that what other rates made
 * of it is a movement of its own.
 */
export function convert(given: Converting): Conversion {
  const { to, opening, cells } = given
  const courses = coursesOf(given.rates, to)
  const found = distinct([...opening, ...cells].map(({ currency }) => currency)).toSorted()
  const each = found.map((currency) => {
    const course = courses.get(currency) ?? []
    const firstAt = firstOf([...opening, ...cells].filter((cell) => cell.currency === currency))
    const isKnown = currency === to || rateAt(course, firstAt) !== undefined
    return { currency, course, firstAt, isKnown }
  })
  const known = each.filter(({ isKnown }) => isKnown)
  const made = known.map(({ currency, course }) => convertOne(given, currency, course))
  return {
    opening: made.reduce<Carried>((all, one) => carriedOn(all, one.opening), nothing),
    parts: made.flatMap(({ parts }) => parts),
    converted: known.map(({ currency }) => currency),
    unconverted: each.filter(({ isKnown }) => !isKnown),
    rates: known.flatMap(({ course }) => rateAt(course, beforeEnd(given.end)) ?? []),
  }
}

const firstOf = (cells: readonly Counted[]): Date =>
  cells.map(({ startsAt }) => startsAt).reduce((one, other) => (other < one ? other : one))

/** The rate at the end of a bucket is that of its last day. */
const beforeEnd = (end: Date): Date => new Date(end.getTime() - 1)

/** How things stand: converted at the end of each bucket. */
const standing = [
  'listAmount',
  'billingAmount',
  'trialAmount',
  'committedAmount',
] as const satisfies readonly Summed[]
type Standing = Pick<Sums, (typeof standing)[number]>

/** What happened: converted at the rate of its day. */
const happened: ReadonlySet<Summed> = new Set<Summed>([
  ...movements,
  'newRevenue',
  'usageRevenue',
  'refundedAmount',
  'lostAmount',
  'failedAmount',
  'recoveredAmount',
])
const stands: ReadonlySet<Summed> = new Set<Summed>(standing)

function convertOne(given: Converting, currency: Currency, course: Course) {
  const { interval, start } = given
  const own = partsOf(given.cells, { currency, interval })
  const before = partsOf(given.opening, { currency, interval })
  const opening = {
    ...openingOf(before.map((part) => convertPart(part, course))),
    ...standingAt(openingOf(before), rateAt(course, beforeEnd(start))),
  }
  const flows = own.map((part) => convertPart(part, course))
  return {
    opening,
    parts: [...flows, ...levels({ ...given, opening, course, before, own, flows })],
  }
}

/** The revenue is the sum of its converted parts, so that what is listed adds up to it. */
function convertPart({ startsAt, sums }: Part, course: Course): Part {
  const rate = rateAt(course, startsAt)
  const oneTimeRevenue = convertedAmount(sums.oneTimeRevenue, rate)
  const recurringRevenue = convertedAmount(sums.recurringRevenue, rate)
  const converted = sumsOf((name) => {
    if (stands.has(name)) return 0
    return happened.has(name) ? convertedAmount(sums[name], rate) : sums[name]
  })
  const revenue = oneTimeRevenue + recurringRevenue
  return { startsAt, sums: { ...converted, revenue, oneTimeRevenue, recurringRevenue } }
}

function standingAt(own: Standing, rate: Parameters<typeof convertedAmount>[1]): Standing {
  return {
    listAmount: convertedAmount(own.listAmount, rate),
    billingAmount: convertedAmount(own.billingAmount, rate),
    trialAmount: convertedAmount(own.trialAmount, rate),
    committedAmount: convertedAmount(own.committedAmount, rate),
  }
}

interface Levels extends Pick<Converting, 'starts' | 'end'> {
  /** Converted, as the range begins. */
  readonly opening: Standing
  readonly course: Course
  /** In the currency itself. */
  readonly before: readonly Part[]
  readonly own: readonly Part[]
  /** Converted. */
  readonly flows: readonly Part[]
}

/** Of each bucket: by how much its end stands above its beginning, and what rates made of that. */
function levels({ starts, end, opening, course, before, own, flows }: Levels): Part[] {
  const ownBuckets = sumsOfBuckets(starts, own)
  const flowBuckets = sumsOfBuckets(starts, flows)
  let level: Carried = openingOf(before)
  let shown = opening
  return starts.map((startsAt, at): Part => {
    level = carriedOn(level, ownBuckets[at] ?? nothing)
    const next = standingAt(level, rateAt(course, beforeEnd(starts[at + 1] ?? end)))
    const moved = flowBuckets[at] ?? nothing
    const grown = movements.reduce((sum, name) => sum + moved[name], 0)
    const risen = {
      listAmount: next.listAmount - shown.listAmount,
      billingAmount: next.billingAmount - shown.billingAmount,
      trialAmount: next.trialAmount - shown.trialAmount,
      committedAmount: next.committedAmount - shown.committedAmount,
    }
    shown = next
    return { startsAt, sums: { ...nothing, ...risen, revaluedAmount: risen.listAmount - grown } }
  })
}
