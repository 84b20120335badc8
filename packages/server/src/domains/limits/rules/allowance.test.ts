import { id as idOf } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { addDecimals, compareDecimals, decimal } from '../../../kernel/decimal.ts'
import { type PeriodPrice, type Pricing, priceUsage } from '../../../kernel/metered-price.ts'
import { minorUnits } from '../../../kernel/money.ts'
import { allowanceOf, refusalOf, spentAmount } from './allowance.ts'
import { type CustomerUsage, noUsage, withHold, withoutHold, withUse } from './customer-usage.ts'

const uuid = (number: number) => `00000000-0000-7000-8000-00000000000${number}`
const meterId = idOf('meter').parse(uuid(1))
const subscriptionId = idOf('subscription').parse(uuid(2))
const zero = decimal(0)

const tiers = [
  { upTo: decimal(10), unitAmount: decimal(5), flatAmount: decimal(100) },
  { upTo: decimal(20), unitAmount: decimal(2), flatAmount: decimal(50) },
  { upTo: null, unitAmount: decimal(1), flatAmount: zero },
]

const priceOf = (pricing: Pricing, terms: Partial<PeriodPrice> = {}): PeriodPrice => ({
  pricing,
  includedUnits: zero,
  minimumAmount: null,
  capAmount: null,
  ...terms,
})

const limited = (price: PeriodPrice, amount: number): CustomerUsage => ({
  meters: new Map([
    [
      meterId,
      {
        ...noUsage,
        periods: [
          { subscriptionId, startsAt: '2030-04-01', endsAt: null, isPriced: true, consumed: zero },
        ],
      },
    ],
  ]),
  spendingLimits: [{ subscriptionId, amount: minorUnits(amount), isHard: true }],
  prices: [{ subscriptionId, meterId, price }],
})

const use = (units: string) => ({ meterId, units: decimal(units), subscriptionId: null })

/** How many steps are allowed, one after the other. */
function stepsAllowed(price: PeriodPrice, amount: number, step: string): number {
  let usage = limited(price, amount)
  let steps = 0
  while (refusalOf(usage, [use(step)]) === null && steps < 1000) {
    usage = withUse(usage, use(step))
    steps += 1
  }
  // A minimum may be more than the limit before anything is used.
  const spent = steps === 0 ? 0 : spentAmount(usage, subscriptionId)
  expect(spent).toBeLessThanOrEqual(amount)
  return steps
}

describe('a spending limit', () => {
  it.each<[string, PeriodPrice, number, string, number]>([
    [
      'ends before the next package',
      priceOf({ scheme: 'package', packageUnits: decimal(10), packageAmount: decimal(30) }),
      89,
      '1',
      20,
    ],
    [
      'allows a package that fits exactly',
      priceOf({ scheme: 'package', packageUnits: decimal(10), packageAmount: decimal(30) }),
      90,
      '1',
      30,
    ],
    [
      'ends with a tier whose next has a flat amount',
      priceOf({ scheme: 'graduated', tiers }),
      201,
      '1',
      10,
    ],
    [
      'allows the first unit of the next tier',
      priceOf({ scheme: 'graduated', tiers }),
      202,
      '1',
      11,
    ],
    ['ends within a tier', priceOf({ scheme: 'graduated', tiers }), 214, '0.5', 34],
    [
      'doesn’t reach a cheaper volume one by one',
      priceOf({ scheme: 'volume', tiers }),
      149,
      '1',
      9,
    ],
    [
      'reaches a cheaper volume that isn’t passed',
      priceOf({ scheme: 'volume', tiers }),
      150,
      '1',
      150,
    ],
    [
      'leaves included units free',
      priceOf({ scheme: 'unit', unitAmount: decimal(7) }, { includedUnits: decimal(5) }),
      14,
      '1',
      7,
    ],
    [
      'counts the minimum once',
      priceOf({ scheme: 'unit', unitAmount: decimal(7) }, { minimumAmount: minorUnits(70) }),
      70,
      '1',
      10,
    ],
    [
      'below the minimum allows nothing',
      priceOf({ scheme: 'unit', unitAmount: decimal(7) }, { minimumAmount: minorUnits(70) }),
      69,
      '1',
      0,
    ],
    [
      'goes on in the tiers of the period',
      priceOf({ scheme: 'graduated', tiers }, { chargedBefore: decimal(8) }),
      10,
      '1',
      2,
    ],
  ])('%s', (_title, price, amount, step, expected) => {
    expect(stepsAllowed(price, amount, step)).toBe(expected)
  })

  it('counts what other usage costs once a hold that made it cheap is released', () => {
    const price = priceOf({ scheme: 'volume', tiers })
    const held = withHold(limited(price, 145), { meterId, units: decimal(5) })
    // Nine units cost 145, eleven 72 and fourteen 78.
    expect(refusalOf(held, [use('9')])).toBe('spending_limit_reached')
    expect(refusalOf(held, [use('10')])).toBe('spending_limit_reached')
    expect(refusalOf(held, [use('4')])).toBeNull()
    expect(refusalOf(limited(price, 145), [use('11')])).toBeNull()
    const used = withUse(held, use('4'))
    const amounts = ['0', '2.5', '5'].map((released) =>
      spentAmount(withoutHold(used, { meterId, units: decimal(released) }), subscriptionId),
    )
    expect(Math.max(...amounts)).toBeLessThanOrEqual(145)
    expect(allowanceOf(used, use('1')).remainingAmount).toBe(0)
  })

  it('is never passed, whatever is used of what is held', () => {
    const price = priceOf({ scheme: 'volume', tiers })
    for (let units = 0; units <= 30; units += 1) {
      const held = withHold(limited(price, 150), { meterId, units: decimal(units) })
      const spent = spentAmount(held, subscriptionId)
      for (
        let used = zero;
        compareDecimals(used, decimal(units)) <= 0;
        used = addDecimals(used, decimal(1))
      ) {
        expect(priceUsage(price, { consumed: used, credited: zero }).amount).toBeLessThanOrEqual(
          spent,
        )
      }
    }
  })
})
