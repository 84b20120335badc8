import type { MovementKind } from '@guildhall/contract/metrics/movement-kinds'
import type { getMovementTotals as contract } from '@guildhall/contract/metrics/movements'
import type { QueryOf } from '@guildhall/contract/operation'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isAny } from './cell-query.ts'

export interface MovementFilters
  extends Omit<QueryOf<typeof contract>, 'organizationId' | 'startDate' | 'endDate' | 'timezone'> {
  readonly organizationId: Id<'organization'>
  /** Null for all time. */
  readonly span: { readonly start: Date; readonly end: Date } | null
}

export interface MovementRow {
  /** The subscription, its version after the change, and the position in it. */
  readonly id: string
  readonly occurredAt: Date
  readonly kind: MovementKind
  readonly currency: Currency
  readonly amount: MinorUnits
  readonly billingAmount: MinorUnits
  readonly trialAmount: MinorUnits
  readonly committedAmount: MinorUnits
  readonly started: boolean
  readonly ended: boolean
  readonly productChange: 'left' | 'entered' | null
  readonly subscriptionId: Id<'subscription'>
  readonly customerId: Id<'customer'>
  readonly customerName: string | null
  readonly customerEmail: string
  readonly productId: Id<'product'>
  readonly productName: string
  /** Where the rows after it begin. */
  readonly cursor: string
}

const id = sql`(m.subscription_id || '_' || m.version || '_' || m.position)`

const newestFirst = sql`
  m.occurred_at desc, m.subscription_id desc, m.version desc, m.position desc`

/**
 * The next movements, the newest first. Names are joined to the page alone: the planner might
 * otherwise read all movements of each customer.
 */
export async function listMovements(
  db: Kysely<Tables>,
  filters: MovementFilters,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<readonly MovementRow[]> {
  const { rows } = await sql<MovementRow>`
    select ${id} as id, m.occurred_at, m.kind, m.currency, m.list_amount as amount, m.billing_amount,
           m.trial_amount, m.committed_amount, m.started = 1 as started, m.ended = 1 as ended,
           case m.switched when -1 then 'left' when 1 then 'entered' end as product_change,
           m.subscription_id, m.customer_id, c.name as customer_name, c.email as customer_email,
           m.product_id, p.name as product_name,
           (extract(epoch from m.occurred_at) * 1000000)::bigint || '_' || ${id} as cursor
      from (select * from recurring_movement m
             where ${matching(filters)} ${after === null ? sql`` : sql`and ${isAfter(after)}`}
             order by ${newestFirst}
             limit ${limit}) m
      join product_summary p on p.organization_id = m.organization_id and p.id = m.product_id
      join customer_contact c on c.organization_id = m.organization_id and c.id = m.customer_id
     order by ${newestFirst}`.execute(db)
  return rows
}

export interface MovementTotal {
  readonly currency: Currency
  readonly kind: MovementKind
  readonly movements: number
  readonly amount: number
  readonly billingAmount: number
  readonly trialAmount: number
  readonly committedAmount: number
  readonly started: number
  readonly ended: number
}

/** What all matching movements add up to. */
export async function totalMovements(
  db: Kysely<Tables>,
  filters: MovementFilters,
): Promise<readonly MovementTotal[]> {
  const { rows } = await sql<MovementTotal>`
    select m.currency, m.kind, count(*) as movements, sum(m.list_amount)::bigint as amount,
           sum(m.billing_amount)::bigint as billing_amount,
           sum(m.trial_amount)::bigint as trial_amount,
           sum(m.committed_amount)::bigint as committed_amount,
           sum(m.started) as started, sum(m.ended) as ended
      from recurring_movement m
     where ${matching(filters)}
     group by m.currency, m.kind
     order by m.currency, m.kind`.execute(db)
  return rows
}

function isAfter(cursor: string): RawBuilder<boolean> {
  const [microseconds = '', subscription = '', version = '', position = ''] = cursor.split('_')
  return sql`(m.occurred_at, m.subscription_id, m.version, m.position)
    < (timestamptz 'epoch' + ${microseconds}::bigint * interval '1 microsecond',
       ${subscription}::uuid, ${version}::bigint, ${position}::smallint)`
}

function matching(filters: MovementFilters): RawBuilder<boolean> {
  const { organizationId, span, currency, kind, started, ended, cancellationReason } = filters
  const { productId, customerId, subscriptionId } = filters
  return sql`m.organization_id = ${organizationId}
    ${span === null ? sql`` : sql`and m.occurred_at >= ${span.start} and m.occurred_at < ${span.end}`}
    ${started === undefined ? sql`` : sql`and m.started = ${started ? 1 : 0}`}
    ${ended === undefined ? sql`` : sql`and m.ended = ${ended ? 1 : 0}`}
    ${isAny('m.currency', 'text', currency)} ${isAny('m.kind', 'text', kind)}
    ${isAny('m.product_id', 'uuid', productId)} ${isAny('m.customer_id', 'uuid', customerId)}
    ${isAny('m.subscription_id', 'uuid', subscriptionId)}
    ${
      cancellationReason === undefined
        ? sql``
        : sql`and exists (
            select from subscription_start s
             where s.organization_id = m.organization_id and s.id = m.subscription_id
               and s.customer_cancellation_reason = any(${cancellationReason}::text[]))`
    }`
}
