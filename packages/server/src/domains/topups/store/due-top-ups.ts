import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { organizationsOf } from '../../../platform/database/of-organization.ts'
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

/** A page of top-ups that are on and whose balance is too low, behind this one. */
export async function listLowTopUps(
  db: Kysely<Tables>,
  behind: TopUpKey | null,
): Promise<{ readonly low: readonly TopUpRow[]; readonly last: TopUpKey | null }> {
  const { rows } = await sql<TopUpRow & { isLow: boolean }>`
    select t.*, coalesce(b.balance, 0) < t.threshold as is_low
      from (select * from top_up
             where stop_reason is null
               and (${behind === null} or (organization_id, id)
                     > (${behind?.organizationId ?? null}::uuid, ${behind?.id ?? null}::uuid))
             order by organization_id, id
             limit ${topUpsPerPage}) t
      left join customer_meter_quantity b using (organization_id, customer_id, meter_id)
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
  const { rows } = await sql<UseRow>`
    select t.id as "topUpId", coalesce(b.balance, 0)::text as balance,
           exists (select from credit_purchase p
                    where p.organization_id = t.organization_id
                      and p.customer_id = t.customer_id and p.meter_id = t.meter_id
                      and p.status = 'pending') as "isPurchasing",
           (select count(*) from credit_purchase p
             where p.organization_id = t.organization_id and p.customer_id = t.customer_id
               and p.meter_id = t.meter_id and p.consented_at is not null
               and p.status <> 'failed'
               and p.created_at >= date_trunc('month', coalesce(f.frozen_at, ${now}), 'UTC')
           )::int as purchases
      from ${asKeys(topUps)}
      join top_up t using (organization_id, id)
      left join frozen_clock f using (organization_id)
      left join ${customerMeterQuantity(organizationsOf(topUps))} b
        using (organization_id, customer_id, meter_id)`.execute(db)
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
