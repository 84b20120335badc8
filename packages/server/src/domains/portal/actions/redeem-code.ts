import type { BodyOf } from '@guildhall/contract/operation'
import type { redeemPortalCode as contract } from '@guildhall/contract/portal/sign-in'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  createCustomerSession,
  lockCustomerByEmail,
  verifyCustomerEmail,
} from '../../customers/index.ts'
import { codeBinding, mayGuess } from '../rules/portal-code.ts'
import { countGuess, deleteCode, lockCode } from '../store/portal-codes.ts'
import type { PortalDeps } from './deps.ts'

interface OpenedSession {
  readonly token: string
  readonly expiresAt: Date
}

/** Null for a wrong code. The guess is counted, so the transaction must not be rolled back. */
export async function redeemCode(
  uow: UnitOfWork,
  deps: PortalDeps,
  { organizationId, email, code }: BodyOf<typeof contract>,
): Promise<OpenedSession | null> {
  const { tx } = uow
  const customer = await lockCustomerByEmail(tx, { organizationId, email })
  if (customer === undefined) return null
  const stored = await lockCode(tx, { organizationId, customerId: customer.id })
  if (stored === undefined || !mayGuess(stored, deps.clock.now())) return null
  const signature = { keyId: stored.keyId, mac: stored.codeMac }
  if (!deps.keyring.verify(codeBinding(customer, code), signature)) {
    await countGuess(tx, stored)
    return null
  }
  await deleteCode(tx, stored)
  await verifyCustomerEmail(uow, customer)
  const made = makeSecret(secretPrefixes.customerSession)
  const input = { organizationId, key: { id: customer.id }, field: 'email', made }
  const { token, expiresAt } = await createCustomerSession(uow, deps, input)
  return { token, expiresAt }
}
