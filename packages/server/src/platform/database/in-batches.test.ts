import { expect, test } from 'vitest'
import { Failed, inBatches } from './in-batches.ts'

interface Trip {
  readonly asked: readonly number[]
  readonly answer: () => void
  readonly fail: (error: Error) => void
}

/** A round trip that ends when the test releases it; the answer to a number is its double. */
function journey(batchMax = 100) {
  const trips: Trip[] = []
  const double = inBatches<number, number>(
    (asked) =>
      new Promise((resolve, reject) => {
        trips.push({ asked, answer: () => resolve(asked.map((n) => n * 2)), fail: reject })
      }),
    batchMax,
  )
  return { trips, double }
}

const turn = () => new Promise(setImmediate)

test('the first question is sent immediately, later ones are batched while it is in flight', async () => {
  const { trips, double } = journey()
  const first = double(1)
  expect(trips.map(({ asked }) => asked)).toEqual([[1]])
  const others = [double(2), double(3), double(3)]
  await turn()
  expect(trips).toHaveLength(1)
  trips[0]?.answer()
  expect(await first).toBe(2)
  await turn()
  expect(trips.map(({ asked }) => asked)).toEqual([[1], [2, 3, 3]])
  trips[1]?.answer()
  expect(await Promise.all(others)).toEqual([4, 6, 6])
  void double(5).catch(() => undefined)
  expect(trips.map(({ asked }) => asked)).toEqual([[1], [2, 3, 3], [5]])
})

test('a failure affects only its own batch', async () => {
  const { trips, double } = journey()
  const first = double(1)
  const others = Promise.allSettled([double(2), double(3)])
  trips[0]?.fail(new Error('connection lost'))
  await expect(first).rejects.toThrow('connection lost')
  const lost = new Error('lost')
  trips[1]?.fail(lost)
  expect(await others).toEqual([
    { status: 'rejected', reason: lost },
    { status: 'rejected', reason: lost },
  ])
  const last = double(4)
  trips[2]?.answer()
  expect(await last).toBe(8)
})

test('a question fails alone where the others are answered', async () => {
  const odd = new Error('odd')
  const half = inBatches<number, number>(
    async (asked) => asked.map((n) => (n % 2 === 0 ? n / 2 : new Failed(odd))),
    100,
  )
  expect(await Promise.allSettled([8, 1, 6].map(half))).toEqual([
    { status: 'fulfilled', value: 4 },
    { status: 'rejected', reason: odd },
    { status: 'fulfilled', value: 3 },
  ])
})

test('no batch exceeds the maximum size', async () => {
  const { trips, double } = journey(2)
  const all = Promise.all([1, 2, 3, 4].map(double))
  for (const at of [0, 1, 2]) {
    trips[at]?.answer()
    await turn()
  }
  expect(trips.map(({ asked }) => asked)).toEqual([[1], [2, 3], [4]])
  expect(await all).toEqual([2, 4, 6, 8])
})

test('a batch is as heavy as allowed, and several may be in flight', async () => {
  const trips: (readonly number[])[] = []
  const ask = inBatches<number, number>(
    (asked) => {
      trips.push(asked)
      return turn().then(() => asked)
    },
    10,
    { weightOf: (weight) => weight, atOnce: 2 },
  )
  await Promise.all([1, 2, 4, 5, 2, 30, 3, 3].map(ask))
  expect(trips).toEqual([[1], [2], [4, 5], [2], [30], [3, 3]])
})
