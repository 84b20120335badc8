import { describe, expect, it } from 'vitest'
import { activitySince, paymentsOf, windowsAt } from './windows.ts'

const now = new Date('2030-05-20T12:00:00Z')

describe('what is near enough', () => {
  it('ends in seven days, was paid an hour ago, or stopped in the last seven days', () => {
    expect(windowsAt(now)).toEqual({
      endsBefore: new Date('2030-05-27T12:00:00Z'),
      paidBefore: new Date('2030-05-20T11:00:00Z'),
      stoppedSince: new Date('2030-05-13T12:00:00Z'),
    })
  })

  it('happened in the last thirty days', () => {
    expect(activitySince(now)).toEqual(new Date('2030-04-20T12:00:00Z'))
  })
})

describe('payments', () => {
  it.each([
    [null, 'sandbox'],
    ['sk_test_51', 'test'],
    ['rk_test_51', 'test'],
    ['sk_live_51', 'live'],
    ['rk_live_51', 'live'],
  ])('with the key %s are %s', (key, expected) => {
    expect(paymentsOf(key)).toBe(expected)
  })
})
