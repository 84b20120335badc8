import { expect, it } from 'vitest'
import { decideBenefitChange, decideType } from './benefit-change.ts'

it('an update with another type is refused', () => {
  expect(decideType({ type: 'custom' }, { type: 'custom' })).toBeNull()
  expect(decideType({ type: 'custom' }, { type: 'discord' })).toEqual({
    refused: 'benefit_type_fixed',
    details: { loc: ['body', 'type'] },
  })
})

it.each([
  [{}, {}],
  [{ description: null, metadata: undefined }, {}],
  [{ description: 'Old', metadata: { a: 1 } }, {}],
  [{ description: 'New' }, { description: 'New' }],
  [{ metadata: null }, { metadata: {} }],
  [{ metadata: { a: '1' } }, { metadata: { a: '1' } }],
])('the update %j changes %j', (input, expected) => {
  expect(decideBenefitChange({ description: 'Old', metadata: { a: 1 } }, input)).toEqual(expected)
})
