import type { Day } from '#/ui/calendar-days.ts'

/** The presets, in the order in which they are offered. */
export const rangeNames = [
  'today',
  'yesterday',
  'this week',
  'this month',
  'last month',
  'last 3 months',
  'this year',
  'last year',
  'last 12 months',
  'all time',
] as const
export type RangeName = (typeof rangeNames)[number]

export const rangeDefault: RangeName = 'last 3 months'

/** The server has no figures from before. */
export const dayMin: Day = '2023-01-01'
