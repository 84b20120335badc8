import type { BodyOf } from '@guildhall/contract/operation'
import type { redeemPortalCode as contract } from '@guildhall/contract/portal/sign-in'
import type { Id } from '@guildhall/contract/primitives'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import { networksOf } from '../../../platform/http/networks.ts'
import type { UnitOfWork } from '../../../platform/unit-of-work.ts'
import { createCustomerSession } from '../../customers/actions/create-customer-session.ts'
import { verifyCustomerEmail } from '../../customers/actions/update-customer.ts'
import {
  type CustomerRow,
  listCustomersToMail,
  lockCustomersToMail,
} from '../../customers/store/customers.ts'
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

/** Read without locks, so it says nothing for long. */
export async function isRightLongCode(
  { uowFactory, keyring, clock }: PortalDeps,
  { organizationId, email, code }: Pick<Guess, 'organizationId' | 'email' | 'code'>,
): Promise<boolean> {
  if (!isLong(code)) return false
  const db = uowFactory.database.kysely
  const customers = await listCustomersToMail(db, { organizationId, email })
  if (customers.length === 0) return false
  const codes = await codesOf(db, { organizationId, customerIds: idsOf(customers) })
  const valid = codes.filter(({ expiresAt }) => clock.now() < expiresAt)
  return longCodeOwner(keyring, { customers, codes: valid, code }) !== null
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
  if (isLong(code)) return longCodeOwner(keyring, { customers, codes, code })
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
  const owner = ownerOf({ customers, codes: guessable }, (customer, { keyId, codeMac: mac }) =>
    keyring.verify(codeBinding(customer, code), { keyId, mac }),
  )
  if (owner === null) await recordGuess(tx, { organizationId, codes: guessable, networks: macs })
  return owner
}

interface ValidCodes {
  readonly customers: readonly CustomerRow[]
  readonly codes: readonly PortalCodeRow[]
}

const longCodeOwner = (
  keyring: Keyring,
  { customers, codes, code }: ValidCodes & { readonly code: string },
): CustomerRow | null =>
  ownerOf({ customers, codes }, (customer, of) =>
    isLongCodeOf(keyring, { customer, of, given: code }),
  )

const ownerOf = (
  { customers, codes }: ValidCodes,
  isRight: (customer: CustomerRow, one: PortalCodeRow) => boolean,
): CustomerRow | null =>
  customers.find((customer) =>
    codes.some((one) => one.customerId === customer.id && isRight(customer, one)),
  ) ?? null

const idsOf = (customers: readonly CustomerRow[]): Id<'customer'>[] => customers.map(({ id }) => id)
