import type { Id } from '@guildhall/contract/primitives'
import { type RawBuilder, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Adoption } from './adoptions.ts'
import { countedAt, customerOfEvent, eventAlias } from './events.ts'
import { addContributions } from './usage-periods.ts'
import { isValid } from './voids.ts'
import { anyOf, conditionsOf } from './whom.ts'

/** A meter as statements about events read it. */
export interface CompiledMeter {
  readonly organizationId: Id<'organization'>
  readonly id: Id<'meter'>
  readonly countsFrom: Date
  readonly matches: RawBuilder<boolean>
  /** Null where the event has none. */
  readonly quantity: RawBuilder<string | null>
  /** Null where no unique values are counted. */
  readonly value: RawBuilder<unknown> | null
}

/** Adds to balances what a meter counts of all events since it counts. */
export const countAllEvents = (tx: Transaction<Tables>, meter: CompiledMeter): Promise<void> =>
  countEvents(tx, [meter], {
    customer: customerOfEvent([meter.organizationId]),
    countedAt: countedAt([meter.organizationId]),
    among: sql`true`,
  })

/** Adds to a customer’s balances what meters count of the events that they adopt. */
export const countAdoptedEvents = (
  tx: Transaction<Tables>,
  meters: readonly CompiledMeter[],
  { customerId, externalCustomerId, after, upTo }: Adoption & { customerId: Id<'customer'> },
): Promise<void> =>
  countEvents(tx, meters, {
    customer: sql`${customerId}::uuid`,
    countedAt: sql`'infinity'::timestamptz`,
    among: sql`customer_id is null and external_customer_id = ${externalCustomerId}
      and ingested_at > ${after}::timestamptz and ingested_at <= ${upTo}::timestamptz`,
  })

/** Counts a customer’s events anew. */
export async function recountCustomer(
  tx: Transaction<Tables>,
  meter: CompiledMeter,
  customerId: Id<'customer'>,
): Promise<void> {
  await forgetCounted(tx, meter, customerId)
  const { organizationId } = meter
  const conditions = await conditionsOf(tx, organizationId, { customerId: [customerId] })
  await countEvents(tx, [meter], {
    customer: sql`${customerId}::uuid`,
    countedAt: countedAt([organizationId]),
    among: anyOf(conditions ?? []),
  })
}

interface Counted {
  /** Whose an event is; null for nobody’s. */
  readonly customer: RawBuilder<unknown>
  readonly countedAt: RawBuilder<unknown>
  readonly among: RawBuilder<unknown>
}

/** A statement for each meter, whose text depends on its filter. */
async function countEvents(
  tx: Transaction<Tables>,
  meters: readonly CompiledMeter[],
  { customer, countedAt: at, among }: Counted,
): Promise<void> {
  for (const meter of meters) {
    const { organizationId } = meter
    const added = { organizationIds: [organizationId], haveValues: meter.value !== null }
    await sql`
      with contribution as (
        select organization_id, ${customer} as customer_id, ${meter.id}::uuid as meter_id,
               subscription_id, entity, "timestamp", ${at} as counted_at,
               ${meter.quantity} as quantity, ${meter.value ?? sql`null::jsonb`} as value
          from usage_event
         where organization_id = ${organizationId} and "timestamp" >= ${meter.countsFrom}
           and ${among} and ${meter.matches}
           and ${meter.quantity} is not null and ${customer} is not null
           and ${isValid(eventAlias, organizationId)}
      ), ${addContributions(added)}
      select`.execute(tx)
  }
}

/**
 * Of a customer, or of all: what a meter counted is to be counted anew, except for what events that
 * were removed had counted.
 */
export const forgetCounted = async (
  tx: Transaction<Tables>,
  { organizationId, id }: Pick<CompiledMeter, 'organizationId' | 'id'>,
  customerId: Id<'customer'> | null = null,
): Promise<void> => {
  await tx
    .deleteFrom('usageValue')
    .where('organizationId', '=', organizationId)
    .where('meterId', '=', id)
    .where('removedCount', '=', 0)
    .$if(customerId !== null, (of) => of.where('customerId', '=', customerId))
    .execute()
  await tx
    .updateTable('usageValue')
    .set((of) => ({ eventCount: of.ref('removedCount') }))
    .where('organizationId', '=', organizationId)
    .where('meterId', '=', id)
    .$if(customerId !== null, (of) => of.where('customerId', '=', customerId))
    .execute()
  await sql`
    update usage_period p
       set event_count = removed_count, sum = removed_sum, max = removed_max, min = removed_min,
           last_timestamp = null
      from (select customer_id, subscription_id, entity, starts_at from usage_period
             where organization_id = ${organizationId} and meter_id = ${id}
               and (${customerId}::uuid is null or customer_id = ${customerId})
             order by customer_id, subscription_id, entity, starts_at for update) l
     where p.organization_id = ${organizationId} and p.meter_id = ${id}
       and p.customer_id = l.customer_id and p.subscription_id = l.subscription_id
       and p.entity = l.entity and p.starts_at = l.starts_at`.execute(tx)
}
