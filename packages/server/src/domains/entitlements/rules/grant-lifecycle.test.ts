import { grantStatuses } from '@guildhall/contract/entitlements/grant-shapes'
import { expect, test } from 'vitest'
import { lifecycleFaults } from '../../../kernel/lifecycle.ts'
import { grantLifecycle, retryObstacle, statusAfter } from './grant-lifecycle.ts'

test('the lifecycle has exactly the statuses of the contract, and no dead end', () => {
  expect(Object.keys(grantLifecycle.moves).toSorted()).toEqual([...grantStatuses].toSorted())
  expect(lifecycleFaults(grantLifecycle)).toEqual([])
})

test('an impossible move is an assertion failure', () => {
  expect(() => statusAfter('waiting', 'deliver')).toThrow('a grant that is waiting can’t deliver')
})

test('what is held stays granted while it is sent again', () => {
  expect(statusAfter('granted', 'send')).toBe('granted')
  expect(statusAfter('failed', 'send')).toBe('pending')
})

test.each([
  ['failed', true, false, null],
  ['pending', true, false, null],
  ['granted', true, false, null],
  ['waiting', true, true, 'the customer has to connect an account first.'],
  ['revoked', true, true, null],
  ['revoked', true, false, 'it was revoked.'],
  ['granted', false, false, 'its benefit isn’t delivered by another service.'],
])('a grant that is %s (external: %s, error: %s) can’t be retried: %s', (...facts) => {
  const [status, isExternal, hasError, obstacle] = facts
  expect(retryObstacle({ status, isExternal, hasError })).toBe(obstacle)
})
