import type { Id } from '@guildhall/contract/primitives'
import type { Transaction, Updateable } from 'kysely'
import type { AccountTable, Tables } from '../../../../platform/database/db-types.gen.ts'
import type { AccountRow } from './accounts.ts'

interface Claim {
  readonly accountId: Id<'account'>
  readonly lease: string
  readonly now: Date
  readonly endsAt: Date
  /** Requests that arrived before the last refresh ended share its outcome. */
  readonly askedAt: Date
}

/** Claims the right to refresh an account's tokens; only one of several parallel calls gets it. */
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
  /** Null if the refresh failed; the old tokens stay. */
  readonly tokens: Refreshed | null
}

/** Undefined if the lease is lost: a sign-in meanwhile stored newer tokens. */
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
