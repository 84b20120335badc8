import type { Id } from '@guildhall/contract/primitives'
import { sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'

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
