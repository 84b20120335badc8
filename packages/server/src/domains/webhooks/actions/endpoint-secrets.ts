import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'

type EndpointId = Id<'webhookEndpoint'>

/** Both secrets of an endpoint are bound alike, so that the present one can become the one before. */
const bindingOf = (endpointId: EndpointId) => ['webhook-secret', endpointId]

export const sealSecret = (keyring: Keyring, endpointId: EndpointId, secret: string): Buffer =>
  keyring.seal(secret, bindingOf(endpointId))

interface Sealed {
  readonly id: EndpointId
  readonly secretSealed: Uint8Array
  readonly previousSecretSealed: Uint8Array | null
  readonly previousSecretUntil: Date | null
}

/** What to sign with at this moment: the present secret, and for a day the one before. */
export function openSecrets(keyring: Keyring, endpoint: Sealed, now: Date): string[] {
  const { id, previousSecretSealed, previousSecretUntil } = endpoint
  const isBothValid = previousSecretUntil !== null && now < previousSecretUntil
  const previous =
    isBothValid && previousSecretSealed !== null
      ? keyring.open(previousSecretSealed, bindingOf(id))
      : null
  return [openSecret(keyring, endpoint), ...(previous === null ? [] : [previous])]
}

export function openSecret(
  keyring: Keyring,
  { id, secretSealed }: Pick<Sealed, 'id' | 'secretSealed'>,
): string {
  const secret = keyring.open(secretSealed, bindingOf(id))
  assert(secret !== null, 'the secret of an endpoint was sealed by a secret that is still listed')
  return secret
}
