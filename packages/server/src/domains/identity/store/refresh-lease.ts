import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Transaction, Updateable } from 'kysely'
import type { AccountTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { AccountRow } from './accounts.ts'

interface Claim {
  readonly accountId: Id<'account'>
  readonly lease: string
  readonly now: Date
  readonly endsAt: Date
  /** Whoever asked before the last refresh ended has its outcome already. */
  readonly askedAt: Date
}

/** The account with the right to refresh its tokens, for one of all who ask at the same time. */
export const claimRefresh = (
  tx: Transaction<Tables>,
  { accountId, lease, now, endsAt, askedAt }: Claim,
): Promise<AccountRow | undefined> =>
  tx
    .updateTable('account')
    .set({ refreshLease: lease, refreshLeaseEndsAt: endsAt })
    .where('id', '=', accountId)
    .where((where) =>
      where.and([
        where.or([where('refreshLease', 'is', null), where('refreshLeaseEndsAt', '<=', now)]),
        where.or([where('refreshEndedAt', 'is', null), where('refreshEndedAt', '<', askedAt)]),
      ]),
    )
    .returningAll()
    .executeTakeFirst()

type Refreshed = Pick<
  Updateable<AccountTable>,
  'accessToken' | 'refreshToken' | 'idToken' | 'accessTokenExpiresAt' | 'refreshTokenExpiresAt'
>

interface Ending {
  readonly accountId: Id<'account'>
  readonly lease: string
  readonly endedAt: Date
  /** Null where it failed: the tokens stay. */
  readonly tokens: Refreshed | null
}

/** Only by whoever still holds the lease; a sign-in in between has stored newer tokens. */
export const endRefresh = (
  tx: Transaction<Tables>,
  { accountId, lease, endedAt, tokens }: Ending,
): Promise<AccountRow | undefined> =>
  tx
    .updateTable('account')
    .set({
      ...tokens,
      ...(tokens === null ? {} : { updatedAt: endedAt }),
      refreshLease: null,
      refreshLeaseEndsAt: null,
      refreshEndedAt: endedAt,
      refreshFailed: tokens === null,
    })
    .where('id', '=', accountId)
    .where('refreshLease', '=', lease)
    .returningAll()
    .executeTakeFirst()

export const accountById = (
  db: Kysely<Tables>,
  id: Id<'account'>,
): Promise<AccountRow | undefined> =>
  db.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirst()
