import type { Id, MinorUnits } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { isOfOneOf } from '../../../platform/database/of-organization.ts'
import { watched } from '../../../platform/due/watched.ts'
import type { LoggedState } from '../rules/movement-history.ts'
import { readLogged } from './logged-state.ts'

export interface CustomerKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** Only a migration has made this work, so nothing notes it, and a recount finds it. */
export const historiesToDerive = watched({
  kind: 'subscriptions.backfill_movements',
  leaseMilliseconds: 10 * 60_000,
  table: sql`movement_backfill`,
  isWatched: sql`true`,
  againMilliseconds: 0,
  isPatient: true,
})

interface Some {
  readonly organizationIds: readonly Id<'organization'>[]
  readonly limit: number
}

export const listWithoutHistory = (
  db: Kysely<Tables>,
  { organizationIds, limit }: Some,
): Promise<CustomerKey[]> =>
  db
    .selectFrom('movementBackfill')
    .selectAll()
    .where(isOfOneOf('organization_id', organizationIds))
    .orderBy('organizationId')
    .orderBy('customerId')
    .limit(limit)
    .execute()

/** Whether it was still there; another process that wants it too waits for the transaction. */
export async function takeCustomer(
  tx: Transaction<Tables>,
  { organizationId, customerId }: CustomerKey,
): Promise<boolean> {
  const taken = await tx
    .deleteFrom('movementBackfill')
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .returning('customerId')
    .executeTakeFirst()
  return taken !== undefined
}

export interface HistoricState extends LoggedState {
  readonly subscriptionId: Id<'subscription'>
}

/** What events say of the customer’s subscriptions before their first movement, oldest first. */
export async function findStates(
  tx: Transaction<Tables>,
  { organizationId, customerId }: CustomerKey,
): Promise<HistoricState[]> {
  // Two statements, because a cluster has the log of events on its coordinator.
  const { rows: subscriptions } = await sql<FirstMovement>`
    select s.id, min(m.version) as version
      from subscription s
      left join subscription_movement m
        on m.organization_id = ${organizationId} and m.subscription_id = s.id
     where s.organization_id = ${organizationId} and s.customer_id = ${customerId}
     group by s.id`.execute(tx)
  const { rows } = await sql<Omit<HistoricState, 'state'> & { readonly payload: unknown }>`
    select distinct on (e.sequence_first) s.id as "subscriptionId", e.object_version as version,
           e.organization_time as "occurredAt", e.payload
      from unnest(${subscriptions.map(({ id }) => id)}::uuid[],
                  ${subscriptions.map(({ version }) => version)}::bigint[]) s (id, first_version)
     cross join lateral (
       select l.object_version, l.organization_time, l.payload,
              min(l.sequence) over (partition by l.object_version) as sequence_first
         from event_log l
        where l.organization_id = ${organizationId} and l.object_id = s.id::text
          and l.object_type = 'subscription') e
     where e.object_version < coalesce(s.first_version, e.object_version + 1)
     order by e.sequence_first`.execute(tx)
  return rows.map(({ payload, ...row }) => ({ ...row, state: readLogged(payload) }))
}

interface FirstMovement {
  readonly id: Id<'subscription'>
  /** Of the subscription; null without a movement. */
  readonly version: number | null
}

/** The amounts of prices that buyers chose for subscriptions of a customer. */
export async function findChosenAmounts(
  tx: Transaction<Tables>,
  { organizationId, customerId }: CustomerKey,
): Promise<readonly { readonly id: Id<'productPrice'>; readonly amount: MinorUnits }[]> {
  return tx
    .selectFrom('subscriptionPrice as price')
    .innerJoin('subscription as own', (join) =>
      join
        .onRef('own.organizationId', '=', 'price.organizationId')
        .onRef('own.id', '=', 'price.subscriptionId'),
    )
    .select(['price.productPriceId as id', 'price.amount'])
    .where('own.organizationId', '=', organizationId)
    .where('own.customerId', '=', customerId)
    .where('price.kind', '=', 'custom')
    .execute()
}
