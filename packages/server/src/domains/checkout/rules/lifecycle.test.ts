import { expect, test } from 'vitest'
import { lifecycleFaults } from '../../../kernel/lifecycle.ts'
import { checkoutLifecycle, isOver } from './lifecycle.ts'

test('every status is reached, and ends where it is meant to', () => {
  expect(lifecycleFaults(checkoutLifecycle)).toEqual([])
})

test('an hour is over at its last instant', () => {
  const expiresAt = new Date('2030-01-01T01:00:00Z')
  expect(isOver({ expiresAt }, new Date('2030-01-01T00:59:59.999Z'))).toBe(false)
  expect(isOver({ expiresAt }, expiresAt)).toBe(true)
})
