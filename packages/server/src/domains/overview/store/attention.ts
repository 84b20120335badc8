import type { BenefitType } from '@guildhall/contract/benefits/shapes'
import type { recurringIntervals } from '@guildhall/contract/catalog/prices'
import type { Currency, Id, MinorUnits } from '@guildhall/contract/primitives'
import type { SubscriptionStatus } from '@guildhall/contract/subscriptions/subscription-statuses'
import type { TopUpStopReason } from '@guildhall/contract/topups/top-up-shapes'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { itemsMax, type Part, readPart } from './read-part.ts'

type OrganizationId = Id<'organization'>

export interface CustomerColumns {
  readonly customerId: Id<'customer'>
  readonly customerName: string | null
  readonly customerEmail: string
}

export interface SubscriptionColumns extends CustomerColumns {
  readonly id: Id<'subscription'>
  readonly productId: Id<'product'>
  readonly productName: string
  readonly amount: MinorUnits
  readonly currency: Currency
}

const customerColumns = sql`
  f.customer_id, c.name as customer_name, c.email as customer_email`
const ofCustomer = (organizationId: OrganizationId) => sql`
  join customer_contact c on c.organization_id = ${organizationId} and c.id = f.customer_id`

const subscriptionColumns = sql`
  f.id, ${customerColumns}, f.product_id, p.name as product_name, f.amount, f.currency`
const ofSubscription = (organizationId: OrganizationId) => sql`
  ${ofCustomer(organizationId)}
  join product_summary p on p.organization_id = ${organizationId} and p.id = f.product_id`

export interface OverdueRow extends SubscriptionColumns {
  readonly status: SubscriptionStatus
  readonly pastDueAt: Date | null
  readonly nextAttemptAt: Date | null
}

export const readOverdue = (
  db: Kysely<Tables>,
  organizationId: OrganizationId,
): Promise<Part<OverdueRow>> =>
  readPart(db, {
    organizationId,
    view: sql`overdue_subscription`,
    order: sql`f.past_due_at, f.id`,
    columns: sql`${subscriptionColumns}, f.status, f.past_due_at, f.next_attempt_at`,
    joins: ofSubscription(organizationId),
  })

export interface EndingRow extends SubscriptionColumns {
  readonly recurringInterval: (typeof recurringIntervals)[number]
  readonly endsAt: Date
}

export const readEnding = (
  db: Kysely<Tables>,
  organizationId: OrganizationId,
  until: Date,
): Promise<Part<EndingRow>> =>
  readPart(db, {
    organizationId,
    view: sql`ending_subscription`,
    where: sql`f.ends_at <= ${until}`,
    order: sql`f.ends_at, f.id`,
    columns: sql`${subscriptionColumns}, f.recurring_interval, f.ends_at`,
    joins: ofSubscription(organizationId),
  })

export interface HeldRow extends SubscriptionColumns {
  readonly heldAt: Date
  readonly suspendedAt: Date | null
}

export const readHeld = (
  db: Kysely<Tables>,
  organizationId: OrganizationId,
): Promise<Part<HeldRow>> =>
  readPart(db, {
    organizationId,
    view: sql`held_subscription`,
    order: sql`f.held_at, f.id`,
    columns: sql`${subscriptionColumns}, f.held_at, f.suspended_at`,
    joins: ofSubscription(organizationId),
  })

export interface DisputeRow extends CustomerColumns {
  readonly id: Id<'dispute'>
  readonly totalAmount: MinorUnits
  readonly currency: Currency
  readonly reason: string | null
  readonly evidenceDueBy: Date | null
  readonly processorUrl: string | null
}

export const readDisputes = (
  db: Kysely<Tables>,
  organizationId: OrganizationId,
  now: Date,
): Promise<Part<DisputeRow>> =>
  readPart(db, {
    organizationId,
    view: sql`dispute_to_answer`,
    where: sql`(f.evidence_due_by is null or f.evidence_due_by > ${now})`,
    order: sql`f.evidence_due_by, f.id`,
    columns: sql`f.id, ${customerColumns}, f.total_amount, f.currency, f.reason, f.evidence_due_by,
                 f.processor_url`,
    joins: ofCustomer(organizationId),
  })

export interface UnnumberedRow extends CustomerColumns {
  readonly id: Id<'order'>
  readonly totalAmount: MinorUnits
  readonly currency: Currency
  readonly paidAt: Date
}

export const readUnnumbered = (
  db: Kysely<Tables>,
  organizationId: OrganizationId,
  paidBefore: Date,
): Promise<Part<UnnumberedRow>> =>
  readPart(db, {
    organizationId,
    view: sql`paid_order`,
    where: sql`f.invoice_number is null and f.paid_at < ${paidBefore}`,
    order: sql`f.paid_at, f.id`,
    columns: sql`f.id, ${customerColumns}, f.total_amount, f.currency, f.paid_at`,
    joins: ofCustomer(organizationId),
  })

export interface StoppedRow extends CustomerColumns {
  readonly id: Id<'topUp'>
  readonly stopReason: TopUpStopReason
  readonly stoppedAt: Date
}

/** Those that the seller stopped need nothing. */
export const readStopped = (
  db: Kysely<Tables>,
  organizationId: OrganizationId,
  since: Date,
): Promise<Part<StoppedRow>> =>
  readPart(db, {
    organizationId,
    view: sql`stopped_top_up`,
    where: sql`f.stopped_at >= ${since} and f.stop_reason <> 'seller'`,
    order: sql`f.stopped_at desc, f.id desc`,
    columns: sql`f.id, ${customerColumns}, f.stop_reason, f.stopped_at`,
    joins: ofCustomer(organizationId),
  })

export interface EndpointRow {
  readonly id: Id<'webhookEndpoint'>
  readonly url: string
  readonly name: string | null
  readonly isSuspended: boolean
  readonly failedEvents: number
  readonly failingSince: Date | null
  readonly lastCode: number | null
}

/** Those that members were mailed about: what failed once is retried, and needs nobody. */
export const readEndpoints = (
  db: Kysely<Tables>,
  organizationId: OrganizationId,
): Promise<Part<EndpointRow>> =>
  readPart(db, {
    organizationId,
    view: sql`webhook_endpoint_health`,
    where: sql`(f.disabled_reason = 'failing'
                or (f.disabled_reason is null and f.warned_at is not null))`,
    order: sql`f.disabled_reason, f.failing_since, f.id`,
    columns: sql`f.id, f.url, f.name, f.disabled_reason is not null as is_suspended,
                 f.failed_events, f.failing_since, f.last_code`,
  })

export interface FailedGrantsRow {
  readonly id: Id<'benefit'>
  readonly type: BenefitType
  readonly description: string
  readonly failedCount: number
  readonly message: string | null
}

/** By benefit, because all grants of one usually fail for the same reason. */
export async function readFailedGrants(
  db: Kysely<Tables>,
  organizationId: OrganizationId,
  countedMax: number,
): Promise<Part<FailedGrantsRow>> {
  const { rows } = await sql<FailedGrantsRow & { readonly total: number }>`
    with found as (
      select benefit_id, error_message, error_at from undelivered_grant
       where organization_id = ${organizationId}
       order by benefit_id
       limit ${countedMax})
    select (sum(count(*)) over ())::int as total, b.id, b.type, b.description,
           count(*)::int as failed_count,
           (array_agg(f.error_message order by f.error_at desc nulls last))[1] as message
      from found f
      join benefit_kind b on b.organization_id = ${organizationId} and b.id = f.benefit_id
     group by b.id, b.type, b.description
     order by max(f.error_at) desc nulls last, b.id
     limit ${itemsMax}`.execute(db)
  return { total: rows[0]?.total ?? 0, items: rows }
}
