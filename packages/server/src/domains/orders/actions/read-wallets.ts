import type { QueryOf } from '@guildhall/contract/operation'
import type { CustomerWallet } from '@guildhall/contract/orders/balance-shapes'
import type { listPortalWallets as contract } from '@guildhall/contract/portal/wallets'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type * as z from 'zod/mini'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import type { Page } from '../../../platform/database/listing.ts'
import { presentWallet } from '../present/customer-balance.ts'
import { listBalances } from '../store/customer-balances.ts'
import { readShares } from './read-customer-balances.ts'

interface OfCustomer {
  readonly organizationId: Id<'organization'>
  readonly customerId: Id<'customer'>
}

type Wallet = z.output<typeof CustomerWallet>

/** The balances of a customer as they see them. */
export async function listWallets(
  db: Kysely<Tables>,
  key: OfCustomer,
  query: QueryOf<typeof contract>,
): Promise<Page<Wallet>> {
  const { rows, total } = await listBalances(db, key, query)
  const shares = await readShares(db, key.organizationId, [key.customerId])
  return { rows: rows.map((row) => presentWallet(row, shares)), total }
}

export async function findWallet(
  db: Kysely<Tables>,
  key: OfCustomer,
  id: Id<'customerBalance'>,
): Promise<Wallet | null> {
  const { rows } = await listWallets(db, key, allWallets)
  return rows.find((wallet) => wallet.id === id) ?? null
}

/** A customer has one for each currency. */
const allWallets: QueryOf<typeof contract> = { page: 1, limit: 1000, sorting: [] }
