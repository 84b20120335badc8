import { describe, expect, it } from 'vitest'
import { createKeyring } from '../../../platform/crypto/keyring.ts'
import { newId } from '../../../platform/ids.ts'
import { maskText } from '../../../platform/mask.ts'
import { makePayLink, readPayLink } from './pay-link.ts'

const clockAt = (instant: string) => ({
  now: () => new Date(instant),
  monotonicMilliseconds: () => 0,
})
const keyring = createKeyring(['a-secret-of-the-tests-long-enough-for-signing'])
const clock = clockAt('2026-03-01T00:00:00Z')
const key = { organizationId: newId('organization'), id: newId('order') }

const url = 'https://shop.example.com'
const made = (deps = { clock, keyring }) => {
  const link = makePayLink({ ...deps, config: { server: { url } } }, key)
  return link.slice(`${url}/pay/`.length)
}
const read = (secret: string, deps = { clock, keyring }) => readPayLink(deps, secret)

describe('a link that opens an order', () => {
  const secret = made()

  it('names the order, and is valid for 30 days', () => {
    expect(read(secret)).toEqual({ ...key, isExpired: false })
    const at = (instant: string) => read(secret, { keyring, clock: clockAt(instant) })?.isExpired
    expect(at('2026-03-30T23:59:59Z')).toBe(false)
    expect(at('2026-03-31T00:00:00Z')).toBe(true)
  })

  it('is void after any change of it', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (let at = 0; at < secret.length; at += 1) {
      const other = alphabet[(alphabet.indexOf(secret[at] ?? '') + 1) % alphabet.length] ?? ''
      expect(read(secret.slice(0, at) + other + secret.slice(at + 1))).toBeNull()
    }
    expect(read(`${secret}A`)).toBeNull()
    expect(read(secret.slice(0, -1))).toBeNull()
    expect(read('')).toBeNull()
  })

  it('is that of one server', () => {
    const others = createKeyring(['another-secret-of-the-tests-long-enough-as-well'])
    expect(read(secret, { clock, keyring: others })).toBeNull()
  })

  it('is masked in the log', () => {
    expect(maskText(`GET /pay/${secret}`)).not.toContain(secret.slice(20))
  })
})
