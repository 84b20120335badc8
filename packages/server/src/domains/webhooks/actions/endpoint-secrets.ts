import type { Id } from '@guildhall/contract/primitives'
import { assert } from '../../../kernel/assert.ts'
import type { Keyring } from '../../../platform/crypto/keyring.ts'
import { stillValid } from '../rules/secret-rotation.ts'

type EndpointId = Id<'webhookEndpoint'>

/** Both secrets have the same binding, so that the current one can become the previous one. */
const bindingOf = (endpointId: EndpointId) => ['webhook-secret', endpointId]

export const sealSecret = (keyring: Keyring, endpointId: EndpointId, secret: string): Buffer =>
  keyring.seal(secret, bindingOf(endpointId))

interface Sealed {
  readonly id: EndpointId
  readonly secretSealed: Uint8Array
  readonly previousSecretSealed: Uint8Array | null
  readonly previousSecretUntil: Date | null
}

/** The secrets that sign at an instant: the current one, and for a day the previous one. */
export type SecretsAt = (now: Date) => readonly string[]

/** Decrypts at the first call and only then. */
export function secretsOf(keyring: Keyring, endpoint: Sealed): SecretsAt {
  let decrypted: Decrypted | null = null
  return (now) => {
    decrypted ??= decryptSecrets(keyring, endpoint)
    const { current, previous } = decrypted
    const isBothValid = stillValid(endpoint.previousSecretUntil, now) !== null
    return isBothValid && previous !== null ? [current, previous] : [current]
  }
}

interface Decrypted {
  readonly current: string
  /** Null where there is none, or where it can no longer be decrypted. */
  readonly previous: string | null
}

function decryptSecrets(keyring: Keyring, endpoint: Sealed): Decrypted {
  const { id, previousSecretSealed } = endpoint
  const current = openSecret(keyring, endpoint)
  const previous =
    previousSecretSealed === null ? null : keyring.open(previousSecretSealed, bindingOf(id))
  return { current, previous }
}

export function openSecret(
  keyring: Keyring,
  { id, secretSealed }: Pick<Sealed, 'id' | 'secretSealed'>,
): string {
  const secret = keyring.open(secretSealed, bindingOf(id))
  assert(secret !== null, 'the secret of an endpoint was sealed by a secret that is still listed')
  return secret
}
