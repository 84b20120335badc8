import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import { activeSubscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Listing, Page } from '../../../platform/database/listing.ts'

/** A subscription whose card expires before its next charge. */
export interface ExpiringCard {
  readonly organizationId: Id<'organization'>
  readonly subscriptionId: Id<'subscription'>
  readonly customerId: Id<'customer'>
  readonly paymentMethodId: Id<'paymentMethod'>
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  readonly productId: Id<'product'>
  readonly product: string
  readonly amount: MinorUnits
  readonly currency: Currency
  readonly interval: 'month' | 'year'
  readonly periodEnd: Date
}

export const expiringCardsMax = 200

/** How long before the charge the customer is notified. */
const noticeDays = 7
const dayMilliseconds = 86_400_000

export const cardNoticeKey = (paymentMethodId: Id<'paymentMethod'>): string =>
  `card:${paymentMethodId}`

const wasNotified = sql`
  exists (select from subscription_notice n
           where n.organization_id = s.organization_id and n.subscription_id = s.id
             and n.notice_key = 'card:' || m.id)`

const expiringAtCharge = sql`
  payment_method m
  join subscription s on s.organization_id = m.organization_id and s.customer_id = m.customer_id
   and (s.payment_method_id = m.id or s.payment_method_id is null and s.accepted_at is not null and m.is_default)
   and s.status = any(${activeSubscriptionStatuses}::text[])
   and not s.cancel_at_period_end and s.amount > 0
   and s.current_period_end
     >= make_timestamptz(m.exp_year, m.exp_month, 1, 0, 0, 0, 'UTC') + interval '1 month'`

const noticeAt = sql`s.current_period_end - ${noticeDays} * interval '24 hours'`

const cardColumns = sql`
  s.organization_id as "organizationId", s.id as "subscriptionId", s.customer_id as "customerId",
  m.id as "paymentMethodId", m.brand, m.last4, m.exp_month as "expMonth", m.exp_year as "expYear",
  s.product_id as "productId", p.name as product, s.amount, s.currency,
  s.recurring_interval as interval, s.current_period_end as "periodEnd"`

interface Reach {
  /** By the organization’s clock, or in real time. */
  readonly now: Date
  /** Null for all organizations that run in real time. */
  readonly organizationId: Id<'organization'> | null
}

/** One batch of those whose customer is to be notified now. */
export async function listExpiringCards(
  db: Kysely<Tables>,
  { now, organizationId }: Reach,
): Promise<ExpiringCard[]> {
  const horizon = new Date(now.getTime() + noticeDays * dayMilliseconds)
  const month = sql`(${horizon.getUTCFullYear()}, ${horizon.getUTCMonth() + 1})`
  const inReach =
    organizationId === null
      ? sql`not exists (select from frozen_clock o
                         where o.organization_id = m.organization_id)`
      : sql`m.organization_id = ${organizationId}`
  const { rows } = await sql<ExpiringCard>`
    select ${cardColumns}
      from ${expiringAtCharge}
      join product_summary p on p.organization_id = s.organization_id and p.id = s.product_id
     where ${inReach} and m.deleted_at is null and (m.exp_year, m.exp_month) < ${month}
       and s.current_period_end > ${now} and s.current_period_end <= ${horizon}
       and not ${wasNotified}
     order by s.current_period_end, s.id
     limit ${expiringCardsMax}`.execute(db)
  return rows
}

/** When the next customer of an organization with a stopped clock is to be notified. */
export async function findNextExpiry(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Date | null> {
  const { rows } = await sql<{ next: Date | null }>`
    select min(${noticeAt}) as next
      from ${expiringAtCharge}
      join frozen_clock o on o.organization_id = m.organization_id
     where m.organization_id = ${organizationId} and m.deleted_at is null
       and m.exp_year is not null and ${noticeAt} > o.frozen_at and not ${wasNotified}`.execute(db)
  return rows[0]?.next ?? null
}

interface RenewalQuery extends Listing<'renews_at'> {
  readonly now: Date
  readonly until: Date
}

/** Of one organization, those that renew by then, whether or not their customer was notified. */
export async function listCardsToRenew(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { now, until, page, limit, sorting }: RenewalQuery,
): Promise<Page<ExpiringCard>> {
  const direction = sorting[0]?.descending === true ? sql`desc` : sql`asc`
  const renewing = sql`
      from ${expiringAtCharge}
      join product_summary p on p.organization_id = s.organization_id and p.id = s.product_id
     where m.organization_id = ${organizationId} and m.deleted_at is null and m.exp_year is not null
       and s.current_period_end > ${now} and s.current_period_end <= ${until}`
  const { rows } = await sql<ExpiringCard>`
    select ${cardColumns} ${renewing}
     order by s.current_period_end ${direction}, s.id ${direction}
     limit ${limit} offset ${(page - 1) * limit}`.execute(db)
  const total = await sql<{ total: number }>`select count(*) as total ${renewing}`.execute(db)
  return { rows, total: total.rows[0]?.total ?? 0 }
}
