import { expect, test } from 'vitest'
import { systemClock } from '../clock.ts'
import { createLocalLimit } from './local-limit.ts'

test('each subject has its calls in a window, and is told how long to wait', () => {
  let milliseconds = 1_000
  const clock = { ...systemClock, monotonicMilliseconds: () => milliseconds }
  const count = createLocalLimit(clock, { requestsMax: 2, windowSeconds: 10 })
  expect([count('ann'), count('ann'), count('ann')]).toEqual([null, null, 10])
  expect(count('bea')).toBeNull()
  milliseconds += 7_500
  expect(count('ann')).toBe(3)
  milliseconds += 2_500
  expect([count('ann'), count('ann'), count('ann')]).toEqual([null, null, 10])
})
