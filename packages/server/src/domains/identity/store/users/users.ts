import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Selectable, Transaction, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Tables, UsersTable } from '../../../../platform/database/db-types.gen.ts'

export type UserRow = Selectable<UsersTable>

type Changes = Omit<Updateable<UsersTable>, 'id' | 'version' | 'createdAt' | 'updatedAt'>
type NewUser = Omit<UserRow, 'version' | 'banned' | 'banReason' | 'banExpires'>

export const findUser = (db: Kysely<Tables>, id: Id<'user'>): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst()

/** The address in lower case. */
export const findUserByEmail = (db: Kysely<Tables>, email: string): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst()

/** The name in lower case. */
export const findUserByUsername = (
  db: Kysely<Tables>,
  username: string,
): Promise<UserRow | undefined> =>
  db.selectFrom('users').selectAll().where('username', '=', username).executeTakeFirst()

/**
 * Every change to a user, their passwords or their sessions takes this lock first, so that nobody
 * signs in with a password or a session that is being revoked.
 */
export const lockUser = (tx: Transaction<Tables>, id: Id<'user'>): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Shared by parallel sign-ins; excludes callers that revoke access with `lockUser`. */
export const lockUserShared = (
  tx: Transaction<Tables>,
  id: Id<'user'>,
): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forShare().executeTakeFirst()

/** Undefined if the address or the username is taken; the caller finds out which. */
export const insertUser = (tx: Transaction<Tables>, user: NewUser): Promise<UserRow | undefined> =>
  tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Violates a constraint if the new address or username is taken. */
export const updateUser = (
  tx: Transaction<Tables>,
  id: Id<'user'>,
  changes: Changes,
  now: Date,
): Promise<UserRow> =>
  tx
    .updateTable('users')
    .set({ ...changes, updatedAt: now, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Deletes sessions, accounts and verifications by cascade. */
export async function deleteUserRows(tx: Transaction<Tables>, id: Id<'user'>): Promise<boolean> {
  await tx.deleteFrom('firstOperator').where('userId', '=', id).execute()
  const { numDeletedRows } = await tx.deleteFrom('users').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** True once in a server's life: for the first user, while there is no other. */
export async function claimFirstOperator(
  tx: Transaction<Tables>,
  userId: Id<'user'>,
): Promise<boolean> {
  const { numAffectedRows = 0n } = await sql`
    insert into first_operator (user_id)
    select ${userId} where not exists (select from users where id <> ${userId})
    on conflict do nothing`.execute(tx)
  return numAffectedRows > 0n
}
