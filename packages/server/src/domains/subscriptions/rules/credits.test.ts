import { id } from '@guildhall/contract/primitives'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  cents,
  fixed,
  on,
  product,
  settled,
  subscribed,
} from '../../../../test/subscription-facts.ts'
import { accept } from '../../../kernel/refusal.ts'
import { orderTax, taxableAmount } from './amounts.ts'
import { creditsFor, creditsOf } from './credits.ts'
import type { Settlement, SubscriptionFacts } from './facts.ts'
import { decideProductChange } from './product-change.ts'

const priceId = id('productPrice').parse('00000000-0000-7000-8000-000000000001')
const rest = { start: on('2030-04-16'), end: on('2030-05-01') }

let made = 0
const uuid = () => `00000000-0000-7000-8000-${String((made += 1)).padStart(12, '0')}`

function paid(netAmount: number, taxAmount: number, change: Partial<Settlement> = {}): Settlement {
  return {
    orderId: id('order').parse(uuid()),
    orderItemId: id('orderItem').parse(uuid()),
    productPriceId: priceId,
    netAmount: cents(netAmount),
    taxAmount: cents(taxAmount),
    creditedAmount: cents(0),
    creditedTaxAmount: cents(0),
    orderLeft: { amount: cents(netAmount), taxAmount: cents(taxAmount) },
    ...change,
  }
}

const left = (amount: number, taxAmount: number) => ({
  orderLeft: { amount: cents(amount), taxAmount: cents(taxAmount) },
})

const claim = (amount: number) => ({
  productPriceId: priceId,
  amount: cents(amount),
  label: '',
  rest,
})

const credited = (settlements: readonly Settlement[], ...amounts: readonly number[]) =>
  creditsFor({ settlements, waiting: [] }, amounts.map(claim)).map(({ amount, reverses }) => [
    amount,
    reverses?.taxAmount,
  ])

describe('a credit', () => {
  test('carries its share of the tax that was paid', () => {
    expect(credited([paid(1000, 190)], 500)).toEqual([[-500, -95]])
  })

  test.each([
    [
      'an item that was credited before',
      paid(1000, 190, { creditedAmount: cents(700), creditedTaxAmount: cents(133) }),
      [[-300, -57]],
    ],
    ['an order that was refunded in part', paid(1000, 190, left(400, 76)), [[-400, -76]]],
    ['an order that was refunded whole', paid(1000, 190, left(0, 0)), []],
    ['an order whose tax was refunded alone', paid(1000, 190, left(1000, 0)), [[-1000, 0]]],
  ])('of %s is what is left', (_what, settlement, expected) => {
    expect(credited([settlement], 1000)).toEqual(expected.length === 0 ? [] : expected)
  })

  test('takes the latest payment first', () => {
    expect(credited([paid(300, 0), paid(1000, 190)], 500)).toEqual(
      [
        [-300, -0],
        [-200, -38],
      ].map((pair) => pair.map((amount) => cents(amount))),
    )
  })

  test('of two prices of one order shares what is left of it', () => {
    const order = paid(1000, 0, left(600, 0))
    const other = { ...paid(1000, 0, left(600, 0)), orderId: order.orderId }
    expect(credited([order, other], 500, 500)).toEqual([
      [-500, 0],
      [-100, 0],
    ])
  })

  test('of another price is not touched', () => {
    const other = { ...paid(1000, 190), productPriceId: id('productPrice').parse(uuid()) }
    expect(credited([other], 500)).toEqual([])
  })
})

const amounts = fc.integer({ min: 1, max: 1_000_000 })

test('credits in any parts never exceed what was paid, and all of it carries all of its tax', () => {
  fc.assert(
    fc.property(
      amounts,
      fc.nat(30),
      fc.array(amounts, { maxLength: 12 }),
      (net, percent, parts) => {
        const tax = Math.round((net * percent) / 100)
        let settlement = paid(net, tax)
        for (const part of [...parts, net]) {
          const [credit] = creditsOf(
            creditsFor({ settlements: [settlement], waiting: [] }, [claim(part)]),
          )
          if (credit === undefined) continue
          settlement = {
            ...settlement,
            creditedAmount: cents(settlement.creditedAmount + credit.amount),
            creditedTaxAmount: cents(settlement.creditedTaxAmount + credit.taxAmount),
          }
        }
        expect([settlement.creditedAmount, settlement.creditedTaxAmount]).toEqual([net, tax])
      },
    ),
  )
})

const plans = [
  product('A', [fixed(100_000)]),
  product('B', [fixed(1000)]),
  product('C', [fixed(50_000)]),
]
const step = fc.record({
  plan: fc.constantFrom(...plans),
  mode: fc.constantFrom('invoice' as const, 'prorate' as const),
  hours: fc.integer({ min: 0, max: 60 }),
  taxPercent: fc.constantFrom(0, 27),
})

test('no tax is given back that was not paid, wherever the customer moves between changes', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), fc.constantFrom(0, 27), (steps, first) => {
      const start = on('2030-04-01')
      let facts: SubscriptionFacts = subscribed(plans[0] ?? product('A', []), start)
      facts = settledWith(facts, first)
      let tax = Math.round((100_000 * first) / 100)
      let now = start.getTime()
      for (const { plan, mode, hours, taxPercent } of steps) {
        now += hours * 3_600_000
        const decision = decideProductChange(facts, { product: plan, mode }, new Date(now))
        if ('refused' in decision) continue
        const order = accept(decision).order ?? { entries: [] }
        const taxable = taxableAmount(order)
        tax += orderTax(order, cents(Math.round((taxable * taxPercent) / 100)))
        expect(taxable).toBeGreaterThanOrEqual(0)
        expect(tax).toBeGreaterThanOrEqual(-1)
        facts = settled(facts, decision, taxPercent)
      }
    }),
  )
})

/** As if its first order had been taxed. */
const settledWith = (facts: SubscriptionFacts, percent: number): SubscriptionFacts => ({
  ...facts,
  settlements: facts.settlements.map((one) => {
    const taxAmount = cents(Math.round((one.netAmount * percent) / 100))
    return { ...one, taxAmount, orderLeft: { ...one.orderLeft, taxAmount } }
  }),
})
