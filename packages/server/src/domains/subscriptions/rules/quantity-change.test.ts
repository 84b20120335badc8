import { describe, expect, test } from 'vitest'
import { april, changed, middle, nets, renewed } from '../../../../test/product-changes.ts'
import { fixed, on, product, settled, subscribed } from '../../../../test/subscription-facts.ts'
import { subscriptionAmount } from './amounts.ts'
import { decideProductChange } from './product-change.ts'

const basic = product('Basic', [fixed(3000)])
const plus = product('Plus', [fixed(9000)])

describe('a change of the quantity', () => {
  const facts = subscribed(basic, april)
  const third = on('2030-04-21')

  test('prorates the difference, truncated towards zero', () => {
    const plan = product('Odd', [fixed(100)])
    const odd = subscribed(plan, april)
    const change = { product: plan, mode: 'prorate' } as const
    const more = changed(odd, { ...change, quantity: 3 }, third)
    expect(nets(more.entries)).toEqual([66])
    expect(more.entries[0]?.label).toBe('Odd × 3 instead of 1 — From Apr 21, 2030 to May 1, 2030')
    expect(nets(changed(more.after, { ...change, quantity: 1 }, third).entries)).toEqual([-66])
  })

  test('multiplies the price of later periods', () => {
    const { after } = changed(facts, { product: basic, mode: 'invoice', quantity: 4 }, third)
    expect(subscriptionAmount(after)).toBe(12_000)
    expect(renewed(after).order?.entries).toMatchObject([{ label: 'Basic × 4', amount: 12_000 }])
  })

  test('is kept by a change of the product', () => {
    const more = changed(facts, { product: basic, mode: 'invoice', quantity: 4 }, april)
    const plan = changed(settled(facts, more), { product: plus, mode: 'invoice' })
    expect(nets(plan.order?.entries)).toEqual([-6000, 18_000])
  })

  test('to zero is impossible', () => {
    const change = { product: plus, mode: 'invoice', quantity: 0 } as const
    expect(() => decideProductChange(facts, change, middle)).toThrow('at least one')
  })
})
