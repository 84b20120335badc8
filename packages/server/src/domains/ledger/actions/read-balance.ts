import type { Balance } from '@guildhall/contract/ledger/shapes'
import type { Id } from '@guildhall/contract/primitives'
import type { Kysely, Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findOrganization } from '../../organizations/store/organizations.ts'
import { balanceText } from '../rules/balance-text.ts'
import { balancesOf } from '../rules/balances.ts'
import { listAccounts, listCorrections } from '../store/balances.ts'

/** The balance of an organization in each currency. */
export const balanceOf = async (
  db: Kysely<Tables>,
  organizationId: Id<'organization'>,
): Promise<Balance[]> =>
  balancesOf(await listAccounts(db, organizationId), await listCorrections(db, organizationId))

/** Refuses the deletion of an organization while there is money in its books. */
export async function deletionBlocker(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<Refusal<'organization_has_balance'> | null> {
  const balance = balanceText(await listAccounts(tx, organizationId))
  if (balance === null) return null
  const organization = await findOrganization(tx, organizationId)
  assert(organization !== undefined, 'an organization exists until it is deleted')
  return refuse('organization_has_balance', { organization: organization.name, balance })
}
