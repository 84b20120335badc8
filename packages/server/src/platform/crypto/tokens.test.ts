import { describe, expect, it } from 'vitest'
import {
  derivedSecret,
  hashSecret,
  hasSecretShape,
  makeSecret,
  sameSecret,
  secretPrefixes,
} from './tokens.ts'

const prefixes = Object.values(secretPrefixes)

describe('making a secret', () => {
  it.each(prefixes)('%s carries its prefix, 24 random characters and a checksum', (prefix) => {
    const { secret } = makeSecret(prefix)
    expect(secret).toMatch(new RegExp(`^${prefix}[0-9A-Za-z]{30}$`))
    expect(hasSecretShape(prefix, secret)).toBe(true)
  })

  it('never makes the same secret twice and uses the whole alphabet', () => {
    const made = Array.from({ length: 500 }, () => makeSecret('guildhall_c_').secret)
    expect(new Set(made).size).toBe(500)
    const letters = new Set(made.flatMap((secret) => secret.slice(12, 36).split('')))
    expect(letters.size).toBe(62)
  })

  it('stores only a hash of the secret', () => {
    const { secret, hash } = makeSecret('guildhall_oat_')
    expect(hash).toHaveLength(32)
    expect(hash).toEqual(hashSecret(secret))
    expect(hash.toString('latin1')).not.toContain(secret.slice(14))
  })

  it('ends with a checksum anyone can compute: CRC-32 in base 62', () => {
    expect(hasSecretShape('guildhall_c_', 'guildhall_c_0123456789ABCDEFGHIJKLMN2lEP49')).toBe(true)
  })
})

describe('deriving a secret', () => {
  const mac = (fill: number) => Buffer.alloc(32, fill)

  it('returns the same secret for the same signature, and another one for another', () => {
    const { secret, hash } = derivedSecret('guildhall_c_', mac(7))
    expect(derivedSecret('guildhall_c_', mac(7)).secret).toBe(secret)
    expect(derivedSecret('guildhall_c_', mac(8)).secret).not.toBe(secret)
    expect(hasSecretShape('guildhall_c_', secret)).toBe(true)
    expect(hash).toEqual(hashSecret(secret))
  })

  it('has full length even for a tiny signature', () => {
    expect(hasSecretShape('guildhall_c_', derivedSecret('guildhall_c_', mac(0)).secret)).toBe(true)
  })
})

describe('the shape of a secret', () => {
  const { secret } = makeSecret('guildhall_cst_')

  it('is rejected after any change of one character', () => {
    for (let at = 0; at < secret.length; at += 1) {
      const other = secret.charAt(at) === 'x' ? 'y' : 'x'
      const changed = secret.slice(0, at) + other + secret.slice(at + 1)
      expect(hasSecretShape('guildhall_cst_', changed)).toBe(false)
    }
  })

  it('is rejected under another prefix', () => {
    const moved = `guildhall_oat_${secret.slice('guildhall_cst_'.length)}`
    expect(hasSecretShape('guildhall_oat_', moved)).toBe(false)
    expect(hasSecretShape('guildhall_oat_', secret)).toBe(false)
  })

  it.each(['', 'guildhall_cst_', `${secret}0`, `${secret}\n`, ` ${secret}`, secret.slice(0, -1)])(
    'is rejected for %j',
    (text) => {
      expect(hasSecretShape('guildhall_cst_', text)).toBe(false)
    },
  )
})

describe('comparing secrets', () => {
  it('distinguishes equal from unequal, of any length', () => {
    expect(sameSecret('abc', 'abc')).toBe(true)
    expect(sameSecret('abc', 'abd')).toBe(false)
    expect(sameSecret('abc', 'abcd')).toBe(false)
    expect(sameSecret('', '')).toBe(true)
  })
})
