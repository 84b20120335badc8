import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type LicenseTerms, limitsOf, raiseLimits } from './license-terms.ts'

const terms = (some: Partial<LicenseTerms> = {}): LicenseTerms => ({
  prefix: null,
  expires: null,
  activations: null,
  limitUsage: null,
  offline: null,
  ...some,
})
const issuedAt = new Date('2031-01-31T12:00:00Z')
const purchase = { issuedAt, isOfSubscription: false }

describe('a new key', () => {
  it('has no limits where its benefit names none', () => {
    const none = { limitActivations: null, limitUsage: null, expiresAt: null }
    expect(limitsOf(terms(), purchase)).toEqual(none)
  })

  it.each([
    ['day', 3, '2031-02-03T12:00:00Z'],
    ['month', 1, '2031-02-28T12:00:00Z'],
    ['month', 2, '2031-03-31T12:00:00Z'],
    ['year', 1, '2032-01-31T12:00:00Z'],
  ] as const)('expires by the calendar: %s × %s', (timeframe, ttl, expiresAt) => {
    const expires = { timeframe, ttl }
    expect(limitsOf(terms({ expires }), purchase).expiresAt).toEqual(new Date(expiresAt))
  })

  it('of a subscription doesn’t expire', () => {
    const expires = { timeframe: 'day', ttl: 1 } as const
    const issue = { issuedAt, isOfSubscription: true }
    expect(limitsOf(terms({ expires }), issue).expiresAt).toBeNull()
  })
})

const anyTerms = fc.record({
  prefix: fc.constant(null),
  expires: fc.option(
    fc.record({
      ttl: fc.integer({ min: 1, max: 500 }),
      timeframe: fc.constantFrom('day' as const, 'month' as const, 'year' as const),
    }),
  ),
  activations: fc.option(
    fc.record({
      limit: fc.integer({ min: 1, max: 50 }),
      enableCustomerAdmin: fc.boolean(),
    }),
  ),
  limitUsage: fc.option(fc.integer({ min: 1, max: 1000 })),
  offline: fc.constant(null),
})

const time = (instant: Date | null) => instant?.getTime() ?? Number.POSITIVE_INFINITY

describe('a changed benefit', () => {
  it('never lowers what was bought', () => {
    fc.assert(
      fc.property(anyTerms, anyTerms, fc.boolean(), (bought, changed, isOfSubscription) => {
        const limits = limitsOf(bought, { issuedAt, isOfSubscription })
        const raised = raiseLimits({ limits, overridden: [], issuedAt }, changed)
        expect(raised.limitActivations ?? 0).toBeGreaterThanOrEqual(limits.limitActivations ?? 0)
        expect(raised.limitUsage ?? Number.POSITIVE_INFINITY).toBeGreaterThanOrEqual(
          limits.limitUsage ?? Number.POSITIVE_INFINITY,
        )
        expect(time(raised.expiresAt)).toBeGreaterThanOrEqual(time(limits.expiresAt))
        expect(raiseLimits({ limits: raised, overridden: [], issuedAt }, changed)).toEqual(raised)
      }),
    )
  })

  it('counts the expiry from the day of the purchase', () => {
    const bought = terms({ expires: { timeframe: 'month', ttl: 1 } })
    const changed = terms({ expires: { timeframe: 'year', ttl: 1 } })
    const key = { limits: limitsOf(bought, purchase), overridden: [], issuedAt }
    expect(raiseLimits(key, changed).expiresAt).toEqual(new Date('2032-01-31T12:00:00Z'))
  })

  it('leaves alone what the seller set for one key', () => {
    const limits = { limitActivations: 1, limitUsage: 2, expiresAt: issuedAt }
    const overridden = ['limitActivations', 'limitUsage', 'expiresAt'] as const
    expect(raiseLimits({ limits, overridden, issuedAt }, terms())).toEqual(limits)
  })
})
