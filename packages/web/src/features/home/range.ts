import type { MetricInterval } from '@guildhall/contract/metrics/metrics'
import { addDays, type DayRange, dayInZone } from '#/ui/calendar-days.ts'

export const rangeNames = ['7', '30', '90', '365'] as const
export type RangeName = (typeof rangeNames)[number]

export const rangeLabels: Readonly<Record<RangeName, string>> = {
  '7': '7 d',
  '30': '30 d',
  '90': '90 d',
  '365': '12 m',
}

export const rangeTexts: Readonly<Record<RangeName, string>> = {
  '7': '7 days',
  '30': '30 days',
  '90': '90 days',
  '365': '12 months',
}

export interface ComparedRange {
  current: DayRange
  /** Of the same length, immediately before. */
  previous: DayRange
  interval: MetricInterval
}

/** More points than that make no better line. */
const pointsMax = 100

/** The days until today, where the organization is. */
export function rangeOf(name: RangeName, now: Date, timeZone: string): ComparedRange {
  const days = Number(name)
  const today = dayInZone(now, timeZone)
  return {
    current: { from: addDays(today, 1 - days), to: today },
    previous: { from: addDays(today, 1 - 2 * days), to: addDays(today, -days) },
    interval: days > pointsMax ? 'week' : 'day',
  }
}
