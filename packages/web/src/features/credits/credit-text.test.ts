import { creditLotId } from '@guildhall/contract/usage/credit-shapes'
import { describe, expect, it } from 'vitest'
import { closingText, lotTitle, movementTitle } from './credit-text.ts'

describe('a movement', () => {
  it.each([
    ['burn', 'lot', 'Used'],
    ['burn', null, 'Used without credits'],
    ['cover', 'lot', 'Covered earlier usage'],
    ['cover', null, 'Usage without credits is covered'],
    ['restore', null, 'Returned: usage was corrected'],
  ] as const)('of the type %s with the lot %s is called “%s”', (type, lot, title) => {
    const lotId = lot === null ? null : creditLotId.parse('00000000-0000-7000-8000-000000000001')
    expect(movementTitle({ type, lotId })).toBe(title)
  })
})

it('a lot says where it came from, and why it is closed', () => {
  expect(lotTitle({ source: 'present' })).toBe('Given')
  expect(closingText({ closedBy: 'expiry' })).toBe('Expired')
  expect(closingText({ closedBy: null })).toBeNull()
})
