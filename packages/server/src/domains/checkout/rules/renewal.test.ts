import { checkoutStatuses } from '@guildhall/contract/checkout/checkout-shapes'
import { expect, it } from 'vitest'
import { renewalRefusal } from './renewal.ts'

const expiresAt = new Date('2030-01-01T13:00:00Z')
const before = new Date('2030-01-01T12:59:59.999Z')

const renewable = (now: Date) =>
  checkoutStatuses.filter((status) => renewalRefusal({ status, expiresAt }, now) === null)

it('a checkout can be begun again once nothing can be done with it any more', () => {
  expect(renewable(before)).toEqual(['expired', 'failed'])
  expect(renewable(expiresAt)).toEqual(['open', 'expired', 'failed'])
})
