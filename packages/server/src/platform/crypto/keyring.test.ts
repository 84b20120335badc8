import { createHmac } from 'node:crypto'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { createKeyring } from './keyring.ts'

const older = 'an older secret of at least thirty-two letters'
const newer = 'a newer secret of at least thirty-two letters'
const ring = createKeyring([newer])
const before = createKeyring([older])
const rotating = createKeyring([newer, older])

describe('signing', () => {
  it('verifies its own signature and nothing else', () => {
    const signature = ring.sign(['session', 'one'])
    expect(ring.verify(['session', 'one'], signature)).toBe(true)
    expect(ring.verify(['session', 'two'], signature)).toBe(false)
    expect(ring.verify(['invitation', 'one'], signature)).toBe(false)
    expect(ring.verify(['session', 'one'], { ...signature, mac: Buffer.alloc(32) })).toBe(false)
    expect(ring.verify(['session', 'one'], { ...signature, mac: Buffer.alloc(0) })).toBe(false)
    expect(ring.verify(['session', 'one'], { ...signature, keyId: '00000000' })).toBe(false)
  })

  it('keeps the words of a message apart', () => {
    const signature = ring.sign(['a', 'b","c'])
    expect(ring.verify(['a', 'b', 'c'], signature)).toBe(false)
  })

  it('rotates: the first secret signs, every listed one verifies', () => {
    const old = before.sign(['session', 'one'])
    expect(rotating.verify(['session', 'one'], old)).toBe(true)
    expect(rotating.sign(['session', 'one'])).toEqual(ring.sign(['session', 'one']))
    expect(ring.verify(['session', 'one'], old)).toBe(false)
  })

  it('derives the same signature again under its key', () => {
    const old = before.sign(['session', 'one'])
    expect(rotating.signAgain(old.keyId, ['session', 'one'])).toEqual(old.mac)
    expect(ring.signAgain(old.keyId, ['session', 'one'])).toBeNull()
  })
})

describe('sealing', () => {
  it('opens only what was sealed under the same binding', () => {
    const sealed = ring.seal('zażółć 🔑', ['account', '1', 'refresh token'])
    expect(sealed.includes('zażółć')).toBe(false)
    expect(ring.open(sealed, ['account', '1', 'refresh token'])).toBe('zażółć 🔑')
  })

  it('does not open a value moved to another row or column', () => {
    const sealed = ring.seal('text', ['account', '1', 'refresh token'])
    expect(ring.open(sealed, ['account', '2', 'refresh token'])).toBeNull()
    expect(ring.open(sealed, ['account', '1', 'access token'])).toBeNull()
  })

  it('does not open after any byte was changed or cut off', () => {
    const sealed = ring.seal('text', ['row'])
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = Buffer.from(sealed)
      changed.writeUInt8(changed.readUInt8(at) ^ 1, at)
      expect(ring.open(changed, ['row'])).toBeNull()
      expect(ring.open(sealed.subarray(0, at), ['row'])).toBeNull()
    }
  })

  it('seals the same text differently each time', () => {
    expect(ring.seal('text', ['row'])).not.toEqual(ring.seal('text', ['row']))
  })

  it('rotates: values sealed by an older secret open while that secret is listed', () => {
    const sealed = before.seal('text', ['row'])
    expect(rotating.open(sealed, ['row'])).toBe('text')
    expect(ring.open(sealed, ['row'])).toBeNull()
    expect(ring.open(rotating.seal('text', ['row']), ['row'])).toBe('text')
  })

  it('seals and opens an empty text', () => {
    expect(ring.open(ring.seal('', ['row']), ['row'])).toBe('')
  })
})

describe('cookies', () => {
  it('are signed in the format that existing middleware verifies', () => {
    const signature = createHmac('sha256', newer).update('token+/=').digest('base64')
    expect(ring.signCookie('token+/=')).toBe(encodeURIComponent(`token+/=.${signature}`))
  })

  it('return their value when read, including dots', () => {
    expect(ring.readCookie(ring.signCookie('a.b.c'))).toBe('a.b.c')
    expect(ring.readCookie(ring.signCookie(''))).toBe('')
    expect(rotating.readCookie(before.signCookie('old'))).toBe('old')
  })

  it.each([
    '',
    'value',
    'value.',
    '%',
    `value.${'A'.repeat(43)}=`,
    before.signCookie('old'),
    `${ring.signCookie('value')}x`,
    ring.signCookie('value').replace('value', 'other'),
  ])('return null without a valid signature: %j', (cookie) => {
    expect(ring.readCookie(cookie)).toBeNull()
  })
})

describe('a keyring', () => {
  it('shows no key material when printed', () => {
    expect(inspect(ring, { depth: 9, showHidden: true })).not.toContain('thirty-two')
  })

  it('needs a secret', () => {
    expect(() => createKeyring([])).toThrow('at least one secret')
  })
})
