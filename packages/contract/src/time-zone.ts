import * as z from 'zod/mini'

/** By its name of the IANA: zones of fixed offsets don’t know how long a day is. */
export const timeZone = z
  .string()
  .check(z.refine(isTimeZone, { error: 'Input should be a time zone' }))

function isTimeZone(name: string): boolean {
  if (!/^[a-z]/i.test(name)) return false
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
