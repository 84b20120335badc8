import { expect, it } from 'vitest'
import { createKeyring } from '../../../platform/crypto/keyring.ts'
import { newId } from '../../../platform/ids.ts'
import { sealSecret, secretsOf } from './endpoint-secrets.ts'

const keyring = createKeyring(['a secret of at least thirty-two letters'])
const id = newId('webhookEndpoint')
const until = new Date('2031-05-02T12:00:00Z')
const before = new Date(until.getTime() - 1)

const endpoint = {
  id,
  secretSealed: sealSecret(keyring, id, 'current'),
  previousSecretSealed: sealSecret(keyring, id, 'previous'),
  previousSecretUntil: until,
}

it('the previous secret stops signing at its end, also for a copy that was read before', () => {
  const secretsAt = secretsOf(keyring, endpoint)
  expect(secretsAt(before)).toEqual(['current', 'previous'])
  expect(secretsAt(until)).toEqual(['current'])
})

it('each secret is decrypted once, at the first use', () => {
  const opened: Uint8Array[] = []
  const watched: typeof keyring = {
    ...keyring,
    open: (sealed, boundTo) => {
      opened.push(sealed)
      return keyring.open(sealed, boundTo)
    },
  }
  const secretsAt = secretsOf(watched, endpoint)
  expect(opened).toEqual([])
  for (let at = 0; at < 3; at++) secretsAt(before)
  expect(opened).toEqual([endpoint.secretSealed, endpoint.previousSecretSealed])
})

it('a previous secret that cannot be decrypted is left out, a current one is an error', () => {
  const other = createKeyring(['another secret of thirty-two letters'])
  const previousSecretSealed = sealSecret(other, id, 'previous')
  expect(secretsOf(keyring, { ...endpoint, previousSecretSealed })(before)).toEqual(['current'])
  const unopenable = secretsOf(other, endpoint)
  expect(() => unopenable(before)).toThrow('a secret that is still listed')
})
