import { describe, expect, it } from 'vitest'
import { nextAttemptAt } from './schedule.ts'

const now = new Date('2031-05-01T12:00:00Z')
const secondsAfter = (attempts: number, jitter: number) => {
  const at = nextAttemptAt(attempts, now, jitter)
  return at === null ? null : (at.getTime() - now.getTime()) / 1000
}

const minute = 60
const hour = 60 * minute

describe('what has failed', () => {
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
  ])('%i times, is sent again after %i seconds', (attempts, seconds) => {
    expect(secondsAfter(attempts, 0)).toBe(seconds)
    expect(secondsAfter(attempts, -1)).toBeCloseTo(0.9 * seconds)
    expect(secondsAfter(attempts, 1)).toBeCloseTo(1.1 * seconds)
  })

  it.each([10, 11])('%i times, is given up', (attempts) => {
    expect(secondsAfter(attempts, 0)).toBeNull()
  })
})
