import { expect, test } from 'vitest'
import type { TaskContext } from '../platform/queue.ts'
import type { Metrics } from '../platform/telemetry/metrics.ts'
import { measuredSweeps, measuredTasks } from './measured-jobs.ts'

const signal = new AbortController().signal
const context = { jobId: '7', attempt: 2 } as TaskContext

/** Advances by a second at each reading. */
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

test('jobs run unchanged, with outcome and duration recorded', async () => {
  const reported: Parameters<Metrics['jobEnded']>[0][] = []
  const given: unknown[] = []
  const metrics = { jobEnded: (job: (typeof reported)[number]) => void reported.push(job) }
  const noted = async (...all: unknown[]) => void given.push(...all)
  const tasks = measuredTasks({ noted, fails }, metrics, ticking())
  await tasks['noted']?.({ id: 1 }, context)
  await expect(tasks['fails']?.({}, context)).rejects.toThrow('not this time')
  expect(given).toEqual([{ id: 1 }, context])
  expect(reported).toEqual([
    { task: 'noted', outcome: 'done', seconds: 1 },
    { task: 'fails', outcome: 'failed', seconds: 1 },
  ])
})

test('every run of a sweep is recorded the same way', async () => {
  const reported: Parameters<Metrics['sweepEnded']>[0][] = []
  const metrics = { sweepEnded: (run: (typeof reported)[number]) => void reported.push(run) }
  const sweeps = [
    { name: 'well', pauseMilliseconds: 5, pauseAfterEventsMilliseconds: 1, run: done },
    { name: 'badly', pauseMilliseconds: 7, run: fails },
  ]
  const [well, badly] = measuredSweeps(sweeps, metrics, ticking())
  await well?.run(signal)
  await expect(badly?.run(signal)).rejects.toThrow('not this time')
  expect([well, badly]).toMatchObject(
    sweeps.map(({ name, pauseMilliseconds }) => ({ name, pauseMilliseconds })),
  )
  expect(reported).toEqual([
    { sweep: 'well', outcome: 'done', seconds: 1 },
    { sweep: 'badly', outcome: 'failed', seconds: 1 },
  ])
})
