const dayMilliseconds = 86_400_000
const weekDays = 7

export const steps = {
  day: { label: '+ 1 day', from: (now: Date) => addDays(now, 1) },
  week: { label: '+ 1 week', from: (now: Date) => addDays(now, weekDays) },
  month: { label: '+ 1 month', from: addMonth },
} as const

export type Step = keyof typeof steps

export const stepNames = ['day', 'week', 'month'] as const satisfies readonly Step[]

const addDays = (now: Date, days: number): Date => new Date(now.getTime() + days * dayMilliseconds)

/** Like periods: in UTC, and clamped to the last day of the month. */
function addMonth(now: Date): Date {
  const month = now.getUTCMonth() + 1
  const lastDate = new Date(Date.UTC(now.getUTCFullYear(), month + 1, 0)).getUTCDate()
  const then = new Date(now)
  then.setUTCMonth(month, Math.min(now.getUTCDate(), lastDate))
  return then
}

/** The same time of day on another day, in the reader’s time zone. */
export function sameTimeOn(day: string, now: Date): Date {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number)
  const then = new Date(now)
  then.setFullYear(year, month - 1, date)
  return then
}
