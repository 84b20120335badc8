import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** A subscription whose card is no good any more when it is charged next. */
export interface ExpiringCard {
  readonly organizationId: Id<'organization'>
  readonly subscriptionId: Id<'subscription'>
  readonly customerId: Id<'customer'>
  readonly paymentMethodId: Id<'paymentMethod'>
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly product: string
  readonly amount: MinorUnits
  readonly currency: Currency
  readonly interval: 'month' | 'year'
  readonly periodEnd: Date
}

export const expiringCardsMax = 200

/** How long before it is charged. */
const noticeDays = 7
const dayMilliseconds = 86_400_000

const toldBefore = sql`
  exists (select from subscription_told t
           where t.organization_id = s.organization_id and t.subscription_id = s.id
             and t.about = 'card:' || m.id)`

const charged = sql`
  payment_method m
  join subscription s on s.organization_id = m.organization_id and s.customer_id = m.customer_id
   and (s.payment_method_id = m.id or s.payment_method_id is null and m.is_default)
   and s.status in ('trialing', 'active') and not s.cancel_at_period_end and s.amount > 0
   and s.current_period_end
     >= make_timestamptz(m.exp_year, m.exp_month, 1, 0, 0, 0, 'UTC') + interval '1 month'`

const noticeAt = sql`s.current_period_end - ${noticeDays} * interval '24 hours'`

interface Asked {
  /** Of the organization, or real time. */
  readonly now: Date
  /** Null: of all organizations that live in real time. */
  readonly organizationId: Id<'organization'> | null
}

/** Some whose customer is to be told now. */
export async function listExpiringCards(
  db: Kysely<Tables>,
  { now, organizationId }: Asked,
): Promise<ExpiringCard[]> {
  const horizon = new Date(now.getTime() + noticeDays * dayMilliseconds)
  const month = sql`(${horizon.getUTCFullYear()}, ${horizon.getUTCMonth() + 1})`
  const reach =
    organizationId === null
      ? sql`not exists (select from organization_clock o
                         where o.organization_id = m.organization_id and o.frozen_at is not null)`
      : sql`m.organization_id = ${organizationId}`
  const { rows } = await sql<ExpiringCard>`
    select s.organization_id as "organizationId", s.id as "subscriptionId",
           s.customer_id as "customerId", m.id as "paymentMethodId", m.brand, m.last4,
           m.exp_month as "expMonth", m.exp_year as "expYear", p.name as product, s.amount,
           s.currency, s.recurring_interval as interval, s.current_period_end as "periodEnd"
      from ${charged}
      join product p on p.organization_id = s.organization_id and p.id = s.product_id
     where ${reach} and m.deleted_at is null and (m.exp_year, m.exp_month) < ${month}
       and s.current_period_end > ${now} and s.current_period_end <= ${horizon}
       and not ${toldBefore}
     order by s.current_period_end, s.id
     limit ${expiringCardsMax}`.execute(db)
  return rows
}

/** When the next customer of an organization whose clock is stopped is to be told. */
export async function findNextExpiry(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    select min(${noticeAt}) as next
      from ${charged}
      join organization_clock o on o.organization_id = m.organization_id
     where m.organization_id = ${organizationId} and m.deleted_at is null
       and m.exp_year is not null and ${noticeAt} > o.frozen_at and not ${toldBefore}`.execute(db)
  return rows[0]?.next ?? null
}
