import type { PortalCustomer } from '@guildhall/contract/portal/portal-shapes'
import type { Kysely } from 'kysely'
import type { Tables } from '../../../platform/database/db-types.gen.ts'
import { presentCustomer } from '../../customers/present/customer.ts'
import type { CustomerRow } from '../../customers/store/customers.ts'
import { listAccounts } from '../../entitlements/store/oauth-accounts.ts'
import { presentPortalCustomer } from '../present/customer.ts'
import { mayGuess } from '../rules/portal-code.ts'
import { findEmailChange } from '../store/email-changes.ts'
import type { PortalDeps } from './deps.ts'

/** With the new address, as long as its code can be entered, and the connected accounts. */
export async function showPortalCustomer(
  db: Kysely<Tables>,
  { clock }: Pick<PortalDeps, 'clock'>,
  row: CustomerRow,
): Promise<PortalCustomer> {
  const change = await findEmailChange(db, row)
  const isPending = change !== undefined && mayGuess(change, clock.now())
  const accounts = await listAccounts(db, {
    organizationId: row.organizationId,
    customerId: row.id,
  })
  return presentPortalCustomer(presentCustomer(row), isPending ? change.newEmail : null, accounts)
}
