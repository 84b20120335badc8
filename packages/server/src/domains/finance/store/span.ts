import type { Currency, Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Page } from '../../../platform/database/listing.ts'

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

interface Counted {
  readonly page: number
  readonly limit: number
}

/** One page of a sorted report. The journal is read once, but beyond the last page twice. */
export async function pageOfReport<Row>(
  db: Kysely<Tables>,
  report: RawBuilder<unknown>,
  { page, limit }: Counted,
): Promise<Page<Row>> {
  const { rows } = await sql<Row & { readonly total: number }>`
    ${report} limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const [first] = rows
  if (first !== undefined || page === 1) return { rows, total: first?.total ?? 0 }
  const counted = await sql<{ total: number }>`
    select count(*) as total from (${report}) r`.execute(db)
  return { rows, total: counted.rows[0]?.total ?? 0 }
}
