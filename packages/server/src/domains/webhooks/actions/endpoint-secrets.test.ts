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
  secretSealed: sealSecret(keyring, id, 'present'),
  previousSecretSealed: sealSecret(keyring, id, 'previous'),
  previousSecretUntil: until,
}

it('the secret before ends at its hour, also while the same copy is at hand', () => {
  const secretsAt = secretsOf(keyring, endpoint)
  expect(secretsAt(before)).toEqual(['present', 'previous'])
  expect(secretsAt(until)).toEqual(['present'])
})

it('each is opened once, and not before it’s asked for', () => {
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

it('one that can’t be opened any more is left out, unless it is the present one', () => {
  const other = createKeyring(['another secret of thirty-two letters'])
  const previousSecretSealed = sealSecret(other, id, 'previous')
  expect(secretsOf(keyring, { ...endpoint, previousSecretSealed })(before)).toEqual(['present'])
  const unopenable = secretsOf(other, endpoint)
  expect(() => unopenable(before)).toThrow('a secret that is still listed')
})
