import type { ConnectedAccount } from '../../../platform/external-access.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { externalKindAt } from '../kinds/grant-kinds.ts'
import { findLiveGrants } from '../store/external-grants.ts'
import type { CustomerKey } from '../store/grants.ts'
import { removeAccount, saveAccount } from '../store/oauth-accounts.ts'
import { sealAccountToken } from './account-token.ts'
import type { EntitlementDeps } from './deps.ts'
import { placeAgain } from './place-again.ts'

interface Connection {
  readonly customer: CustomerKey
  readonly provider: string
  readonly account: ConnectedAccount
}

/**
 * A customer has one account at a provider: another one replaces it. What waits for an account is
 * delivered, and what another account has moves.
 */
export async function connectAccount(
  uow: UnitOfWork,
  deps: EntitlementDeps,
  { customer, provider, account: { id: accountId, username, token } }: Connection,
): Promise<void> {
  const { organizationId, customerId } = customer
  const key = { organizationId, customerId, provider }
  await saveAccount(uow.tx, {
    ...key,
    accountId,
    username,
    accessToken: token && sealAccountToken(deps, key, token.secret),
    accessTokenExpiresAt: token?.expiresAt ?? null,
    connectedAt: deps.clock.now(),
  })
  await placeAllOf(uow, deps, { customer, provider })
}

/** False where none was connected. What it has is taken, and waits for another account. */
export async function disconnectAccount(
  uow: UnitOfWork,
  deps: EntitlementDeps,
  { customer, provider }: Omit<Connection, 'account'>,
): Promise<boolean> {
  if (!(await removeAccount(uow.tx, customer, provider))) return false
  await placeAllOf(uow, deps, { customer, provider })
  return true
}

async function placeAllOf(
  uow: UnitOfWork,
  deps: EntitlementDeps,
  { customer, provider }: Omit<Connection, 'account'>,
): Promise<void> {
  const { organizationId } = customer
  const grants = await findLiveGrants(uow.tx, customer, externalKindAt(provider).type)
  await placeAgain(uow, deps, { organizationId, grants })
}
