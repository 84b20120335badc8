import { type RawBuilder, sql } from 'kysely'

/**
 * An instant that much later, or earlier. In UTC, because in the time zone of a session the expression
 * would depend on settings, and a cluster doesn’t let columns be written with such an expression.
 */
export const later = (instant: RawBuilder<unknown>, by: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`((${instant} at time zone 'UTC') + ${by}) at time zone 'UTC'`

export const earlier = (instant: RawBuilder<unknown>, by: RawBuilder<unknown>): RawBuilder<Date> =>
  sql<Date>`((${instant} at time zone 'UTC') - ${by}) at time zone 'UTC'`
