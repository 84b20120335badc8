import type { BodyOf } from '@guildhall/contract/operation'
import type { redeemPortalCode as contract } from '@guildhall/contract/portal/sign-in'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { networksOf } from '../../../platform/http/networks.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  type CustomerRow,
  createCustomerSession,
  lockCustomerByEmail,
  verifyCustomerEmail,
} from '../../customers/index.ts'
import { codeBinding, isLong, mayGuessFrom } from '../rules/portal-code.ts'
import { codesOf, deleteCodes, guessesOf, recordGuess } from '../store/portal-codes.ts'
import { claimPurchase } from './claim-purchase.ts'
import type { PortalDeps } from './deps.ts'
import { isLongCodeOf } from './long-code.ts'

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
  if (!(await isRightCode(uow, deps, { customer, code, address }))) return null
  await deleteCodes(tx, { organizationId, customerId: customer.id })
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

interface TriedCode {
  readonly customer: CustomerRow
  readonly code: string
  readonly address: string
}

/** Counts a wrong guess at the short codes. */
async function isRightCode(
  { tx }: UnitOfWork,
  { keyring, clock }: PortalDeps,
  { customer, code, address }: TriedCode,
): Promise<boolean> {
  const { organizationId, id: customerId } = customer
  const now = clock.now()
  const codes = (await codesOf(tx, { organizationId, customerId })).filter(
    ({ expiresAt }) => now < expiresAt,
  )
  if (isLong(code)) return isLongCodeOf(keyring, { customer, codes, given: code })
  const networks = networksOf(address).map(({ name, times }) => {
    return { mac: keyring.sign(['portal code guess', name]).mac, times }
  })
  const macs = networks.map(({ mac }) => mac)
  const guesses = await guessesOf(tx, { organizationId, codes, networks: macs })
  const guessable = codes.filter((stored) =>
    mayGuessFrom(
      networks.map(({ mac, times }) => ({ guesses: guesses(stored.id, mac), times })),
      stored,
      now,
    ),
  )
  const binding = codeBinding(customer, code)
  if (guessable.some(({ keyId, codeMac: mac }) => keyring.verify(binding, { keyId, mac }))) {
    return true
  }
  await recordGuess(tx, { organizationId, codes: guessable, networks: macs })
  return false
}
