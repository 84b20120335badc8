import { describe, expect, it } from 'vitest'
import { firstLookAt, nextLookAt } from './resumption.ts'

const begunAt = new Date('2026-03-01T12:00:00Z')
const seconds = (count: number): Date => new Date(begunAt.getTime() + count * 1000)
const ofBuyer = { begunAt, paymentMethodId: null }
const withoutBuyer = { begunAt, paymentMethodId: 'a method' }

it('a payment is first looked after when its process would long have carried it out', () => {
  expect(firstLookAt(begunAt)).toEqual(seconds(25))
})

describe('a payment that is pending yet', () => {
  it.each([
    [25, 40],
    [30, 45],
    [100, 150],
    [7200, 10_800],
    [100_000, 121_600],
  ])(
    '%i seconds after it began, at a processor that is away, is looked after at %i',
    (at, next) => {
      expect(nextLookAt(ofBuyer, false, seconds(at))).toEqual(seconds(next))
    },
  )

  it('is left to its buyer, or to a call, once the processor has answered', () => {
    expect(nextLookAt(ofBuyer, true, seconds(30))).toBeNull()
  })

  it.each([true, false])('without a buyer is asked about each minute', (isAnswered) => {
    expect(nextLookAt(withoutBuyer, isAnswered, seconds(9000))).toEqual(seconds(9060))
  })
})
