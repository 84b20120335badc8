import * as z from 'zod/mini'

const startMin = '2023-01-01'
const startMax = '9000-01-01'
const dayMilliseconds = 86_400_000

export const date = z.iso.date()

interface DayRange {
  readonly startDate: string
  /** Included. */
  readonly endDate: string
}

interface RangeFault {
  readonly path: string[]
  readonly message: string
}

/** Why a range of days can't be answered; `longest` says how long it can be, for people. */
export function rangeFault(
  { startDate, endDate }: DayRange,
  { daysMax, longest }: { readonly daysMax: number; readonly longest: string },
): RangeFault | null {
  if (startDate < startMin || startDate > startMax) {
    return { path: ['startDate'], message: `Input should be ${startMin} or later` }
  }
  if (endDate < startDate) {
    return { path: ['endDate'], message: 'Input should not be before start_date' }
  }
  const days = (Date.parse(endDate) - Date.parse(startDate)) / dayMilliseconds
  return days > daysMax ? { path: [], message: longest } : null
}
