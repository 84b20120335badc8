import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

export interface Creator {
  readonly role: string
  /** What an operator allows this user; null where they have the limit that everybody has. */
  readonly organizationsMax: number | null
}

/**
 * Locks the user until the transaction ends, so that the memberships counted next stay as they
 * are: of several creations at once each counts what the one before has made.
 */
export async function lockCreator(
  tx: Transaction<Tables>,
  userId: Id<'user'>,
): Promise<Creator | undefined> {
  const { rows } = await sql<Creator>`
    select u.role, a.organizations_max
      from users u left join organization_allowance a on a.user_id = u.id
     where u.id = ${userId}
       for no key update of u`.execute(tx)
  return rows[0]
}

export async function countMembershipsOf(
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

/** Null where the user has the limit that everybody has. */
export async function findAllowance(
  db: Kysely<Tables>,
  userId: Id<'user'>,
): Promise<number | null> {
  const row = await db
    .selectFrom('organizationAllowance')
    .select('organizationsMax')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return row?.organizationsMax ?? null
}

/** Null takes the user's own limit away. */
export async function saveAllowance(
  tx: Transaction<Tables>,
  userId: Id<'user'>,
  organizationsMax: number | null,
): Promise<void> {
  if (organizationsMax === null) {
    await tx.deleteFrom('organizationAllowance').where('userId', '=', userId).execute()
    return
  }
  await tx
    .insertInto('organizationAllowance')
    .values({ userId, organizationsMax })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ organizationsMax }))
    .execute()
}
