import type { Balance } from '@guildhall/contract/ledger/shapes'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { balancesOf } from '../rules/balances.ts'
import { listAccounts, listCorrections } from '../store/balances.ts'

/** What an organization has, a balance for each currency. */
export const balanceOf = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Balance[]> =>
  balancesOf(await listAccounts(db, organizationId), await listCorrections(db, organizationId))
