import type { QueryOf } from '@guildhall/contract/operation'
import type { Id } from '@guildhall/contract/primitives'
import type { listCustomerMeters as contract } from '@guildhall/contract/usage/customer-meters'
import { type Kysely, sql, type Transaction } from 'kysely'
import { type AsJson, dateOrNull } from '../../../platform/database/as-json.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { containing, listPage, type Page } from '../../../platform/database/listing.ts'
import { isOfOrganization } from '../../../platform/database/of-organization.ts'
import {
  type CustomerMeterQuantityRow,
  customerMeterQuantity,
} from '../views/customer-meter-quantity.ts'

export type CustomerMeterRow = Omit<CustomerMeterQuantityRow, 'meterName'>

/** Of one customer. */
export type CountedUsage = Omit<CustomerMeterRow, 'organizationId' | 'customerId'>

const customerMetersIn = (db: Kysely<Tables>, organizationIds: readonly Id<'organization'>[]) =>
  db.selectFrom(customerMeterQuantity(organizationIds).as('quantity')).selectAll()

export const findCustomerMeterIn = (
  db: Kysely<Tables>,
  organizationIds: readonly Id<'organization'>[],
  id: Id<'customerMeter'>,
): Promise<CustomerMeterRow | undefined> =>
  customerMetersIn(db, organizationIds).where('id', '=', id).executeTakeFirst()

export interface CustomerMeterFilters extends Omit<QueryOf<typeof contract>, 'organizationId'> {
  /** Any part of the meter’s name. */
  readonly query?: string | undefined
}

export function listCustomerMeters(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  { customerId, externalCustomerId, meterId, query, ...listing }: CustomerMeterFilters,
): Promise<Page<CustomerMeterRow>> {
  const matching = customerMetersIn(db, [organizationId])
    .$if(customerId !== undefined, (of) => of.where('customerId', 'in', customerId ?? []))
    .$if(meterId !== undefined, (of) => of.where('meterId', 'in', meterId ?? []))
    .$if(query !== undefined, (of) => of.where('meterName', 'ilike', containing(query ?? '')))
    .$if(externalCustomerId !== undefined, (of) =>
      of.where(hasExternalId(organizationId, externalCustomerId ?? [])),
    )
  return listPage(db, matching, listing, {
    columns: {
      created_at: 'createdAt',
      modified_at: 'modifiedAt',
      customer_id: 'customerId',
      customer_name: customerName(organizationId),
      meter_id: 'meterId',
      meter_name: sql<string>`lower(meter_name)`,
      consumed_units: consumed,
      credited_units: 'creditedUnits',
      balance: 'balance',
    },
    id: 'id',
  })
}

/** As the rule `valueOf` says, which presents it. */
const consumed = sql<string>`metered_value(aggregation_func, event_count, sum, max, min)`

const customerName = (organizationId: Id<'organization'>) => sql<string>`(
  select lower(coalesce(c.name, c.email)) from customer_contact c
   where c.organization_id = ${organizationId} and c.id = quantity.customer_id)`

const hasExternalId = (organizationId: Id<'organization'>, externalIds: readonly string[]) =>
  sql<boolean>`
  exists (select from customer_reference c
           where c.organization_id = ${organizationId} and c.id = quantity.customer_id
             and c.external_id = any(${externalIds}::text[]))`

/** A column for statements that read customers: whether meters count anything of them. */
export const isMetered = (organizationIds: readonly Id<'organization'>[]) => sql<boolean>`
  exists (select from customer_meter m
           where ${isOfOrganization({ alias: 'm', row: 'customer', organizationIds })}
             and m.customer_id = customer.id)`

type CountedUsageAsJson = readonly AsJson<CountedUsage>[]

/** The same: what meters counted of them, as JSON. */
export const countedUsage = (
  organizationIds: readonly Id<'organization'>[],
) => sql<CountedUsageAsJson>`(
  select coalesce(json_agg(shown), '[]') from (
    select q.id, q.meter_id as "meterId", q.created_at as "createdAt", q.modified_at as "modifiedAt",
           q.aggregation_func as "aggregationFunc", q.event_count as "eventCount",
           q.sum::text, q.max::text, q.min::text,
           q.credited_units::text as "creditedUnits", q.balance::text
      from ${customerMeterQuantity(organizationIds)} q
     where ${isOfOrganization({ alias: 'q', row: 'customer', organizationIds })}
       and q.customer_id = customer.id
     order by q.created_at, q.id) shown)`

/** The same of those of whom they count nothing. */
export const nothingCounted = sql<CountedUsageAsJson>`json_build_array()`

export const countedUsageOf = (row: AsJson<CountedUsage>): CountedUsage => ({
  ...row,
  createdAt: new Date(row.createdAt),
  modifiedAt: dateOrNull(row.modifiedAt),
})

interface CustomerMeterKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
  readonly meterId: Id<'meter'>
}

/** Lists meters with customers who haven’t used anything yet. In the order of their keys. */
export async function knowCustomerMeters(
  tx: Transaction<Tables>,
  keys: readonly CustomerMeterKey[],
): Promise<void> {
  const rows = keys.map(({ organizationId, customerId, meterId }) => ({
    organizationId,
    customerId,
    meterId,
  }))
  await sql`
    insert into customer_meter (organization_id, id, customer_id, meter_id, created_at)
    select k.organization_id, gen_random_uuid(), k.customer_id, k.meter_id, statement_timestamp()
      from jsonb_to_recordset(${jsonRows(rows)}::jsonb)
             as k (organization_id uuid, customer_id uuid, meter_id uuid)
     order by k.organization_id, k.customer_id, k.meter_id
        on conflict (organization_id, customer_id, meter_id) do nothing`.execute(tx)
}
