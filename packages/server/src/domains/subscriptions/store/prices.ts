import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import { columnsOfPrice, type PriceColumns } from '../../../kernel/stored-price.ts'
import type { SubscriptionPriceTable, Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { isOfOrganization } from '../../../platform/database/of-organization.ts'
import { coveredUsage } from '../../credits/views/covered-usage.ts'
import type { SubscriptionPrice } from '../rules/facts.ts'
import {
  anyOf,
  type JsonRows,
  type SubscriptionBatch,
  type SubscriptionReference,
} from './subscriptions.ts'

type OrganizationId = Id<'organization'>

export type SubscriptionPriceRow = Selectable<SubscriptionPriceTable> & {
  /** Since it was last billed; null where nothing was used, and for a price that isn’t metered. */
  readonly consumedUnits: string | null
  /** By credits. */
  readonly coveredUnits: string | null
  readonly meterName: string | null
  readonly periodStart: Date
  readonly periodEnd: Date
  /** Since when its usage is counted. */
  readonly usedSince: Date | null
  readonly chargedBefore: string | null
  /** What was billed of it before the period is over; null where nothing was. */
  readonly billedConsumedUnits: string | null
  readonly billedCreditedUnits: string | null
  readonly billedAmount: MinorUnits | null
  /** Of its subscription. */
  readonly hasSettledUsage: boolean
}

/** With their usage, in the order in which they are shown. */
export const findSubscriptionPrices = (
  db: Kysely<Tables>,
  { organizationId, ids }: SubscriptionBatch,
): Promise<SubscriptionPriceRow[]> =>
  db
    .selectFrom('subscriptionPrice as price')
    .innerJoin('subscription', (join) =>
      join
        .onRef('subscription.organizationId', '=', 'price.organizationId')
        .onRef('subscription.id', '=', 'price.subscriptionId'),
    )
    .leftJoin('meteredUsage as used', (join) =>
      join
        .onRef('used.organizationId', '=', 'price.organizationId')
        .onRef('used.customerId', '=', 'subscription.customerId')
        .onRef('used.meterId', '=', 'price.meterId')
        .onRef('used.subscriptionId', '=', 'price.subscriptionId')
        .on('used.isOpen', '=', true),
    )
    .leftJoin(coveredUsage([organizationId]).as('covered'), (join) =>
      join
        .onRef('covered.organizationId', '=', 'used.organizationId')
        .onRef('covered.customerId', '=', 'used.customerId')
        .onRef('covered.meterId', '=', 'used.meterId')
        .onRef('covered.subscriptionId', '=', 'used.subscriptionId')
        .onRef('covered.startsAt', '=', 'used.startsAt'),
    )
    .leftJoin('settledUsage as billed', (join) =>
      join
        .onRef('billed.organizationId', '=', 'used.organizationId')
        .onRef('billed.subscriptionId', '=', 'used.subscriptionId')
        .onRef('billed.meterId', '=', 'used.meterId')
        .onRef('billed.startsAt', '=', 'used.startsAt')
        .on('billed.isOpen', '=', true),
    )
    .leftJoin('meterLabel as meter', (join) =>
      join
        .onRef('meter.organizationId', '=', 'price.organizationId')
        .onRef('meter.id', '=', 'price.meterId'),
    )
    .selectAll('price')
    .select(['used.consumedUnits', 'covered.coveredUnits', 'meter.name as meterName'])
    .select(['used.startsAt as usedSince'])
    .select(['subscription.currentPeriodStart as periodStart'])
    .select(['subscription.currentPeriodEnd as periodEnd'])
    .select(['billed.consumedUnits as billedConsumedUnits'])
    .select(['billed.creditedUnits as billedCreditedUnits', 'billed.amount as billedAmount'])
    .select([hasSettledUsage(organizationId), chargedBefore(organizationId)])
    .where('price.organizationId', '=', organizationId)
    .where('price.subscriptionId', '=', anyOf(ids))
    .orderBy('price.subscriptionId')
    .orderBy('price.position')
    .execute()

const hasSettledUsage = (organizationId: OrganizationId) =>
  sql<boolean>`exists (
  select from settled_usage s
   where s.organization_id = ${organizationId} and s.subscription_id = price.subscription_id)`.as(
    'hasSettledUsage',
  )

/**
 * Units that were charged before in the same billing period, or in one that ended where this one
 * began because its length was changed: packages and tiers go on after them.
 */
export const chargedBeforeOf = (
  price: string,
  start: string,
  organizationIds: readonly OrganizationId[],
) => sql`(
  select case when s.is_cut and s.ends_at >= ${sql.ref(start)}
              then s.charged_units + coalesce((s.price ->> 'chargedBefore')::numeric, 0)
              else 0 end::text
    from settled_usage s
   where ${isOfOrganization({ alias: 's', row: price, organizationIds })}
     and s.subscription_id = ${sql.ref(`${price}.subscription_id`)}
     and s.meter_id = ${sql.ref(`${price}.meter_id`)} and not s.is_open
   order by s.starts_at desc limit 1)`

const chargedBefore = (organizationId: OrganizationId) =>
  sql<
    string | null
  >`${chargedBeforeOf('price', 'subscription.current_period_start', [organizationId])}`.as(
    'chargedBefore',
  )

type PriceLink = Pick<Selectable<SubscriptionPriceTable>, 'subscriptionId' | 'productPriceId'>

/** Which prices of the catalog each subscription has, in the order in which they are shown. */
export const findPriceLinks = (
  db: Kysely<Tables>,
  { organizationId, ids }: SubscriptionBatch,
): Promise<PriceLink[]> =>
  db
    .selectFrom('subscriptionPrice')
    .select(['subscriptionId', 'productPriceId'])
    .where('organizationId', '=', organizationId)
    .where('subscriptionId', '=', anyOf(ids))
    .orderBy('subscriptionId')
    .orderBy('position')
    .execute()

export const priceColumns = (
  owner: SubscriptionReference,
  prices: readonly SubscriptionPrice[],
): JsonRows<Selectable<SubscriptionPriceTable>> =>
  prices.map(({ usage: _usage, meterName: _meterName, metered, ...price }, position) => ({
    ...owner,
    ...price,
    position,
    ...(metered === null ? noPrice : columnsOfPrice(metered)),
  }))

const noPrice: PriceColumns = { unitAmount: null, capAmount: null, meteredPrice: null }

/** Replaces the prices of these subscriptions. */
export async function savePrices(
  tx: Transaction<Tables>,
  { organizationId, ids }: SubscriptionBatch,
  prices: JsonRows<Selectable<SubscriptionPriceTable>>,
): Promise<void> {
  if (ids.length === 0) return
  const values = jsonRows(prices)
  await sql`
    with desired as (
      select * from jsonb_populate_recordset(null::subscription_price, ${values}::jsonb)
    ), deleted as (
      delete from subscription_price p
       where p.organization_id = ${organizationId}
         and p.subscription_id = any(${ids}::uuid[])
         and not exists (select from desired d where d.subscription_id = p.subscription_id
                                                and d.product_price_id = p.product_price_id)
    )
    insert into subscription_price
    select * from desired
        on conflict (organization_id, subscription_id, product_price_id) do update
       set position = excluded.position, amount = excluded.amount,
           discount_amount = excluded.discount_amount, quantity = excluded.quantity`.execute(tx)
}
