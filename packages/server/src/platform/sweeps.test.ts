import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { createGate } from '../../test/gate.ts'
import { type Sweep, startSweeps } from './sweeps.ts'

const hour = 3_600_000
const log = { error: () => undefined }

function start(...sweeps: readonly Sweep[]) {
  const running = startSweeps(sweeps, log)
  onTestFinished(() => running.stop())
  return running
}

/** A sweep that counts its runs. */
function counted(options: Partial<Sweep> = {}) {
  const looks = { count: 0 }
  const sweep: Sweep = {
    name: 'test.count',
    pauseMilliseconds: hour,
    ...options,
    run: async (signal) => {
      looks.count += 1
      await options.run?.(signal)
    },
  }
  return { sweep, looks }
}

test('a sweep runs immediately, and then repeatedly', async () => {
  const { sweep, looks } = counted({ pauseMilliseconds: 1 })
  start(sweep)
  await eventually(() => expect(looks.count).toBeGreaterThan(3))
})

test('an event shortens the pause, even if it arrives during a run', async () => {
  let endPoll = () => undefined as void
  const busy = () => new Promise<void>((resolve) => (endPoll = resolve))
  const { sweep, looks } = counted({ pauseAfterEventsMilliseconds: 1, run: busy })
  const sweeps = start(sweep)
  expect(looks.count).toBe(1)
  sweeps.wake()
  endPoll()
  await eventually(() => expect(looks.count).toBe(2))
  endPoll()
  await eventually(() => {
    sweeps.wake()
    expect(looks.count).toBe(3)
  })
  endPoll()
})

test('a sweep that is to run now doesn’t wait for its pause, even during a run', async () => {
  const first = createGate()
  const { sweep, looks } = counted({ run: () => first.passed })
  const other = counted({ name: 'test.other' })
  const sweeps = start(sweep, other.sweep)
  sweeps.runNow([sweep.name])
  first.open()
  await eventually(() => expect(looks.count).toBe(2))
  await eventually(() => {
    sweeps.runNow([sweep.name])
    expect(looks.count).toBeGreaterThan(2)
  })
  expect(other.looks.count).toBe(1)
})

test('an event does not wake a sweep that ignores events', async () => {
  const listening = counted({ pauseAfterEventsMilliseconds: 1 })
  const other = counted()
  const sweeps = start(listening.sweep, other.sweep)
  await eventually(() => {
    sweeps.wake()
    expect(listening.looks.count).toBeGreaterThan(3)
  })
  expect(other.looks.count).toBe(1)
})

test('a failing sweep is retried and delays no other', async () => {
  const fails = async () => {
    throw new Error('not this time')
  }
  const failing = counted({ pauseMilliseconds: 1, run: fails })
  const other = counted({ pauseMilliseconds: 1 })
  start(failing.sweep, other.sweep)
  await eventually(() => expect(failing.looks.count).toBeGreaterThan(2))
  await eventually(() => expect(other.looks.count).toBeGreaterThan(2))
})

test('stopping waits for the current run, not for the pause', async () => {
  const resting = counted()
  let isAsked = false
  const busy = counted({
    run: (signal) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          isAsked = true
          resolve()
        })
      }),
  })
  const sweeps = start(resting.sweep, busy.sweep)
  await sweeps.stop()
  expect(isAsked).toBe(true)
  expect([resting.looks.count, busy.looks.count]).toEqual([1, 1])
})
