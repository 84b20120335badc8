import type {
  getCorrectionTotals as contract,
  correctionKinds,
} from '@guildhall/contract/metrics/corrections'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isAny } from './cell-query.ts'

export interface CorrectionFilters
  extends Omit<QueryOf<typeof contract>, 'organizationId' | 'startDate' | 'endDate' | 'timezone'> {
  readonly organizationId: Id<'organization'>
  /** Null for all time. */
  readonly span: { readonly start: Date; readonly end: Date } | null
}

type Kind = (typeof correctionKinds)[number]

export interface CorrectionRow {
  readonly id: Id<'journalEntry'>
  readonly occurredAt: Date
  readonly kind: Kind
  readonly currency: Currency
  readonly amount: MinorUnits
  readonly counted: number
  readonly orderId: Id<'order'>
  readonly customerId: Id<'customer'>
  readonly customerName: string | null
  readonly customerEmail: string
  readonly productId: Id<'product'>
  readonly productName: string
  /** Where the rows after it begin. */
  readonly cursor: string
}

const newestFirst = sql`k.occurred_at desc, k.id desc`

/** The next refunds and disputes, the newest first. */
export async function listCorrections(
  db: Kysely<Tables>,
  filters: CorrectionFilters,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly CorrectionRow[]> {
  const { rows } = await sql<CorrectionRow>`
    select k.id, k.occurred_at, k.kind, k.currency, k.net_amount as amount, k.counted, k.order_id,
           k.customer_id, c.name as customer_name, c.email as customer_email,
           k.product_id, p.name as product_name,
           (extract(epoch from k.occurred_at) * 1000000)::bigint || '_' || k.id as cursor
      from (select * from order_correction k
             where ${matching(filters)} ${after === null ? sql`` : sql`and ${isAfter(after)}`}
             order by ${newestFirst}
             limit ${limit}) k
      join product_summary p on p.organization_id = k.organization_id and p.id = k.product_id
      join customer_contact c on c.organization_id = k.organization_id and c.id = k.customer_id
     order by ${newestFirst}`.execute(db)
  return rows
}

export interface CorrectionTotal {
  readonly currency: Currency
  readonly kind: Kind
  readonly counted: number
  readonly amount: number
}

/** What all matching refunds and disputes add up to. */
export async function totalCorrections(
  db: Kysely<Tables>,
  filters: CorrectionFilters,
): Promise<readonly CorrectionTotal[]> {
  const { rows } = await sql<CorrectionTotal>`
    select k.currency, k.kind, sum(k.counted)::bigint as counted,
           sum(k.net_amount)::bigint as amount
      from order_correction k
     where ${matching(filters)}
     group by k.currency, k.kind
     order by k.currency, k.kind`.execute(db)
  return rows
}

function isAfter(cursor: string): RawBuilder<boolean> {
  const [microseconds = '', id = ''] = cursor.split('_')
  return sql`(k.occurred_at, k.id)
    < (timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond', ${id}::uuid)`
}

function matching(filters: CorrectionFilters): RawBuilder<boolean> {
  const { organizationId, span, currency, kind, productId, customerId, orderId } = filters
  return sql`k.organization_id = ${organizationId}
    ${span === null ? sql`` : sql`and k.occurred_at >= ${span.start} and k.occurred_at < ${span.end}`}
    ${isAny('k.currency', 'text', currency)} ${isAny('k.kind', 'text', kind)}
    ${isAny('k.product_id', 'uuid', productId)} ${isAny('k.customer_id', 'uuid', customerId)}
    ${isAny('k.order_id', 'uuid', orderId)}`
}
