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

const signed = (id: Id<'checkout'>) => ['checkout', id]

interface NewSecret extends MadeSecret {
  readonly keyId: string
}

/**
 * What lets a buyer at a checkout is derived from its id and a key of the server: it can be listed
 * again, and who reads the database has nothing to open a checkout with.
 */
export function newCheckoutSecret(keyring: Keyring, id: Id<'checkout'>): NewSecret {
  const { keyId, mac } = keyring.sign(signed(id))
  return { ...derivedSecret(secretPrefixes.checkout, mac), keyId }
}

/** Where the key is no longer listed, it is a secret that opens nothing any more. */
export function checkoutSecret(
  keyring: Keyring,
  { id, secretKeyId }: Pick<CheckoutRow, 'id' | 'secretKeyId'>,
): string {
  const mac = keyring.signAgain(secretKeyId, signed(id)) ?? keyring.sign(signed(id)).mac
  return derivedSecret(secretPrefixes.checkout, mac).secret
}

/** Null for what can’t be one, without asking the database. */
export const checkoutSecretHash = (text: string): Buffer | null =>
  hasSecretShape(secretPrefixes.checkout, text) ? hashSecret(text) : null
