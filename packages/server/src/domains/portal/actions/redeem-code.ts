import type { BodyOf } from '@guildhall/contract/endpoint'
import type { redeemPortalCode as contract } from '@guildhall/contract/portal/sign-in'
import { makeSecret, secretPrefixes } from '../../../platform/crypto/tokens.ts'
import type { Work } from '../../../platform/work.ts'
import { createCustomerSession, lockCustomerWithEmail, verifyEmail } from '../../customers/index.ts'
import { mayGuess } from '../rules/portal-code.ts'
import { dropCode, lockCode, spendGuess } from '../store/portal-codes.ts'
import { bindingOf } from './code-binding.ts'
import type { PortalParts } from './parts.ts'

interface LetIn {
  readonly token: string
  readonly expiresAt: Date
}

/** Null for a wrong code, whose guess is counted: so the transaction must not be undone for it. */
export async function redeemCode(
  work: Work,
  parts: PortalParts,
  { organizationId, email, code }: BodyOf<typeof contract>,
): Promise<LetIn | null> {
  const { tx } = work
  const customer = await lockCustomerWithEmail(tx, { organizationId, email })
  if (customer === undefined) return null
  const known = await lockCode(tx, { organizationId, customerId: customer.id })
  if (known === undefined || !mayGuess(known, parts.clock.now())) return null
  const signature = { keyId: known.keyId, mac: known.codeMac }
  if (!parts.keyring.verify(bindingOf(customer, code), signature)) {
    await spendGuess(tx, known)
    return null
  }
  await dropCode(tx, known)
  await verifyEmail(work, customer)
  const made = makeSecret(secretPrefixes.customerSession)
  const wish = { organizationId, key: { id: customer.id }, field: 'email', made }
  const { token, expiresAt } = await createCustomerSession(work, parts, wish)
  return { token, expiresAt }
}
