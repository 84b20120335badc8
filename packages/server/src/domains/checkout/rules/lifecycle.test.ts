import { expect, test } from 'vitest'
import { lifecycleFaults } from '../../../kernel/lifecycle.ts'
import { checkoutLifecycle, hasExpired } from './lifecycle.ts'

test('every status is reachable, and the final ones are final', () => {
  expect(lifecycleFaults(checkoutLifecycle)).toEqual([])
})

test('a checkout expires at the exact instant', () => {
  const expiresAt = new Date('2030-01-01T01:00:00Z')
  expect(hasExpired({ expiresAt }, new Date('2030-01-01T00:59:59.999Z'))).toBe(false)
  expect(hasExpired({ expiresAt }, expiresAt)).toBe(true)
})
