import { benefitId } from '@guildhall/contract/benefits/shapes'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { decideBenefits } from './product-parts.ts'

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const benefit = (number: number) => z.parse(benefitId, uuid(number))

/** 1 to 4; 3 and 4 can’t be selected. */
const known = [1, 2, 3, 4].map((number) => ({
  id: benefit(number),
  description: `Benefit ${number}`,
  selectable: number < 3,
}))
const some = (numbers: readonly number[]) => known.filter((_, index) => numbers.includes(index + 1))

describe('the benefits of a product', () => {
  it.each<[string, number[], number[], string | null]>([
    ['none', [], [], null],
    ['new ones', [], [1, 2], null],
    ['fewer', [1, 2], [2], null],
    ['in another order', [1, 3], [3, 1], null],
    ['an unknown one', [], [1, 9], 'product_benefit_unknown benefits.1'],
    ['one twice', [1], [1, 2, 1], 'product_benefit_twice benefits.2'],
    ['one that can’t be added', [1], [1, 3], 'product_benefit_fixed benefits.1'],
    ['one that can’t be removed', [1, 3], [1], 'product_benefit_fixed benefits'],
    [
      'one that is there and one that can’t be added',
      [3],
      [4, 3],
      'product_benefit_fixed benefits.0',
    ],
  ])('%s', (_what, current, wanted, refused) => {
    const facts = { current: some(current), held: some(wanted) }
    const refusal = decideBenefits(facts, wanted.map(benefit))
    const loc: unknown = refusal?.details?.['loc']
    const place = Array.isArray(loc) ? loc.slice(1).join('.') : ''
    expect(refusal === null ? null : `${refusal.refused} ${place}`).toBe(refused)
  })

  it('say which one stays', () => {
    const facts = { current: some([3]), held: [] }
    expect(decideBenefits(facts, [])?.details).toMatchObject({ description: 'Benefit 3' })
  })
})
