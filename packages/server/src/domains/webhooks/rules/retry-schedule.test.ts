import { describe, expect, it } from 'vitest'
import { deliveryAfterAttempt, nextAttemptAt } from './retry-schedule.ts'

const now = new Date('2031-05-01T12:00:00Z')
const secondsAfter = (attempts: number, jitter: number) => {
  const at = nextAttemptAt(attempts, now, jitter)
  return at === null ? null : (at.getTime() - now.getTime()) / 1000
}

const minute = 60
const hour = 60 * minute

describe('an event that failed', () => {
  it.each([
    [1, 5],
    [2, 30],
    [3, 2 * minute],
    [4, 10 * minute],
    [5, hour],
    [6, 3 * hour],
    [7, 6 * hour],
    [8, 12 * hour],
    [9, 24 * hour],
  ])('%i times is retried after %i seconds', (attempts, seconds) => {
    expect(secondsAfter(attempts, 0)).toBe(seconds)
    expect(secondsAfter(attempts, -1)).toBeCloseTo(0.9 * seconds)
    expect(secondsAfter(attempts, 1)).toBeCloseTo(1.1 * seconds)
  })

  it.each([10, 11])('%i times is not retried', (attempts) => {
    expect(secondsAfter(attempts, 0)).toBeNull()
  })
})

const after = (attempts: number, attemptsBefore: number, succeeded: boolean) =>
  deliveryAfterAttempt({ attempts, attemptsBefore }, { succeeded, now, jitter: 0 })
const soon = new Date('2031-05-01T12:00:05Z')
const tomorrow = new Date('2031-05-02T12:00:00Z')

describe('a delivery after an attempt', () => {
  it.each([
    [0, 0, true, 'delivered', null],
    [9, 0, true, 'delivered', null],
    [0, 0, false, 'waiting', soon],
    [8, 0, false, 'waiting', tomorrow],
    [9, 0, false, 'failed', null],
    [10, 10, false, 'waiting', soon],
    [18, 10, false, 'waiting', tomorrow],
    [19, 10, false, 'failed', null],
  ] as const)(
    'with %i attempts, %i of them before a restart, succeeded: %s',
    (attempts, attemptsBefore, succeeded, state, nextAttempt) => {
      expect(after(attempts, attemptsBefore, succeeded)).toEqual({
        state,
        attempts: attempts + 1,
        nextAttemptAt: nextAttempt,
      })
    },
  )
})
