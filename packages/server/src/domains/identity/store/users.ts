import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Selectable, Transaction, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Tables, UsersTable } from '../../../platform/database/db-types.gen.ts'

export type UserRow = Selectable<UsersTable>

type Changes = Omit<Updateable<UsersTable>, 'id' | 'version' | 'createdAt' | 'updatedAt'>
export type NewUser = Omit<UserRow, 'version' | 'banned' | 'banReason' | 'banExpires'>

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
 * Every change of a user, their passwords and their sessions by somebody else takes this lock
 * first, so that nobody slips in by a password or a session that is being taken away.
 */
export const lockUser = (tx: Transaction<Tables>, id: Id<'user'>): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Several sign-ins at once share it; whoever takes a right away waits for them, or they for him. */
export const lockUserShared = (
  tx: Transaction<Tables>,
  id: Id<'user'>,
): Promise<UserRow | undefined> =>
  tx.selectFrom('users').selectAll().where('id', '=', id).forShare().executeTakeFirst()

/** Undefined where the address or the name is taken: by whom, the caller may find out. */
export const insertUser = (tx: Transaction<Tables>, user: NewUser): Promise<UserRow | undefined> =>
  tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()

/** Violates a constraint where the new address or name is taken. */
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

/** With everything that hangs on the user: sessions, accounts, verifications. */
export async function deleteUserRows(tx: Transaction<Tables>, id: Id<'user'>): Promise<boolean> {
  await tx.deleteFrom('firstOperator').where('userId', '=', id).execute()
  const { numDeletedRows } = await tx.deleteFrom('users').where('id', '=', id).executeTakeFirst()
  return numDeletedRows > 0n
}

/** True for exactly one user of a server's life: the first, when nobody was there before. */
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
