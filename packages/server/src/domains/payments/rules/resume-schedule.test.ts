import { describe, expect, it } from 'vitest'
import { confirmationEndsAt, firstCheckAt, isUnconfirmed, nextCheckAt } from './resume-schedule.ts'

const startedAt = new Date('2026-03-01T12:00:00Z')
const seconds = (count: number): Date => new Date(startedAt.getTime() + count * 1000)
const withBuyer = { startedAt, paymentMethodId: null, confirmBy: null }
const withStoredCard = { startedAt, paymentMethodId: 'a method', confirmBy: null }

it('a payment is first checked when its request would long have submitted it', () => {
  expect(firstCheckAt(startedAt)).toEqual(seconds(25))
})

describe('a pending payment', () => {
  it.each([
    [25, 40],
    [30, 45],
    [100, 150],
    [7200, 10_800],
    [100_000, 121_600],
  ])(
    'checked after %i seconds while the processor is unavailable is checked again after %i',
    (at, next) => {
      expect(nextCheckAt(withBuyer, false, seconds(at))).toEqual(seconds(next))
    },
  )

  it('is left to its buyer or a webhook once the processor has answered', () => {
    expect(nextCheckAt(withBuyer, true, seconds(30))).toBeNull()
  })

  it.each([true, false])('of a stored card is checked every minute', (isAnswered) => {
    expect(nextCheckAt(withStoredCard, isAnswered, seconds(9000))).toEqual(seconds(9060))
  })

  it('that its customer confirms is checked every minute', () => {
    const confirming = { ...withBuyer, confirmBy: seconds(900) }
    expect(nextCheckAt(confirming, true, seconds(100))).toEqual(seconds(160))
  })

  it('is unconfirmed a quarter of an hour after it started', () => {
    const confirming = { confirmBy: confirmationEndsAt(startedAt) }
    expect(isUnconfirmed(confirming, seconds(899))).toBe(false)
    expect(isUnconfirmed(confirming, seconds(900))).toBe(true)
    expect(isUnconfirmed(withStoredCard, seconds(900))).toBe(false)
  })
})
