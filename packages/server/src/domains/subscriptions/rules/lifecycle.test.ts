import { subscriptionStatuses } from '@guildhall/contract/subscriptions/subscription-statuses'
import { expect, test } from 'vitest'
import { drawLifecycle, lifecycleFaults } from '../../../kernel/lifecycle.ts'
import {
  hasEnded,
  isActive,
  isBillable,
  isOverdue,
  statusAfter,
  subscriptionLifecycle,
} from './lifecycle.ts'

test('the lifecycle has exactly the statuses of the contract, and no dead end', () => {
  expect(Object.keys(subscriptionLifecycle.moves).toSorted()).toEqual(
    [...subscriptionStatuses].toSorted(),
  )
  expect(lifecycleFaults(subscriptionLifecycle)).toEqual([])
})

test('the lifecycle can be drawn', () => {
  expect(drawLifecycle(subscriptionLifecycle)).toContain('past_due --> unpaid: suspend')
})

test.each([
  ['incomplete', []],
  ['incomplete_expired', ['ended']],
  ['trialing', ['active', 'billable']],
  ['active', ['active', 'billable']],
  ['past_due', ['billable', 'overdue']],
  ['unpaid', ['overdue']],
  ['canceled', ['ended']],
] as const)('%s is %j', (status, expected) => {
  const predicates = { active: isActive, billable: isBillable, overdue: isOverdue, ended: hasEnded }
  const holding = Object.entries(predicates).flatMap(([name, holds]) => (holds(status) ? name : []))
  expect(holding).toEqual(expected)
})

test('an impossible move is an assertion failure', () => {
  expect(() => statusAfter('canceled', 'recover')).toThrow(
    'a subscription that is canceled can’t recover',
  )
})
