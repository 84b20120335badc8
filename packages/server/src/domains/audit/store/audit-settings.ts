import { auditMonthsDefault } from '@guildhall/contract/audit/audit-log'
import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { ErasedCustomer } from '../../../platform/hooks.ts'

export async function findKeptMonths(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<number> {
  const found = await db
    .selectFrom('auditLogSetting')
    .select('keptMonths')
    .where('organizationId', '=', organizationId)
    .executeTakeFirst()
  return found?.keptMonths ?? auditMonthsDefault
}

export async function saveKeptMonths(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  keptMonths: number,
): Promise<void> {
  await db
    .insertInto('auditLogSetting')
    .values({ organizationId, keptMonths })
    .onConflict((conflict) => conflict.column('organizationId').doUpdateSet({ keptMonths }))
    .execute()
}

/** The next organizations in the order of their ids. */
export async function listNextOrganizations(
  db: Kysely<Tables>,
  after: Id<'organization'> | null,
  limit: number,
): Promise<Id<'organization'>[]> {
  const { rows } = await sql<{ id: Id<'organization'> }>`
    select p.id
      from organization_profile p
     where ${after}::uuid is null or p.id > ${after}::uuid
     order by p.id
     limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes expired entries of one organization, `max` at most; answers how many. */
export async function pruneEntries(
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
  max: number,
): Promise<number> {
  const { rows } = await sql<{ pruned: number }>`
    select guildhall_prune_audit_log(${organizationId}, ${max}) as pruned`.execute(db)
  return rows[0]?.pruned ?? 0
}

/** Entries stay, with who did what and when; the values of the customer go. */
export async function eraseEntries(
  db: Kysely<Tables>,
  { organizationId, customerId }: ErasedCustomer,
): Promise<void> {
  await sql`select guildhall_erase_audit_log(${organizationId}, ${customerId})`.execute(db)
}
