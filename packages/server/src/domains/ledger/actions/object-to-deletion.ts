import type { Id } from '@guildhall/contract/primitives'
import type { Transaction } from 'kysely'
import { assert } from '../../../kernel/assert.ts'
import { type Refusal, refuse } from '../../../kernel/refusal.ts'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { findOrganization } from '../../organizations/index.ts'
import { balanceInWords } from '../rules/balance-words.ts'
import { listAccounts } from '../store/balances.ts'

/** What the books have against the deletion of an organization. */
export async function objectToDeletion(
  tx: Transaction<Tables>,
  organizationId: Id<'organization'>,
): Promise<Refusal<'organization_has_balance'> | null> {
  const balance = balanceInWords(await listAccounts(tx, organizationId))
  if (balance === null) return null
  const organization = await findOrganization(tx, organizationId)
  assert(organization !== undefined, 'what is to be deleted is there')
  return refuse('organization_has_balance', { organization: organization.name, balance })
}
