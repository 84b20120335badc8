import { describe, expect, it } from 'vitest'
import { newId } from '../ids.ts'
import { maskText } from '../mask.ts'
import { makeExpiringToken, readExpiringToken } from './expiring-token.ts'
import { createKeyring } from './keyring.ts'
import { secretPrefixes } from './tokens.ts'

const keyring = createKeyring(['a-secret-of-the-tests-long-enough-for-signing'])
const kind = { prefix: secretPrefixes.payLink, purpose: 'test' } as const
const ids = [newId('file'), newId('file'), newId('file')]
const expiresAt = new Date('2031-01-01T00:00:00Z')
const token = makeExpiringToken(keyring, kind, { ids, expiresAt })

const read = (text: string, of = kind, ring = keyring) => readExpiringToken(ring, of, 3, text)

describe('a token', () => {
  it('names its ids and its end, in seconds', () => {
    expect(read(token)).toEqual({ ids, expiresAt })
    const later = makeExpiringToken(keyring, kind, {
      ids,
      expiresAt: new Date(expiresAt.getTime() + 999),
    })
    expect(later).toBe(token)
  })

  it('is void after any change of it, also of bits that carry nothing', () => {
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
    for (let at = 0; at < token.length; at += 1) {
      for (const other of Array.from(alphabet).filter((one) => one !== token[at])) {
        expect(read(token.slice(0, at) + other + token.slice(at + 1))).toBeNull()
      }
    }
    for (const text of [`${token}A`, `${token}=`, token.slice(0, -1), ` ${token}`, '']) {
      expect(read(text)).toBeNull()
    }
  })

  it('is valid for one purpose, one number of ids and one server', () => {
    expect(read(token, { ...kind, purpose: 'other' as 'test' })).toBeNull()
    expect(readExpiringToken(keyring, kind, 2, token)).toBeNull()
    const others = createKeyring(['another-secret-of-the-tests-long-enough-as-well'])
    expect(read(token, kind, others)).toBeNull()
  })

  it('is masked in the log', () => {
    expect(maskText(`GET /pay/${token}`)).not.toContain(token.slice(20))
  })
})
