import { checkoutStatuses } from '@guildhall/contract/checkout/checkout-statuses'
import { expect, it } from 'vitest'
import { restartRefusal } from './restart.ts'

const expiresAt = new Date('2030-01-01T13:00:00Z')
const before = new Date('2030-01-01T12:59:59.999Z')

const renewable = (now: Date) =>
  checkoutStatuses.filter((status) => restartRefusal({ status, expiresAt }, now) === null)

it('only an expired or failed checkout can be restarted', () => {
  expect(renewable(before)).toEqual(['expired', 'failed'])
  expect(renewable(expiresAt)).toEqual(['open', 'expired', 'failed'])
})
