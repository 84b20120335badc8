import { orderStatuses } from '@guildhall/contract/orders/order-shapes'
import { refundStatuses } from '@guildhall/contract/orders/refund-shapes'
import { expect, test } from 'vitest'
import { lifecycleFaults } from '../../../kernel/lifecycle.ts'
import { canBecome, isStep, orderLifecycle, refundLifecycle } from './lifecycles.ts'

test('the lifecycles are consistent and have the statuses of the contract', () => {
  expect(lifecycleFaults(refundLifecycle)).toEqual([])
  expect(Object.keys(orderLifecycle.moves)).toEqual([
    'pending',
    'paid',
    'partially_refunded',
    'refunded',
  ])
  expect(Object.keys(orderLifecycle.moves).toSorted()).toEqual([...orderStatuses].toSorted())
  expect(Object.keys(refundLifecycle.moves).toSorted()).toEqual([...refundStatuses].toSorted())
  expect(lifecycleFaults(orderLifecycle)).toEqual([])
})

test('a paid order moves freely between its three statuses, and never back to pending', () => {
  const paid = ['paid', 'partially_refunded', 'refunded'] as const
  for (const from of paid) {
    for (const to of paid) expect(canBecome(from, to)).toBe(true)
    expect(canBecome(from, 'pending')).toBe(false)
  }
  expect(canBecome('pending', 'paid')).toBe(true)
  expect(canBecome('pending', 'refunded')).toBe(false)
})

test.each([
  ['pending', ['succeeded', 'failed', 'canceled']],
  ['succeeded', ['failed', 'canceled']],
  ['failed', []],
  ['canceled', []],
] as const)('the steps of a refund that is %s', (from, steps) => {
  expect(refundStatuses.filter((to) => isStep(from, to))).toEqual(steps)
})
