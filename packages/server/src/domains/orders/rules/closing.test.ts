import { collectionStatuses } from '@guildhall/contract/orders/order-shapes'
import { describe, expect, test } from 'vitest'
import { lifecycleFaults } from '../../../kernel/lifecycle.ts'
import { collectionLifecycle, collectionStatusOf, decideClosing } from './closing.ts'

test('the lifecycle is consistent and has the statuses of the contract', () => {
  expect(lifecycleFaults(collectionLifecycle)).toEqual([])
  expect(Object.keys(collectionLifecycle.moves).toSorted()).toEqual(collectionStatuses.toSorted())
})

test.each([
  ['pending', null, 'open'],
  ['pending', 'void', 'void'],
  ['pending', 'uncollectible', 'uncollectible'],
  ['paid', null, 'paid'],
  ['refunded', null, 'paid'],
  ['partially_refunded', null, 'paid'],
] as const)('an order that is %s and stopped as %s is %s', (status, stoppedAs, collected) => {
  expect(collectionStatusOf({ status, stoppedAs })).toBe(collected)
})

describe('a seller', () => {
  test.each([
    ['open', null],
    ['uncollectible', null],
    ['void', 'order_void'],
    ['paid', 'order_paid'],
  ] as const)('who voids an order that is %s is answered %s', (from, refused) => {
    expect(decideClosing(from, 'void')?.refused ?? null).toBe(refused)
  })

  test.each([
    ['open', null],
    ['uncollectible', 'order_written_off'],
    ['void', 'order_void'],
    ['paid', 'order_paid'],
  ] as const)('who writes off an order that is %s is answered %s', (from, refused) => {
    expect(decideClosing(from, 'uncollectible')?.refused ?? null).toBe(refused)
  })
})
