import type { Id } from '@guildhall/contract/primitives'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { offeredPlans, type Plan, plansRefusal } from './portal-plans.ts'

const plan = (change: Partial<Plan> = {}): Plan => ({
  id: newId('product'),
  isArchived: false,
  visibility: 'public',
  recurringInterval: 'month',
  prices: [{ amountType: 'fixed', priceCurrency: 'usd' }],
  ...change,
})

const unsuitable: readonly (readonly [string, Partial<Plan>])[] = [
  ['archived', { isArchived: true }],
  ['a one-time purchase', { recurringInterval: null }],
  ['of a price that buyers choose', { prices: [{ amountType: 'custom', priceCurrency: 'usd' }] }],
  ['billed by usage', { prices: [{ amountType: 'metered_unit', priceCurrency: 'usd' }] }],
]

describe('a customer may change to', () => {
  const currency = 'usd'

  it('public and unlisted plans of the seller, free or at a fixed price', () => {
    const offered = [
      plan(),
      plan({ visibility: 'unlisted', recurringInterval: 'year' }),
      plan({ prices: [{ amountType: 'free' }] }),
    ]
    expect(offeredPlans(offered, { currency })).toEqual(offered)
  })

  it.each([
    ...unsuitable,
    ['private', { visibility: 'private' }] as const,
    ['in another currency', { prices: [{ amountType: 'fixed', priceCurrency: 'eur' }] }] as const,
  ])('no product that is %s', (_, change) => {
    expect(offeredPlans([plan(change)], { currency })).toEqual([])
  })
})

describe('a seller can list', () => {
  const basic = plan()
  const hidden = plan({ visibility: 'private' })

  const refusal = (
    requested: readonly Id<'product'>[],
    found: readonly Plan[],
    current: readonly Id<'product'>[] = [],
  ) => {
    const refused = plansRefusal({ requested, found, current })
    return refused && [refused.refused, refused.details?.['loc']]
  }

  it('plans that customers can change to', () => {
    expect(refusal([basic.id], [basic])).toBeNull()
  })

  it.each(unsuitable)('no product that is %s', (_, change) => {
    const other = plan(change)
    expect(refusal([basic.id, other.id], [basic, other])).toEqual([
      'portal_plan_unsuitable',
      ['body', 'plans', 1],
    ])
  })

  it('neither private nor unknown products, nor one twice', () => {
    const at = (index: number) => ['body', 'plans', index]
    expect(refusal([hidden.id], [hidden])).toEqual(['portal_plan_private', at(0)])
    expect(refusal([basic.id], [])).toEqual(['portal_plan_unknown', at(0)])
    expect(refusal([basic.id, basic.id], [basic])).toEqual(['portal_plan_twice', at(1)])
  })

  it('what it lists already, although it is no longer offered', () => {
    expect(refusal([basic.id, hidden.id], [basic, hidden], [hidden.id])).toBeNull()
  })
})
