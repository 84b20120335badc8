import { describe, expect, it } from 'vitest'
import { afterAttempt } from './after-attempt.ts'

const now = new Date('2031-05-01T12:00:00Z')
const after = (attempts: number, attemptsBefore: number, succeeded: boolean) =>
  afterAttempt({ attempts, attemptsBefore }, { succeeded, now, jitter: 0 })
const soon = new Date('2031-05-01T12:00:05Z')
const tomorrow = new Date('2031-05-02T12:00:00Z')

describe('an event that was sent', () => {
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
    '%i times before, %i of them on an earlier schedule, taken: %s',
    (attempts, attemptsBefore, succeeded, state, nextAttemptAt) => {
      expect(after(attempts, attemptsBefore, succeeded)).toEqual({
        state,
        attempts: attempts + 1,
        nextAttemptAt,
      })
    },
  )
})
