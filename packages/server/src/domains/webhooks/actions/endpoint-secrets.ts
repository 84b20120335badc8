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

/** What to sign with at a moment: the present secret, and for a day the one before. */
export type SecretsAt = (now: Date) => readonly string[]

/** Opened when first asked for, and once: a copy of the endpoint keeps the secrets it was read with. */
export function secretsOf(keyring: Keyring, endpoint: Sealed): SecretsAt {
  let opened: Opened | null = null
  return (now) => {
    opened ??= openSecrets(keyring, endpoint)
    const { present, previous } = opened
    const isBothValid = stillValid(endpoint.previousSecretUntil, now) !== null
    return isBothValid && previous !== null ? [present, previous] : [present]
  }
}

/** Until when the secret before is valid; null where it isn’t any more. */
export const stillValid = (until: Date | null, now: Date): Date | null =>
  until !== null && now < until ? until : null

interface Opened {
  readonly present: string
  /** Null where there is none, or none that can be opened any more. */
  readonly previous: string | null
}

function openSecrets(keyring: Keyring, endpoint: Sealed): Opened {
  const { id, previousSecretSealed } = endpoint
  const present = openSecret(keyring, endpoint)
  const previous =
    previousSecretSealed === null ? null : keyring.open(previousSecretSealed, bindingOf(id))
  return { present, previous }
}

export function openSecret(
  keyring: Keyring,
  { id, secretSealed }: Pick<Sealed, 'id' | 'secretSealed'>,
): string {
  const secret = keyring.open(secretSealed, bindingOf(id))
  assert(secret !== null, 'the secret of an endpoint was sealed by a secret that is still listed')
  return secret
}
