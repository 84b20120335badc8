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

const listedDaysMax = 3_650

interface Days {
  readonly startDate?: string | undefined
  readonly endDate?: string | undefined
}

/** For lists of all time, or of the days between two that are both given. */
export const bothDays: z.core.CheckFn<Days> = ({ value, issues }) => {
  const { startDate, endDate } = value
  const fault = daysFault(startDate, endDate)
  if (fault !== null) issues.push({ code: 'custom', input: value, ...fault })
}

function daysFault(startDate: string | undefined, endDate: string | undefined): RangeFault | null {
  if (startDate === undefined && endDate === undefined) return null
  if (startDate === undefined) {
    return { path: ['startDate'], message: 'Input is required together with end_date' }
  }
  if (endDate === undefined) {
    return { path: ['endDate'], message: 'Input is required together with start_date' }
  }
  const longest = `A range can span at most ${listedDaysMax} days`
  return rangeFault({ startDate, endDate }, { daysMax: listedDaysMax, longest })
}
