import type { Id } from '@guildhall/contract/primitives'
import type { BareSubscription } from '@guildhall/contract/subscriptions/subscription-shapes'
import { type RawBuilder, sql } from 'kysely'
import { type AsJson, dateOrNull } from '../../../platform/database/as-json.ts'
import { isOfOrganization } from '../../../platform/database/of-organization.ts'
import type { SubscriptionRow } from './subscriptions.ts'
import { type MeterUsage, usageColumns, usageOfSubscriptions } from './usage.ts'

type Row = Pick<
  SubscriptionRow,
  (keyof BareSubscription & keyof SubscriptionRow) | 'customFieldData'
>

export interface ActiveSubscriptionRow extends Row {
  readonly usage: readonly MeterUsage[]
}

export type ActiveSubscriptionAsJson = Omit<AsJson<ActiveSubscriptionRow>, 'usage'> & {
  readonly usage: readonly AsJson<MeterUsage>[]
}

type OrganizationIds = readonly Id<'organization'>[]

const isActive = (organizationIds: OrganizationIds) => sql`
           ${isOfOrganization({ alias: 's', row: 'customer', organizationIds })}
       and s.customer_id = customer.id
       and s.status = 'active'`

const isOfSubscription = (organizationIds: OrganizationIds) => sql`
           ${isOfOrganization({ alias: 'm', row: 's', organizationIds })}
       and m.subscription_id = s.id`

/** A column for statements that read customers: whether they have subscriptions with meters. */
export const haveMeters = (organizationIds: OrganizationIds) => sql<boolean>`
  exists (select from subscription s
           where ${isActive(organizationIds)}
             and exists (select from subscription_meter m
                          where ${isOfSubscription(organizationIds)}))`

/**
 * A column for statements that read customers: their subscriptions with status `active`, the oldest
 * first, as JSON. Without usage, which takes much longer to plan than all the rest.
 */
export const activeSubscriptions = (organizationIds: OrganizationIds) =>
  activeWith(sql`json_build_array()`, organizationIds)

/** The same with usage. */
export const activeSubscriptionsWithUsage = (organizationIds: OrganizationIds) =>
  activeWith(
    sql`(
      select coalesce(json_agg(used), '[]') from (
        select ${usageColumns(organizationIds)}
          from ${usageOfSubscriptions(organizationIds)}
         where ${isOfSubscription(organizationIds)}
         order by m.created_at, m.id) used)`,
    organizationIds,
  )

const activeWith = (usage: RawBuilder<unknown>, organizationIds: OrganizationIds) => sql<
  readonly ActiveSubscriptionAsJson[]
>`(
  select coalesce(json_agg(shown), '[]') from (
    select s.created_at as "createdAt", s.modified_at as "modifiedAt", s.id, s.amount, s.currency,
           s.recurring_interval as "recurringInterval", s.status,
           s.current_period_start as "currentPeriodStart",
           s.current_period_end as "currentPeriodEnd", s.trial_end as "trialEnd",
           s.cancel_at_period_end as "cancelAtPeriodEnd", s.canceled_at as "canceledAt",
           s.started_at as "startedAt", s.ends_at as "endsAt", s.ended_at as "endedAt",
           s.customer_id as "customerId", s.product_id as "productId",
           s.discount_id as "discountId", s.checkout_id as "checkoutId",
           s.customer_cancellation_reason as "customerCancellationReason",
           s.customer_cancellation_comment as "customerCancellationComment", s.metadata,
           s.custom_field_data as "customFieldData",
           ${usage} as usage
      from subscription s
     where ${isActive(organizationIds)}
     order by s.created_at, s.id) shown)`

export const activeSubscriptionOf = (row: ActiveSubscriptionAsJson): ActiveSubscriptionRow => ({
  ...row,
  createdAt: new Date(row.createdAt),
  modifiedAt: dateOrNull(row.modifiedAt),
  currentPeriodStart: new Date(row.currentPeriodStart),
  currentPeriodEnd: new Date(row.currentPeriodEnd),
  trialEnd: dateOrNull(row.trialEnd),
  canceledAt: dateOrNull(row.canceledAt),
  startedAt: dateOrNull(row.startedAt),
  endsAt: dateOrNull(row.endsAt),
  endedAt: dateOrNull(row.endedAt),
  usage: row.usage.map((used) => ({
    ...used,
    createdAt: new Date(used.createdAt),
    modifiedAt: dateOrNull(used.modifiedAt),
    usedSince: dateOrNull(used.usedSince),
    periodStart: new Date(used.periodStart),
    periodEnd: new Date(used.periodEnd),
  })),
})
