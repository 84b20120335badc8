import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isOfOrganization } from '../../../platform/database/of-organization.ts'
import { atOnce, type DueInstant, type DueList } from '../../../platform/due/due-list.ts'
import type { CheckoutKey, CheckoutRow } from './checkouts.ts'

export const dueCheckoutsMax = 100

export type DueCheckout = Pick<
  CheckoutRow,
  'organizationId' | 'id' | 'status' | 'paymentId' | 'setUpId'
>

interface RealTime {
  readonly organizationId: Id<'organization'>
  readonly now: Date
}

/** Some that have expired by the clock of the organization. */
export async function listDueCheckouts(
  db: Kysely<Tables>,
  { organizationId, now }: RealTime,
): Promise<DueCheckout[]> {
  const { rows } = await sql<DueCheckout>`
    select c.organization_id as "organizationId", c.id, c.status, c.payment_id as "paymentId",
           c.set_up_id as "setUpId"
      from checkout c
      left join frozen_clock o using (organization_id)
     where c.organization_id = ${organizationId} and ${isUnfinished}
       and c.expires_at <= coalesce(o.frozen_at, ${now})
     order by c.expires_at, c.id
     limit ${dueCheckoutsMax}`.execute(db)
  return rows
}

const isUnfinished = sql`c.status in ('open', 'confirmed')`

/** The organizations with checkouts that expire, and when. */
export const checkoutsToExpire: DueList = {
  kind: 'checkout.expire_due',
  leaseMilliseconds: 60_000,
  findNext: async (db, organizationIds) => {
    const isOf = (alias: string) => isOfOrganization({ alias, row: 'p', organizationIds })
    const { rows } = await sql<DueInstant>`
      select p.organization_id, ${instantOf} as due_at
        from unnest(${organizationIds}::uuid[]) as p (organization_id)
       cross join lateral (
         select expires_at from checkout c
          where ${isOf('c')} and ${isUnfinished}
          order by c.expires_at limit 1) c
        left join frozen_clock o on ${isOf('o')}
       where ${instantOf} is not null`.execute(db)
    return rows
  },
  findAll: async (db, until) => {
    const { rows } = await sql<DueInstant>`
      select c.organization_id, min(${instantOf}) as due_at
        from checkout c
        left join frozen_clock o using (organization_id)
       where ${isUnfinished} and c.expires_at <= coalesce(o.frozen_at, ${until})
       group by c.organization_id`.execute(db)
    return rows
  },
}

/** In real time: what has expired by a stopped clock is due, and nothing else is. */
const instantOf = sql`
  case when o.frozen_at is null then c.expires_at
       when c.expires_at <= o.frozen_at then ${atOnce}::timestamptz end`

/** When the next checkout expires in an organization whose clock is stopped. */
export async function findNextExpiry(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    select min(c.expires_at) as next
      from checkout c
      join frozen_clock o using (organization_id)
     where c.organization_id = ${organizationId} and c.status in ('open', 'confirmed')
       and c.expires_at > o.frozen_at`.execute(db)
  return rows[0]?.next ?? null
}

/** Some that are paid, or have nothing to pay, and are not finished yet. */
export async function listPaid(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<CheckoutKey[]> {
  const { rows } = await sql<CheckoutKey>`
    select c.organization_id as "organizationId", c.id
      from checkout c
      left join payment_outcome p on p.organization_id = c.organization_id and p.id = c.payment_id
      left join method_set_up_outcome s on s.organization_id = c.organization_id and s.id = c.set_up_id
     where c.organization_id = ${organizationId} and c.status = 'confirmed'
       and coalesce(p.status, s.status, 'succeeded') = 'succeeded'
     order by c.expires_at, c.id
     limit ${dueCheckoutsMax}`.execute(db)
  return rows
}
