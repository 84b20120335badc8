import { expect, test } from 'vitest'
import type { Metrics } from '../platform/metrics/metrics.ts'
import type { TaskContext } from '../platform/queue.ts'
import { measuredSweeps, measuredTasks } from './measured-work.ts'

const signal = new AbortController().signal
const context = { jobId: '7', attempt: 2 } as TaskContext

/** Looks at each instant one second later than before. */
function ticking() {
  let milliseconds = 0
  const monotonicMilliseconds = () => {
    milliseconds += 1000
    return milliseconds
  }
  return { now: () => new Date(), monotonicMilliseconds }
}

const done = () => Promise.resolve()
const fails = () => Promise.reject(new Error('not this time'))

test('of a job is told whether it was done and how long it took, and it goes on as it was', async () => {
  const told: Parameters<Metrics['jobEnded']>[0][] = []
  const given: unknown[] = []
  const metrics = { jobEnded: (job: (typeof told)[number]) => void told.push(job) }
  const noted = async (...all: unknown[]) => void given.push(...all)
  const tasks = measuredTasks({ noted, fails }, metrics, ticking())
  await tasks['noted']?.({ id: 1 }, context)
  await expect(tasks['fails']?.({}, context)).rejects.toThrow('not this time')
  expect(given).toEqual([{ id: 1 }, context])
  expect(told).toEqual([
    { task: 'noted', outcome: 'done', seconds: 1 },
    { task: 'fails', outcome: 'failed', seconds: 1 },
  ])
})

test('of a sweep is told the same for each look', async () => {
  const told: Parameters<Metrics['sweepEnded']>[0][] = []
  const metrics = { sweepEnded: (look: (typeof told)[number]) => void told.push(look) }
  const sweeps = [
    { name: 'well', restMilliseconds: 5, afterNewsMilliseconds: 1, run: done },
    { name: 'badly', restMilliseconds: 7, run: fails },
  ]
  const [well, badly] = measuredSweeps(sweeps, metrics, ticking())
  await well?.run(signal)
  await expect(badly?.run(signal)).rejects.toThrow('not this time')
  expect([well, badly]).toMatchObject(
    sweeps.map(({ name, restMilliseconds }) => ({ name, restMilliseconds })),
  )
  expect(told).toEqual([
    { sweep: 'well', outcome: 'done', seconds: 1 },
    { sweep: 'badly', outcome: 'failed', seconds: 1 },
  ])
})
