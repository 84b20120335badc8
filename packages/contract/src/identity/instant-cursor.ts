import * as z from 'zod/mini'

/** Where a page of a list by age starts: the `nextCursor` of the previous page. */
export const instantCursor = z
  .string()
  .check(
    z.regex(
      /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z_[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
      'Not a cursor of this list',
    ),
  )
