import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cents,
  due,
  fixed,
  off,
  on,
  percent,
  product,
  settled,
  subscribed,
} from '../../../../test/subscription-facts.ts'
import { accept, isRefused } from '../../../kernel/refusal.ts'
import { orderAmounts } from './amounts.ts'
import type { SubscriptionFacts } from './facts.ts'
import { decideProductChange } from './product-change.ts'
import { decideRenewal } from './renewal.ts'

const startDay = on('2028-01-31')
const plus = (instant: Date, milliseconds: number): Date =>
  new Date(instant.getTime() + milliseconds)

const prices = fc.integer({ min: 50, max: 99_999_999 })
const anyDiscount = fc.option(
  fc.oneof(
    fc.integer({ min: 1, max: 100 }).map((share) => percent(share)),
    fc.nat(99_999_999).map((amount) => off(amount)),
  ),
)
const discounted = (discount: ReturnType<typeof percent> | null) => discount && { discount }
const steps = fc.array(
  fc.record({ amount: prices, seconds: fc.integer({ min: 0, max: 40 * 86_400 }) }),
  { maxLength: 20 },
)

test('k changes cost the prices in effect, weighted by time, within k cents', () => {
  fc.assert(
    fc.property(
      prices,
      steps,
      anyDiscount,
      fc.constantFrom('invoice', 'prorate'),
      (first, changes, discount, mode) => {
        const facts = subscribed(product('p0', [fixed(first)]), startDay, {
          ...discounted(discount),
        })
        const length = facts.period.end.getTime() - startDay.getTime()
        const instants = changes
          .map(({ seconds }) => Math.min(seconds * 1000, length))
          .toSorted((one, other) => one - other)
        let after = facts
        let billed = currentNet(facts)
        let weighted = 0
        let since = 0
        let made = 0
        for (const [at, { amount }] of changes.entries()) {
          const now = instants[at] ?? 0
          const plan = decideProductChange(
            after,
            { product: product(`q${at}`, [fixed(amount)]), mode },
            plus(startDay, now),
          )
          if (isRefused(plan)) throw new Error(plan.refused)
          made += 1
          billed += orderAmounts({ entries: plan.order?.entries ?? plan.entries }).netAmount
          weighted += (currentNet(after) * (now - since)) / length
          since = now
          after = settled(after, plan)
        }
        weighted += (currentNet(after) * (length - since)) / length
        expect(Math.abs(billed - weighted)).toBeLessThanOrEqual(made + 1e-3)
      },
    ),
  )
})

const currentNet = ({ prices: inForce }: SubscriptionFacts): number =>
  inForce.reduce((sum, { amount, discountAmount }) => sum + amount - discountAmount, 0)

test('prorating a whole period costs the whole price', () => {
  fc.assert(
    fc.property(prices, prices, anyDiscount, (old, next, discount) => {
      const facts = subscribed(product('Old', [fixed(old)]), startDay, { ...discounted(discount) })
      const change = { product: product('New', [fixed(next)]), mode: 'prorate' } as const
      const plan = accept(decideProductChange(facts, change, startDay))
      const { netAmount } = orderAmounts(plan)
      expect(netAmount).toBe(currentNet(plan.after) - currentNet(facts))
    }),
  )
})

test('a change and its reversal at the same instant cost nothing', () => {
  fc.assert(
    fc.property(prices, prices, fc.nat(31 * 86_400), (old, next, seconds) => {
      const first = product('Old', [fixed(old)])
      const facts = subscribed(first, startDay)
      const now = plus(startDay, seconds * 1000)
      const there = accept(
        decideProductChange(
          facts,
          { product: product('New', [fixed(next)]), mode: 'prorate' },
          now,
        ),
      )
      const back = accept(
        decideProductChange(there.after, { product: first, mode: 'prorate' }, now),
      )
      expect(orderAmounts({ entries: back.after.waiting }).netAmount).toBe(0)
    }),
  )
})

test('the discounts of the items add up to the discount', () => {
  const many = fc.array(prices, { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(many, fc.nat(99_999_999), (amounts, amount) => {
      const facts = subscribed(product('Many', amounts.map(fixed)), startDay, {
        discount: off(amount),
      })
      const plan = due(decideRenewal(facts, facts.period.end))
      const { subtotalAmount, discountAmount } = orderAmounts(plan.order ?? { entries: [] })
      expect(discountAmount).toBe(Math.min(amount, subtotalAmount))
      expect(cents(currentNet(plan.after))).toBe(subtotalAmount - discountAmount)
    }),
  )
})
