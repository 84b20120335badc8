import { describe, expect, it } from 'vitest'
import { decideKeyChanges } from './license-change.ts'

const expiresAt = new Date('2031-01-01T00:00:00Z')
const key = {
  isHeld: true,
  sellerStatus: null,
  usage: 3,
  limitActivations: 2,
  limitUsage: null,
  expiresAt,
  overridden: [] as const,
}

describe('a change of a license key', () => {
  it.each([
    ['an empty request', {}],
    ['its own values', { status: 'granted', usage: 3 }],
    ['no status', { status: null }],
  ] as const)('is none with %s', (_, input) => {
    expect(decideKeyChanges(key, input)).toBeNull()
  })

  it('sets what was sent, and remembers which limits are the key’s own', () => {
    const input = { status: 'disabled', limitActivations: null, expiresAt } as const
    expect(decideKeyChanges(key, input)).toEqual({
      sellerStatus: 'disabled',
      limitActivations: null,
      expiresAt,
      overridden: ['limitActivations', 'expiresAt'],
    })
  })

  it('with the same limit makes it the key’s own, once', () => {
    const overridden = ['limitActivations'] as const
    expect(decideKeyChanges(key, { limitActivations: 2 })).toMatchObject({ overridden })
    expect(decideKeyChanges({ ...key, overridden }, { limitActivations: 2 })).toBeNull()
  })

  it('can’t give back what the customer doesn’t hold', () => {
    const lost = { ...key, isHeld: false }
    expect(decideKeyChanges(lost, { status: 'granted' })).toMatchObject({
      refused: 'license_key_not_held',
    })
    expect(decideKeyChanges(lost, { status: 'disabled' })).toHaveProperty('refused')
    expect(decideKeyChanges(lost, { status: 'revoked' })).toEqual({ sellerStatus: 'revoked' })
  })

  it('gives back a disabled key', () => {
    const disabled = { ...key, sellerStatus: 'disabled' }
    expect(decideKeyChanges(disabled, { status: 'granted' })).toEqual({ sellerStatus: null })
  })
})
