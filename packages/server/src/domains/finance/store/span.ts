import type { Currency, Id } from '@guildhall/contract/primitives'
import { sql } from 'kysely'

export interface Span {
  readonly start: Date
  /** Exclusive. */
  readonly end: Date
  readonly timeZone: string
  readonly currencies: readonly Currency[] | undefined
}

/** The lines of the books that a report is about, whose rows the statement calls `l`. */
export const bookedWithin = (
  organizationId: Id<'organization'>,
  { start, end, currencies }: Span,
) => sql`
  l.organization_id = ${organizationId} and l.occurred_at >= ${start} and l.occurred_at < ${end}
  ${currencies === undefined ? sql`` : sql`and l.currency = any(${currencies}::text[])`}`
