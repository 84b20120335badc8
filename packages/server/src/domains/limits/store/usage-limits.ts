import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, type Selectable, sql, type Transaction } from 'kysely'
import type { Tables, UsageLimitTable } from '../../../platform/database/db-types.gen.ts'
import { jsonRows } from '../../../platform/database/json-rows.ts'
import { type Listing, listPage, type Page } from '../../../platform/database/listing.ts'
import { isOfOrganization, organizationsOf } from '../../../platform/database/of-organization.ts'
import type { CustomerKey } from './locks.ts'

export type UsageLimitRow = Selectable<UsageLimitTable>

export async function findLimitsOf(
  db: Kysely<Tables>,
  customers: readonly CustomerKey[],
): Promise<readonly UsageLimitRow[]> {
  const organizationIds = organizationsOf(customers)
  const { rows } = await sql<UsageLimitRow>`
    select l.*
      from unnest(${customers.map(({ organizationId }) => organizationId)}::uuid[],
                  ${customers.map(({ customerId }) => customerId)}::uuid[])
             as c (organization_id, customer_id)
      join usage_limit l on ${isOfOrganization({ alias: 'l', row: 'c', organizationIds })}
       and l.customer_id = c.customer_id`.execute(db)
  return rows
}

export const listLimits = (
  db: Kysely<Tables>,
  { organizationId, customerId }: CustomerKey,
  listing: Listing<'created_at'>,
): Promise<Page<UsageLimitRow>> =>
  listPage(
    db,
    db
      .selectFrom('usageLimit')
      .selectAll()
      .where('organizationId', '=', organizationId)
      .where('customerId', '=', customerId),
    listing,
    { columns: { created_at: 'createdAt' }, id: 'id' },
  )

type LimitKey = Pick<UsageLimitRow, 'organizationId' | 'id'>

/** Replaces the setter’s limit of the same meter or subscription. */
export async function saveLimit(
  tx: Transaction<Tables>,
  limit: UsageLimitRow,
): Promise<UsageLimitRow> {
  const target = limit.meterId === null ? 'subscription_id' : 'customer_id, meter_id'
  const { rows } = await sql<UsageLimitRow>`
    insert into usage_limit as l
    select * from jsonb_populate_recordset(null::usage_limit, ${jsonRows([{ ...limit }])}::jsonb)
        on conflict (organization_id, ${sql.raw(target)}, set_by) do update
       set units = excluded.units, amount = excluded.amount, is_hard = excluded.is_hard,
           thresholds = excluded.thresholds, modified_at = excluded.created_at,
           version = l.version + 1
    returning *`.execute(tx)
  const [saved] = rows
  if (saved === undefined) throw new Error('an upsert returns its row')
  await forgetAlerts(tx, saved)
  return saved
}

/** What was announced of a limit isn’t true of another one. */
const forgetAlerts = (tx: Transaction<Tables>, { organizationId, id }: LimitKey) =>
  tx
    .deleteFrom('usageAlert')
    .where('organizationId', '=', organizationId)
    .where('usageLimitId', '=', id)
    .execute()

export const findLimit = (
  db: Kysely<Tables>,
  { organizationId, customerId }: CustomerKey,
  id: Id<'usageLimit'>,
): Promise<UsageLimitRow | undefined> =>
  db
    .selectFrom('usageLimit')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('id', '=', id)
    .executeTakeFirst()

export async function deleteLimit(
  tx: Transaction<Tables>,
  { organizationId, id }: LimitKey,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('usageLimit')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
