import type { BodyOf } from '@guildhall/contract/operation'
import type { redeemPortalCode as contract } from '@guildhall/contract/portal/sign-in'
import type { Id } from '@guildhall/contract/primitives'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { networksOf } from '../../../platform/http/networks.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import {
  type CustomerRow,
  createCustomerSession,
  lockCustomersToMail,
  verifyCustomerEmail,
} from '../../customers/index.ts'
import { codeBinding, isLong, mayGuessFrom } from '../rules/portal-code.ts'
import {
  codesOf,
  deleteCodes,
  guessesOf,
  type PortalCodeRow,
  recordGuess,
} from '../store/portal-codes.ts'
import { claimPurchase, findPurchase, lockBuyer } from './claim-purchase.ts'
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
  const customers = await lockCustomersToMail(tx, { organizationId, email })
  if (customers.length === 0) return null
  const tried = { organizationId, customers, code, address }
  const mailed = await findCodeOwner(uow, deps, tried)
  if (mailed === null) return null
  await deleteCodes(tx, { organizationId, customerIds: idsOf(customers) })
  const purchase =
    purchaseSessionToken == null ? null : await findPurchase(uow, deps, purchaseSessionToken)
  const buyer = purchase === null ? null : await lockBuyer(uow, mailed, purchase)
  // Where nobody claims the address, a code alone doesn’t show that mailbox and account are of one person.
  const isOwn = buyer !== null || mailed.isEmailClaimed
  const customer = isOwn ? await verifyCustomerEmail(uow, buyer ?? mailed) : mailed
  if (buyer !== null && purchase !== null) await claimPurchase(uow, customer, purchase)
  const made = makeSecret(secretPrefixes.customerSession)
  const key = { id: customer.id }
  const input = { organizationId, key, field: 'email', made, checkoutId: null }
  const { token, expiresAt } = await createCustomerSession(uow, deps, input)
  return { token, expiresAt }
}

interface TriedCode {
  readonly organizationId: Id<'organization'>
  /** All who have the address, locked. */
  readonly customers: readonly CustomerRow[]
  readonly code: string
  readonly address: string
}

/** Null for a wrong code, which counts as a guess at all short ones. */
async function findCodeOwner(
  { tx }: UnitOfWork,
  { keyring, clock }: PortalDeps,
  { organizationId, customers, code, address }: TriedCode,
): Promise<CustomerRow | null> {
  const now = clock.now()
  const stored = await codesOf(tx, { organizationId, customerIds: idsOf(customers) })
  const codes = stored.filter(({ expiresAt }) => now < expiresAt)
  const ownerWhere = (isRight: (customer: CustomerRow, one: PortalCodeRow) => boolean) =>
    customers.find((customer) =>
      codes.some((one) => one.customerId === customer.id && isRight(customer, one)),
    ) ?? null
  if (isLong(code)) {
    return ownerWhere((customer, one) => isLongCodeOf(keyring, { customer, of: one, given: code }))
  }
  const networks = networksOf(address).map(({ name, times }) => {
    return { mac: keyring.sign(['portal code guess', name]).mac, times }
  })
  const macs = networks.map(({ mac }) => mac)
  const guesses = await guessesOf(tx, { organizationId, codes, networks: macs })
  const guessable = codes.filter((one) =>
    mayGuessFrom(
      networks.map(({ mac, times }) => ({ guesses: guesses(one.id, mac), times })),
      one,
      now,
    ),
  )
  const owner = ownerWhere((customer, one) => {
    const signature = { keyId: one.keyId, mac: one.codeMac }
    return guessable.includes(one) && keyring.verify(codeBinding(customer, code), signature)
  })
  if (owner === null) await recordGuess(tx, { organizationId, codes: guessable, networks: macs })
  return owner
}

const idsOf = (customers: readonly CustomerRow[]): Id<'customer'>[] => customers.map(({ id }) => id)
