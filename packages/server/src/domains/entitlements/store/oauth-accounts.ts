import type { Id } from '@guildhall/contract/primitives'
import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import type { OauthAccountTable, Tables } from '../../../platform/database/db-types.gen.ts'
import type { CustomerKey } from './grants.ts'

type Row = Selectable<OauthAccountTable>

export interface OAuthAccountRow extends Row {
  readonly accountId: string
  readonly username: string
  readonly connectedAt: Date
}

const connected = (db: Kysely<Tables>, organizationId: Id<'organization'>) =>
  db
    .selectFrom('oauthAccount')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('accountId', 'is not', null)
    .$narrowType<Pick<OAuthAccountRow, 'accountId' | 'username' | 'connectedAt'>>()

/** The account of a customer at one provider. */
export const findAccount = (
  db: Kysely<Tables>,
  { organizationId, customerId }: CustomerKey,
  provider: string,
): Promise<OAuthAccountRow | undefined> =>
  connected(db, organizationId)
    .where('customerId', '=', customerId)
    .where('provider', '=', provider)
    .executeTakeFirst()

/**
 * The accounts of these customers at one provider, by the customers’ ids. Until the transaction
 * ends, they connect no other.
 */
export async function lockAccounts(
  tx: Transaction<Tables>,
  { organizationId, customerIds, provider }: AccountsOf,
): Promise<ReadonlyMap<Id<'customer'>, OAuthAccountRow>> {
  const ids = customerIds.toSorted()
  await tx
    .insertInto('oauthAccount')
    .values(ids.map((customerId) => ({ organizationId, customerId, provider })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const rows = await tx
    .selectFrom('oauthAccount')
    .selectAll()
    .where('organizationId', '=', organizationId)
    .where('customerId', 'in', ids)
    .where('provider', '=', provider)
    .orderBy('customerId')
    .forShare()
    .execute()
  return new Map(rows.filter(isConnected).map((row) => [row.customerId, row]))
}

const isConnected = (row: Row): row is OAuthAccountRow => row.accountId !== null

interface AccountsOf {
  readonly organizationId: Id<'organization'>
  readonly customerIds: readonly Id<'customer'>[]
  readonly provider: string
}

/** All of one customer, by provider. */
export const listAccounts = (
  db: Kysely<Tables>,
  { organizationId, customerId }: CustomerKey,
): Promise<OAuthAccountRow[]> =>
  connected(db, organizationId).where('customerId', '=', customerId).orderBy('provider').execute()

/** Several customers may be one person; the latest connection has the freshest token. */
export const findLatestAccount = (
  db: Kysely<Tables>,
  { organizationId, provider, accountId }: AccountKey,
): Promise<OAuthAccountRow | undefined> =>
  connected(db, organizationId)
    .where('provider', '=', provider)
    .where('accountId', '=', accountId)
    .orderBy('connectedAt', 'desc')
    .limit(1)
    .executeTakeFirst()

type AccountKey = Pick<OAuthAccountRow, 'organizationId' | 'provider' | 'accountId'>

/** Replaces the customer’s former account at this provider. */
export const saveAccount = async (
  tx: Transaction<Tables>,
  { organizationId, customerId, provider, ...account }: Insertable<OauthAccountTable>,
): Promise<void> =>
  void (await tx
    .insertInto('oauthAccount')
    .values({ organizationId, customerId, provider, ...account })
    .onConflict((conflict) =>
      conflict.columns(['organizationId', 'customerId', 'provider']).doUpdateSet(account),
    )
    .execute())

/** False where there was none. */
export async function removeAccount(
  tx: Transaction<Tables>,
  { organizationId, customerId }: CustomerKey,
  provider: string,
): Promise<boolean> {
  const removed = await tx
    .updateTable('oauthAccount')
    .set({
      accountId: null,
      username: null,
      connectedAt: null,
      accessToken: null,
      accessTokenExpiresAt: null,
    })
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .where('provider', '=', provider)
    .where('accountId', 'is not', null)
    .returning('provider')
    .execute()
  return removed.length > 0
}

export const deleteAccounts = async (
  tx: Transaction<Tables>,
  { organizationId, customerId }: CustomerKey,
): Promise<void> =>
  void (await tx
    .deleteFrom('oauthAccount')
    .where('organizationId', '=', organizationId)
    .where('customerId', '=', customerId)
    .execute())
