import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

// Locks until the transaction ends, in the order in which a transaction takes them. Where there may
// be many, they share a bounded number, because the memory of PostgreSQL for locks is bounded.

export interface ExternalCustomer {
  readonly organizationId: Id<'organization'>
  readonly externalCustomerId: string
}

/** Nobody gets one of these external ids. */
export const holdExternalIds = async (
  tx: Transaction<Tables>,
  unknown: readonly ExternalCustomer[],
): Promise<void> =>
  void (await sql`
    select pg_advisory_xact_lock_shared(${externalIds}, lock)
      from (select distinct ${bucketOf('organization_id', 'external_id')} as lock
              from unnest(${unknown.map(({ organizationId }) => organizationId)}::uuid[],
                          ${unknown.map((one) => one.externalCustomerId)}::text[])
                as unknown (organization_id, external_id)
             order by 1) as locks`.execute(tx))

/** Waits for events of this external id that are being ingested, and keeps others waiting. */
export const takeExternalId = async (
  tx: Transaction<Tables>,
  { organizationId, externalCustomerId }: ExternalCustomer,
): Promise<void> =>
  void (await sql`
    select pg_advisory_xact_lock(${externalIds}, ${bucketOf('organization_id', 'external_id')})
      from (select ${organizationId}::uuid as organization_id,
                   ${externalCustomerId}::text as external_id) as taken`.execute(tx))

/** These organizations’ meters count what they count now. */
export const holdDefinitions = async (
  tx: Transaction<Tables>,
  organizationIds: readonly Id<'organization'>[],
): Promise<void> =>
  void (await sql`
    select pg_advisory_xact_lock_shared(${definitions}, lock)
      from (select distinct hashtext(id::text) as lock
              from unnest(${organizationIds}::uuid[]) as id
             order by 1) as locks`.execute(tx))

/** Waits for events that are being counted, and keeps others waiting. */
export const takeDefinitions = async (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<void> =>
  void (await sql`
    select pg_advisory_xact_lock(${definitions}, hashtext(${organizationId}::uuid::text))`.execute(
    tx,
  ))

export interface CustomerKey {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

/** The periods of these customers stay as they are. */
export const holdPeriods = async (
  tx: Transaction<Tables>,
  customers: readonly CustomerKey[],
): Promise<void> =>
  void (await sql`
    select pg_advisory_xact_lock_shared(${periods}, lock) ${bucketsOf(customers)}`.execute(tx))

/**
 * Nobody else changes unique values of these customers. A statement locks values before it locks
 * periods, which one after it in the same transaction may do the other way round.
 */
export const takeValues = async (
  tx: Transaction<Tables>,
  customers: readonly CustomerKey[],
): Promise<void> =>
  void (await sql`
    select pg_advisory_xact_lock(${values}, lock) ${bucketsOf(customers)}`.execute(tx))

/** Waits for events of these customers that are being counted, and keeps others waiting. */
export const takePeriods = async (
  tx: Transaction<Tables>,
  customers: readonly CustomerKey[],
): Promise<void> =>
  void (await sql`
    select pg_advisory_xact_lock(${periods}, lock) ${bucketsOf(customers)}`.execute(tx))

/** Of no table: in a cluster the node of the rows would take the locks. */
const bucketsOf = (customers: readonly CustomerKey[]) => sql`
      from (select distinct ${bucketOf('organization_id', 'customer_id')} as lock
              from unnest(${customers.map(({ organizationId }) => organizationId)}::uuid[],
                          ${customers.map(({ customerId }) => customerId)}::uuid[])
                as whose (organization_id, customer_id)
             order by 1) as locks`

const externalIds = sql.raw(`hashtext('usage.external_customer')`)
const definitions = sql.raw(`hashtext('usage.meters')`)
const periods = sql.raw(`hashtext('usage.periods')`)
const values = sql.raw(`hashtext('usage.values')`)

const bucketOf = (organizationId: string, key: string) =>
  sql.raw(`abs(hashtext(${organizationId}::text || ${key}::text) % 1024)`)
