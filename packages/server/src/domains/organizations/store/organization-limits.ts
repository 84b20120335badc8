import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

export interface Creator {
  readonly role: string
  /** The limit that an operator set for this user; null for the default. */
  readonly organizationsMax: number | null
}

/**
 * Locks the user until the transaction ends, so that parallel creations are counted one after the
 * other.
 */
export async function lockCreator(
  tx: Transaction<Tables>,
  userId: Id<'user'>,
): Promise<Creator | undefined> {
  const { rows } = await sql<Creator>`
    select u.role, l.organizations_max
      from users u left join organization_limit l on l.user_id = u.id
     where u.id = ${userId}
       for no key update of u`.execute(tx)
  return rows[0]
}

export async function countUserMemberships(
  tx: Transaction<Tables>,
  userId: Id<'user'>,
): Promise<number> {
  const { count } = await tx
    .selectFrom('member')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Null if the user has the default limit. */
export async function findOrganizationLimit(
  db: Kysely<Tables>,
  userId: Id<'user'>,
): Promise<number | null> {
  const row = await db
    .selectFrom('organizationLimit')
    .select('organizationsMax')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.organizationsMax ?? null
}

/** Null removes the user's own limit. */
export async function saveOrganizationLimit(
  tx: Transaction<Tables>,
  userId: Id<'user'>,
  organizationsMax: number | null,
): Promise<void> {
  if (organizationsMax === null) {
    await tx.deleteFrom('organizationLimit').where('userId', '=', userId).execute()
    return
  }
  await tx
    .insertInto('organizationLimit')
    .values({ userId, organizationsMax })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ organizationsMax }))
    .execute()
}
