import { subscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-shapes'
import { expect, test } from 'vitest'
import { drawLifecycle, lifecycleFaults } from '../../../kernel/lifecycle.ts'
import { hasEnded, isActive, isBillable, moved, subscriptionLifecycle } from './lifecycle.ts'

test('has the statuses of the contract and no other, and no dead end', () => {
  expect(Object.keys(subscriptionLifecycle.moves).toSorted()).toEqual(
    [...subscriptionStatuses].toSorted(),
  )
  expect(lifecycleFaults(subscriptionLifecycle)).toEqual([])
})

test('is drawn', () => {
  expect(drawLifecycle(subscriptionLifecycle)).toContain('past_due --> unpaid: rest')
})

test.each([
  ['incomplete', false, false, false],
  ['incomplete_expired', false, false, true],
  ['trialing', true, true, false],
  ['active', true, true, false],
  ['past_due', false, true, false],
  ['unpaid', false, false, false],
  ['canceled', false, false, true],
] as const)('%s: active %s, billable %s, ended %s', (status, active, billable, ended) => {
  expect([isActive(status), isBillable(status), hasEnded(status)]).toEqual([
    active,
    billable,
    ended,
  ])
})

test('a move that the table doesn’t have is a mistake of ours', () => {
  expect(() => moved('canceled', 'recover')).toThrow(
    'a subscription that is canceled can’t recover',
  )
})
