import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'

/** The roles of those who can act as operators, by their ids. */
export type Operators = ReadonlyMap<Id<'user'>, string>

/**
 * Locks all operators who can act, in one order. Whoever acts on other users, or takes an operator
 * away, holds this lock before that of any user: of two who do it to each other at once, the
 * second finds out here that it isn't an operator any more.
 */
export async function lockOperators(tx: Transaction<Tables>, now: Date): Promise<Operators> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'role'])
    // As the index `users_operators` has it.
    .where(sql<boolean>`role ~ 'admin'`)
    .where((where) => where.or([where('banned', 'is not', true), where('banExpires', '<=', now)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ id, role }) => [id, role]))
}

/** Ends the sessions in which an operator acts as somebody else. */
export async function deleteImpersonationsBy(
  tx: Transaction<Tables>,
  operatorId: Id<'user'>,
): Promise<void> {
  await tx.deleteFrom('session').where('impersonatedBy', '=', operatorId).execute()
}

/** Ends the sessions in which operators act as this user. */
export async function deleteImpersonationsOf(
  tx: Transaction<Tables>,
  userId: Id<'user'>,
): Promise<void> {
  await tx
    .deleteFrom('session')
    .where('userId', '=', userId)
    .where('impersonatedBy', 'is not', null)
    .execute()
}

/** Whose going leaves a fresh server behind: its next first user is its operator. */
export async function isOnlyUser(tx: Transaction<Tables>, userId: Id<'user'>): Promise<boolean> {
  const others = tx.selectFrom('users').select('id').where('id', '<>', userId)
  return (await others.limit(1).executeTakeFirst()) === undefined
}
