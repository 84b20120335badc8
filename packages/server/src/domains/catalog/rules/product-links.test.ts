import { benefitId } from '@guildhall/contract/benefits/shapes'
import { describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { decideBenefits } from './product-links.ts'

const uuid = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`
const benefit = (number: number) => z.parse(benefitId, uuid(number))

/** Benefits 1 to 4, of which 3 and 4 are not selectable. */
const existing = [1, 2, 3, 4].map((number) => ({
  id: benefit(number),
  description: `Benefit ${number}`,
  selectable: number < 3,
}))
const some = (numbers: readonly number[]) =>
  existing.filter((_, index) => numbers.includes(index + 1))

describe('setting the benefits of a product', () => {
  it.each<[string, number[], number[], string | null]>([
    ['accepts an empty list', [], [], null],
    ['accepts new benefits', [], [1, 2], null],
    ['accepts fewer benefits', [1, 2], [2], null],
    ['accepts another order', [1, 3], [3, 1], null],
    ['refuses an unknown benefit', [], [1, 9], 'product_benefit_unknown benefits.1'],
    ['refuses a benefit that is listed twice', [1], [1, 2, 1], 'product_benefit_twice benefits.2'],
    [
      'refuses to add a benefit that is not selectable',
      [1],
      [1, 3],
      'product_benefit_fixed benefits.1',
    ],
    [
      'refuses to remove a benefit that is not selectable',
      [1, 3],
      [1],
      'product_benefit_fixed benefits',
    ],
    [
      'keeps one that is not selectable but refuses to add another',
      [3],
      [4, 3],
      'product_benefit_fixed benefits.0',
    ],
  ])('%s', (_title, current, requested, refused) => {
    const facts = { current: some(current), available: some(requested) }
    const refusal = decideBenefits(facts, requested.map(benefit))
    const loc: unknown = refusal?.details?.['loc']
    const field = Array.isArray(loc) ? loc.slice(1).join('.') : ''
    expect(refusal === null ? null : `${refusal.refused} ${field}`).toBe(refused)
  })

  it('names the benefit that cannot be removed', () => {
    const facts = { current: some([3]), available: [] }
    expect(decideBenefits(facts, [])?.details).toMatchObject({ description: 'Benefit 3' })
  })
})
