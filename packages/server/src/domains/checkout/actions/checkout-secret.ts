import type { Id } from '@guildhall/contract/primitives'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import {
  derivedSecret,
  hashSecret,
  hasSecretShape,
  type MadeSecret,
  secretPrefixes,
} from '../../../platform/crypto/tokens.ts'
import type { CheckoutRow } from '../store/checkouts.ts'

const signedParts = (id: Id<'checkout'>) => ['checkout', id]

interface NewSecret extends MadeSecret {
  readonly keyId: string
}

/**
 * The secret is derived from the checkout's id and a key of the server: it can be shown again, and
 * the database does not contain it.
 */
export function newCheckoutSecret(keyring: Keyring, id: Id<'checkout'>): NewSecret {
  const { keyId, mac } = keyring.sign(signedParts(id))
  return { ...derivedSecret(secretPrefixes.checkout, mac), keyId }
}

/** If the key is no longer configured, the returned secret opens nothing. */
export function checkoutSecret(
  keyring: Keyring,
  { id, secretKeyId }: Pick<CheckoutRow, 'id' | 'secretKeyId'>,
): string {
  const mac = keyring.signAgain(secretKeyId, signedParts(id)) ?? keyring.sign(signedParts(id)).mac
  return derivedSecret(secretPrefixes.checkout, mac).secret
}

/** Null for malformed secrets, which saves a query. */
export const checkoutSecretHash = (text: string): Buffer | null =>
  hasSecretShape(secretPrefixes.checkout, text) ? hashSecret(text) : null
