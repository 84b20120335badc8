import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import {
  isOfOneOf,
  isOfOrganization,
  organizationsOf,
} from '../../../platform/database/of-organization.ts'
import { watched } from '../../../platform/due/watched.ts'
import { customerMeterQuantity } from '../../usage/views/customer-meter-quantity.ts'
import type { CustomerKey, TopUpKey, TopUpRow } from './top-ups.ts'

const topUpsPerPage = 500

/** What a top-up has led to by now. */
export interface UseRow {
  readonly topUpId: Id<'topUp'>
  readonly balance: string
  readonly isPurchasing: boolean
  readonly purchases: number
}

/** The organizations with top-ups that are on. */
export const topUpsToWatch = watched({
  kind: 'topups.buy_due_credits',
  leaseMilliseconds: 5 * 60_000,
  table: sql`top_up`,
  isWatched: sql`stop_reason is null`,
})

interface PlacedBehind {
  readonly organizationIds: readonly Id<'organization'>[]
  readonly behind: TopUpKey | null
}

/** A page of top-ups that are on and whose balance is too low, behind this one. */
export async function listLowTopUps(
  db: Kysely<Tables>,
  { organizationIds, behind }: PlacedBehind,
): Promise<{ readonly low: readonly TopUpRow[]; readonly last: TopUpKey | null }> {
  const { rows } = await sql<TopUpRow & { isLow: boolean }>`
    select t.*, coalesce(b.balance, 0) < t.threshold as is_low
      from (select * from top_up
             where ${isOfOneOf('organization_id', organizationIds)} and stop_reason is null
               and (${behind === null} or (organization_id, id)
                     > (${behind?.organizationId ?? null}::uuid, ${behind?.id ?? null}::uuid))
             order by organization_id, id
             limit ${topUpsPerPage}) t
      left join ${customerMeterQuantity(organizationIds)} b
        on ${isOfOrganization({ alias: 'b', row: 't', organizationIds })}
       and b.customer_id = t.customer_id and b.meter_id = t.meter_id
     order by t.organization_id, t.id`.execute(db)
  return {
    low: rows.flatMap(({ isLow, ...row }) => (isLow ? row : [])),
    last: rows.length < topUpsPerPage ? null : (rows.at(-1) ?? null),
  }
}

/** What these have led to, in the calendar month of the organization’s clock, in UTC. */
export async function findUses(
  db: Kysely<Tables>,
  topUps: readonly TopUpKey[],
  now: Date,
): Promise<readonly UseRow[]> {
  if (topUps.length === 0) return []
  const organizationIds = organizationsOf(topUps)
  const isOf = (alias: string, row: string) => isOfOrganization({ alias, row, organizationIds })
  const { rows } = await sql<UseRow>`
    select t.id as "topUpId", coalesce(b.balance, 0)::text as balance,
           exists (select from credit_purchase p
                    where ${isOf('p', 't')} and p.customer_id = t.customer_id and p.meter_id = t.meter_id
                      and p.status = 'pending') as "isPurchasing",
           (select count(*) from credit_purchase p
             where ${isOf('p', 't')} and p.customer_id = t.customer_id
               and p.meter_id = t.meter_id and p.consented_at is not null
               and p.status <> 'failed'
               and p.created_at >= date_trunc('month', coalesce(f.frozen_at, ${now}), 'UTC')
           )::int as purchases
      from ${asKeys(topUps)}
      join top_up t on ${isOf('t', 'k')} and t.id = k.id
      left join frozen_clock f on ${isOf('f', 't')}
      left join ${customerMeterQuantity(organizationIds)} b
        on ${isOf('b', 't')} and b.customer_id = t.customer_id and b.meter_id = t.meter_id`.execute(
    db,
  )
  return rows
}

/** A table of a statement, called `k`. */
const asKeys = (keys: readonly TopUpKey[]): RawBuilder<unknown> => sql`
  unnest(${keys.map(({ organizationId }) => organizationId)}::uuid[],
         ${keys.map(({ id }) => id)}::uuid[]) as k (organization_id, id)`

/** The meters that the customer has used, or has credits of. */
export async function findMetersOfCustomer(
  db: Kysely<Tables>,
  { organizationId, customerId }: CustomerKey,
): Promise<ReadonlySet<Id<'meter'>>> {
  const { rows } = await sql<{ meterId: Id<'meter'> }>`
    select meter_id as "meterId" from ${customerMeterQuantity([organizationId])} m
     where customer_id = ${customerId}`.execute(db)
  return new Set(rows.map(({ meterId }) => meterId))
}
