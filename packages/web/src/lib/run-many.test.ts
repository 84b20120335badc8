import { expect, test } from 'vitest'
import { runMany } from './run-many.ts'

const items = Array.from({ length: 10 }, (_, n) => ({ n }))

test('at most four run at once, and one that fails keeps no other back', async () => {
  let running = 0
  let most = 0
  let settled = 0
  const done: number[] = []
  const outcome = await runMany(
    items,
    async ({ n }) => {
      running += 1
      most = Math.max(most, running)
      await new Promise((resolve) => setTimeout(resolve, 5))
      running -= 1
      if (n % 4 === 1) throw new Error(`no ${n}`)
      done.push(n)
    },
    {
      atOnceMax: 4,
      signal: new AbortController().signal,
      onSettled: () => {
        settled += 1
      },
    },
  )
  expect(most).toBe(4)
  expect(settled).toBe(10)
  expect(done.toSorted((a, b) => a - b)).toEqual([0, 2, 3, 4, 6, 7, 8])
  expect(outcome.failures.map(({ item, error }) => [item.n, String(error)])).toEqual([
    [1, 'Error: no 1'],
    [5, 'Error: no 5'],
    [9, 'Error: no 9'],
  ])
  expect(outcome.left).toEqual([])
})

test('what was not begun when it was stopped is left', async () => {
  const stop = new AbortController()
  const done: number[] = []
  const { failures, left } = await runMany(
    items,
    async ({ n }) => {
      done.push(n)
      if (n === 2) stop.abort()
      await Promise.resolve()
    },
    { atOnceMax: 1, signal: stop.signal, onSettled: () => undefined },
  )
  expect(done).toEqual([0, 1, 2])
  expect(failures).toEqual([])
  expect(left.map(({ n }) => n)).toEqual([3, 4, 5, 6, 7, 8, 9])
})
