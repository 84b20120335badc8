import type { Currency } from '@guildhall/contract/primitives'
import { type Decimal, decimal, formatDecimal } from '../../../kernel/decimal.ts'
import { fractionDigitsOf } from '../../../kernel/money-text.ts'
import { type Ratio, roundHalfAwayFromZero } from '../../../kernel/ratio.ts'

/** A rate that a seller entered, in the time zone of a reading. */
export interface EnteredRate {
  readonly currency: Currency
  /** Such as `2026-03-01`. */
  readonly day: string
  /** When that day begins. */
  readonly startsAt: Date
  readonly rate: string
}

interface HeldRate extends EnteredRate {
  /** Of minor units to minor units. */
  readonly ratio: Ratio
}

/** The rates of one currency, the oldest first. */
export type Course = readonly HeldRate[]

/** By the currency that they are of. */
export function coursesOf(rates: readonly EnteredRate[], to: Currency): Map<Currency, Course> {
  const courses = new Map<Currency, HeldRate[]>()
  for (const rate of rates) {
    const course = courses.get(rate.currency) ?? []
    course.push({ ...rate, ratio: ratioOf(decimal(rate.rate), rate.currency, to) })
    courses.set(rate.currency, course)
  }
  for (const course of courses.values()) {
    course.sort((one, other) => one.startsAt.getTime() - other.startsAt.getTime())
  }
  return courses
}

/** A yen is a hundred times as much as a cent where both are the smallest unit. */
function ratioOf({ digits, scale }: Decimal, from: Currency, to: Currency): Ratio {
  return {
    numerator: digits * 10n ** BigInt(fractionDigitsOf(to)),
    denominator: 10n ** BigInt(scale + fractionDigitsOf(from)),
  }
}

/** That of the latest day which has begun by then. */
export function rateAt(course: Course, instant: Date): HeldRate | undefined {
  let [low, high] = [0, course.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((course[middle]?.startsAt ?? instant) <= instant) low = middle + 1
    else high = middle
  }
  return course[low - 1]
}

/** Rounded half away from zero. Without a rate, amounts are in the reporting currency already. */
export function convertedAmount(amount: number, rate: HeldRate | undefined): number {
  if (amount === 0 || rate === undefined) return amount
  const { numerator, denominator } = rate.ratio
  return Number(roundHalfAwayFromZero({ numerator: BigInt(amount) * numerator, denominator }))
}

/** As people write it: without the zeros that a column adds. */
export const plainRate = (rate: string): string => formatDecimal(decimal(rate))
