import type { BodyOf } from '@guildhall/contract/operation'
import type { redeemPortalCode as contract } from '@guildhall/contract/portal/sign-in'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { networkOf } from '../../../platform/http/rate-limit-network.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  createCustomerSession,
  lockCustomerByEmail,
  verifyCustomerEmail,
} from '../../customers/index.ts'
import { codeBinding, mayGuessFrom } from '../rules/portal-code.ts'
import { countGuessesFrom, deleteCode, lockCode, recordGuess } from '../store/portal-codes.ts'
import type { PortalDeps } from './deps.ts'

interface OpenedSession {
  readonly token: string
  readonly expiresAt: Date
}

type Guess = BodyOf<typeof contract> & {
  /** The client's network address. */
  readonly address: string
}

/** Null for a wrong code. The guess is counted, so the transaction must not be rolled back. */
export async function redeemCode(
  uow: UnitOfWork,
  deps: PortalDeps,
  { organizationId, email, code, address }: Guess,
): Promise<OpenedSession | null> {
  const { tx } = uow
  const customer = await lockCustomerByEmail(tx, { organizationId, email })
  if (customer === undefined) return null
  const stored = await lockCode(tx, { organizationId, customerId: customer.id })
  if (stored === undefined) return null
  const { mac: network } = deps.keyring.sign(['portal code guess', networkOf(address)])
  const guesses = await countGuessesFrom(tx, stored, network)
  if (!mayGuessFrom({ guesses }, stored, deps.clock.now())) return null
  const signature = { keyId: stored.keyId, mac: stored.codeMac }
  if (!deps.keyring.verify(codeBinding(customer, code), signature)) {
    await recordGuess(tx, stored, network)
    return null
  }
  await deleteCode(tx, stored)
  await verifyCustomerEmail(uow, customer)
  const made = makeSecret(secretPrefixes.customerSession)
  const key = { id: customer.id }
  const input = { organizationId, key, field: 'email', made, checkoutId: null }
  const { token, expiresAt } = await createCustomerSession(uow, deps, input)
  return { token, expiresAt }
}
