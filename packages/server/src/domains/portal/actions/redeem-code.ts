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
import { codesWithGuesses, deleteCodes, recordGuess } from '../store/portal-codes.ts'
import { claimPurchase } from './claim-purchase.ts'
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
  { organizationId, email, code, address, purchaseSessionToken }: Guess,
): Promise<OpenedSession | null> {
  const { tx } = uow
  const customer = await lockCustomerByEmail(tx, { organizationId, email })
  if (customer === undefined) return null
  const codes = { organizationId, customerId: customer.id }
  const { mac: network } = deps.keyring.sign(['portal code guess', networkOf(address)])
  const now = deps.clock.now()
  const guessable = (await codesWithGuesses(tx, codes, network)).filter((stored) =>
    mayGuessFrom(stored, now),
  )
  const binding = codeBinding(customer, code)
  if (!guessable.some(({ keyId, codeMac: mac }) => deps.keyring.verify(binding, { keyId, mac }))) {
    await recordGuess(tx, organizationId, guessable, network)
    return null
  }
  await deleteCodes(tx, codes)
  const verified = await verifyCustomerEmail(uow, customer)
  if (purchaseSessionToken != null) {
    await claimPurchase(uow, deps, { customer: verified, token: purchaseSessionToken })
  }
  const made = makeSecret(secretPrefixes.customerSession)
  const key = { id: customer.id }
  const input = { organizationId, key, field: 'email', made, checkoutId: null }
  const { token, expiresAt } = await createCustomerSession(uow, deps, input)
  return { token, expiresAt }
}
