import type { Id } from '@guildhall/contract/primitives'
import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely'
import type { AccountTable, Tables } from '../../../../platform/database/db-types.gen.ts'

export type AccountRow = Selectable<AccountTable>

/** By the provider's id of the person, never by an email address. */
export const findAccount = (
  db: Kysely<Tables>,
  providerId: string,
  accountId: string,
): Promise<AccountRow | undefined> =>
  db
    .selectFrom('account')
    .selectAll()
    .where('providerId', '=', providerId)
    .where('accountId', '=', accountId)
    .executeTakeFirst()

export const listAccountsOf = (db: Kysely<Tables>, userId: Id<'user'>): Promise<AccountRow[]> =>
  db
    .selectFrom('account')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

export const findAccountById = (
  db: Kysely<Tables>,
  id: Id<'account'>,
): Promise<AccountRow | undefined> =>
  db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()

type NewAccount = Omit<Insertable<AccountTable>, 'createdAt' | 'updatedAt'>

/** Undefined if somebody has linked this account already. */
export const insertAccount = (
  tx: Transaction<Tables>,
  account: NewAccount,
  now: Date,
): Promise<AccountRow | undefined> =>
  tx
    .insertInto('account')
    .values({ ...account, createdAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.columns(['providerId', 'accountId']).doNothing())
    .returningAll()
    .executeTakeFirst()

type Tokens = Pick<
  Updateable<AccountTable>,
  | 'accessToken'
  | 'refreshToken'
  | 'idToken'
  | 'accessTokenExpiresAt'
  | 'refreshTokenExpiresAt'
  | 'scope'
  | 'deviceId'
>

/** Stores the tokens of a new sign-in and ends any refresh still running with the old ones. */
export const updateTokens = (
  tx: Transaction<Tables>,
  id: Id<'account'>,
  tokens: Tokens,
  now: Date,
): Promise<AccountRow> =>
  tx
    .updateTable('account')
    .set({ ...tokens, refreshLease: null, refreshLeaseEndsAt: null, updatedAt: now })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** The password is one of them. */
export async function deleteAccounts(tx: Transaction<Tables>, userId: Id<'user'>): Promise<void> {
  await tx.deleteFrom('account').where('userId', '=', userId).execute()
}

/** Deletes only an account of this user. */
export async function deleteAccount(
  tx: Transaction<Tables>,
  userId: Id<'user'>,
  id: Id<'account'>,
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('account')
    .where('id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
