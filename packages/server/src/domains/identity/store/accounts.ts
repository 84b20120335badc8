import type { Id } from '@guildhall/contract/primitives'
import type { Insertable, Kysely, Selectable, Transaction, Updateable } from 'kysely'
import type { AccountTable, Tables } from '../../../platform/database/db-types.gen.ts'

export type AccountRow = Selectable<AccountTable>

/** The provider of accounts that are a password of ours. */
export const credentialProvider = 'credential'

/** By what a provider calls the person, never by an address. */
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

export const accountsOf = (db: Kysely<Tables>, userId: Id<'user'>): Promise<AccountRow[]> =>
  db
    .selectFrom('account')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute()

/** The account that holds the user's password; undefined where they have none. */
export const credentialOf = (
  db: Kysely<Tables>,
  userId: Id<'user'>,
): Promise<AccountRow | undefined> => findAccount(db, credentialProvider, userId)

type NewAccount = Omit<Insertable<AccountTable>, 'createdAt' | 'updatedAt'>

/** Undefined where somebody has linked this account already. */
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

/** Tokens from a new sign-in: a refresh that is still under way with the old ones has lost. */
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

/** Gives the user this password, whether or not they had one. The user's row must be locked. */
export async function setPassword(
  tx: Transaction<Tables>,
  password: { readonly id: Id<'account'>; readonly userId: Id<'user'>; readonly hash: string },
  now: Date,
): Promise<void> {
  const { id, userId, hash } = password
  await tx
    .insertInto('account')
    .values({
      id,
      userId,
      providerId: credentialProvider,
      accountId: userId,
      passwordHash: hash,
      createdAt: now,
      updatedAt: now,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['providerId', 'accountId'])
        .doUpdateSet({ passwordHash: hash, updatedAt: now }),
    )
    .execute()
}

/** Of this user only. */
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
