import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** Until the transaction ends, these organizations’ meters count what they count now. */
export const holdDefinitions = async (
  tx: Transaction<Tables>,
  organizationIds: readonly Id<'organization'>[],
): Promise<void> =>
  void (await sql`
    select pg_advisory_xact_lock_shared(${lockSpace}, lock)
      from (select distinct hashtext(id::text) as lock
              from unnest(${organizationIds}::uuid[]) as id
             order by 1) as locks`.execute(tx))

/** Waits for events that are being counted, and keeps others waiting. */
export const takeDefinitions = async (
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<void> =>
  void (await sql`
    select pg_advisory_xact_lock(${lockSpace}, hashtext(${organizationId}::uuid::text))`.execute(
    tx,
  ))

const lockSpace = sql.raw(`hashtext('usage.meters')`)
