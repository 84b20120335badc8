import type { Id } from '@guildhall/contract/primitives'
import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from '../../../../platform/database/db-types.gen.ts'

/** The roles of the operators who can act, by user id. */
export type Operators = ReadonlyMap<Id<'user'>, string>

/**
 * Locks all operators who can act, in one order. Acting on another user, or removing an operator,
 * takes this lock before any user's: of two operators who dismiss each other at the same time, the
 * second learns here that they no longer are one.
 */
export async function lockOperators(tx: Transaction<Tables>, now: Date): Promise<Operators> {
  const rows = await tx
    .selectFrom('users')
    .select(['id', 'role'])
    // Must match the index `users_operators`.
    .where(sql<boolean>`role ~ 'admin'`)
    .where((where) => where.or([where('banned', 'is not', true), where('banExpires', '<=', now)]))
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(rows.map(({ id, role }) => [id, role]))
}

/** Ends the impersonations by an operator. */
export async function deleteImpersonationsBy(
  tx: Transaction<Tables>,
  operatorId: Id<'user'>,
): Promise<void> {
  await tx.deleteFrom('session').where('impersonatedBy', '=', operatorId).execute()
}

/** Ends the impersonations of a user. */
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

/** The only user may leave even as the last operator: the next first user becomes one. */
export async function isOnlyUser(tx: Transaction<Tables>, userId: Id<'user'>): Promise<boolean> {
  const others = tx.selectFrom('users').select('id').where('id', '<>', userId)
  return (await others.limit(1).executeTakeFirst()) === undefined
}

/** Whether nobody has ever been an operator of this server. */
export async function lacksOperator(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql<{ lacks: boolean }>`
    select not exists (select from first_operator)
       and not exists (select from users where role ~ 'admin') as lacks`.execute(db)
  return rows[0]?.lacks === true
}

/** True for one of several parallel claims, and only while there is no operator. */
export async function claimOperator(tx: Transaction<Tables>, userId: Id<'user'>): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into first_operator (user_id)
    select ${userId} where not exists (select from users where role ~ 'admin')
    on conflict do nothing`.execute(tx)
  return numAffectedRows > 0n
}
