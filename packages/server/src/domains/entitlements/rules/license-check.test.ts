import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import {
  decideActivation,
  decideActivationUse,
  decideKey,
  decideUse,
  statusOfKey,
} from './license-check.ts'

const now = new Date('2031-05-01T00:00:00Z')
const earlier = new Date(now.getTime() - 1)
const later = new Date(now.getTime() + 1)

const key = {
  benefitId: newId('benefit'),
  customerId: newId('customer'),
  isHeld: true,
  sellerStatus: null,
  expiresAt: null,
  validUntil: null,
  limitActivations: 2,
  limitUsage: 10,
  usage: 4,
}

describe('the status of a key', () => {
  it.each([
    [true, null, 'granted'],
    [true, 'disabled', 'disabled'],
    [true, 'revoked', 'revoked'],
    [false, null, 'revoked'],
    [false, 'disabled', 'revoked'],
  ])('held %s, set by the seller to %s', (isHeld, sellerStatus, status) => {
    expect(statusOfKey({ isHeld, sellerStatus })).toBe(status)
  })
})

describe('a key', () => {
  it.each([
    ['that doesn’t exist', undefined, 'license_key_unknown'],
    ['whose overlap has ended', { validUntil: now }, 'license_key_unknown'],
    ['whose benefit is gone', { isHeld: false }, 'license_key_revoked'],
    ['that the seller revoked', { sellerStatus: 'revoked' }, 'license_key_revoked'],
    ['that the seller disabled', { sellerStatus: 'disabled' }, 'license_key_disabled'],
    ['at the end of its time', { expiresAt: now }, 'license_key_expired'],
  ])('%s is refused', (_, change, refused) => {
    expect(decideKey(change && { ...key, ...change }, now)).toEqual({ refused })
  })

  it('is good until the last moment', () => {
    const lasting = { ...key, expiresAt: later, validUntil: later }
    expect(decideKey(lasting, now)).toBe(lasting)
    expect(decideKey({ ...key, expiresAt: earlier }, now)).toHaveProperty('refused')
  })
})

describe('an activation', () => {
  const conditions = { os: 'linux', version: 2 }

  it.each([['its conditions in another order', { version: 2, os: 'linux' }]])(
    'accepts %s',
    (_, given) => {
      const activation = { conditions }
      expect(decideActivationUse({ activation, conditions: given })).toBe(activation)
    },
  )

  it.each([
    ['no conditions', {}],
    ['other values', { os: 'linux', version: 3 }],
    ['further conditions', { ...conditions, host: 'a' }],
  ])('refuses %s', (_, given) => {
    const decided = decideActivationUse({ activation: { conditions }, conditions: given })
    expect(decided).toEqual({ refused: 'license_condition_mismatch' })
  })

  it('without conditions is good under any, and a missing one under none', () => {
    const activation = { conditions: {} }
    expect(decideActivationUse({ activation, conditions })).toBe(activation)
    expect(decideActivationUse({ activation: null, conditions })).toBeNull()
    expect(decideActivationUse({ activation: undefined, conditions })).toEqual({
      refused: 'license_activation_required',
    })
  })

  it.each([
    [2, 1, null],
    [2, 2, { refused: 'license_activations_exhausted', details: { limit: 2 } }],
    [1, 2, { refused: 'license_activations_exhausted', details: { limit: 1 } }],
    [null, 0, { refused: 'license_activation_off' }],
  ])('with a limit of %s and %s in use', (limitActivations, inUse, decision) => {
    expect(decideActivation({ limitActivations }, inUse)).toEqual(decision)
  })
})

describe('the usage', () => {
  it.each([
    [undefined, { usage: 4 }],
    [6, { usage: 10 }],
    [7, { refused: 'license_usage_exhausted', details: { limit: 10, left: 6 } }],
  ])('grows by %s', (incrementUsage, decision) => {
    expect(decideUse(key, { incrementUsage })).toEqual(decision)
  })

  it('can be validated without an increment when nothing is left', () => {
    expect(decideUse({ ...key, usage: 12 }, { incrementUsage: 0 })).toEqual({ usage: 12 })
    expect(decideUse({ ...key, usage: 12 }, { incrementUsage: 1 })).toMatchObject({
      details: { left: 0 },
    })
  })

  it('without a limit ends where numbers do', () => {
    const endless = { ...key, limitUsage: null, usage: 2_147_483_647 }
    expect(decideUse(endless, { incrementUsage: 1 })).toHaveProperty('refused')
  })

  it('is of one benefit and one customer', () => {
    const { benefitId, customerId } = key
    expect(decideUse(key, { benefitId, customerId })).toEqual({ usage: 4 })
    const refused = { refused: 'license_condition_mismatch' }
    expect(decideUse(key, { benefitId: newId('benefit') })).toEqual(refused)
    expect(decideUse(key, { customerId: newId('customer') })).toEqual(refused)
  })
})
