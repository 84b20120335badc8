import { describe, expect, test } from 'vitest'
import { fixed, on, product, subscribed } from '../../../../test/subscription-facts.ts'
import { accept } from '../../../kernel/refusal.ts'
import { subscriptionAmount } from './amounts.ts'
import type { Entry, Plan, SubscriptionFacts } from './facts.ts'
import { type ChangePlan, type ChangeWish, planChange } from './plan-change.ts'
import { planRenewal } from './renewal.ts'

const basic = product('Basic', [fixed(3000)])
const plus = product('Plus', [fixed(9000)])

const april = on('2030-04-01')
const middle = on('2030-04-16')

const changed = (facts: SubscriptionFacts, wish: ChangeWish, now = middle): ChangePlan =>
  accept(planChange(facts, wish, now))
const renewed = (facts: SubscriptionFacts): Plan => accept(planRenewal(facts, facts.period.end))

const nets = (entries: readonly Entry[] | undefined): readonly number[] =>
  (entries ?? []).map(({ amount, discountAmount }) => amount - discountAmount)

describe('more or fewer of the same', () => {
  const facts = subscribed(basic, april)
  const third = on('2030-04-21')

  test('the difference for the rest of the period, rounded towards zero', () => {
    const plan = product('Odd', [fixed(100)])
    const odd = subscribed(plan, april)
    const wish = { product: plan, mode: 'prorate' } as const
    const more = changed(odd, { ...wish, quantity: 3 }, third)
    expect(nets(more.entries)).toEqual([66])
    expect(more.entries[0]?.label).toBe('Odd × 3 instead of 1 — From Apr 21, 2030 to May 1, 2030')
    expect(nets(changed(more.after, { ...wish, quantity: 1 }, third).entries)).toEqual([-66])
  })

  test('each period costs as many', () => {
    const { after } = changed(facts, { product: basic, mode: 'invoice', quantity: 4 }, third)
    expect(subscriptionAmount(after)).toBe(12_000)
    expect(renewed(after).order?.entries).toMatchObject([{ label: 'Basic × 4', amount: 12_000 }])
  })

  test('another product keeps as many', () => {
    const { after } = changed(facts, { product: basic, mode: 'invoice', quantity: 4 }, april)
    const plan = changed(after, { product: plus, mode: 'invoice' })
    expect(nets(plan.order?.entries)).toEqual([-6000, 18_000])
  })

  test('not none', () => {
    const wish = { product: plus, mode: 'invoice', quantity: 0 } as const
    expect(() => planChange(facts, wish, middle)).toThrow('at least one')
  })
})
