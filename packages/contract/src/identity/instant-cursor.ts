import * as z from 'zod/mini'

const shape =
  /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const error = 'Not a cursor of this list'

/** Where a page of a list by age starts: the `nextCursor` of the previous page. */
export const instantCursor = z
  .string()
  .check(z.regex(shape, { error, abort: true }), z.refine(hasRealInstant, error))

/** PostgreSQL refuses the 30th of February, which JavaScript takes for a day in March. */
function hasRealInstant(cursor: string): boolean {
  const second = cursor.slice(0, 'yyyy-mm-ddThh:mm:ss'.length)
  const at = new Date(`${second}Z`)
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(second)
}
