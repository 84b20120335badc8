import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { type Sweep, startSweeps } from './sweeps.ts'

const hour = 3_600_000
const log = { error: () => undefined }

function start(...sweeps: readonly Sweep[]) {
  const running = startSweeps(sweeps, log)
  onTestFinished(() => running.stop())
  return running
}

/** A sweep that counts its looks. */
function counted(options: Partial<Sweep> = {}) {
  const looks = { count: 0 }
  const sweep: Sweep = {
    name: 'test.count',
    restMilliseconds: hour,
    ...options,
    run: async (signal) => {
      looks.count += 1
      await options.run?.(signal)
    },
  }
  return { sweep, looks }
}

test('it looks at once, and again and again', async () => {
  const { sweep, looks } = counted({ restMilliseconds: 1 })
  start(sweep)
  await eventually(() => expect(looks.count).toBeGreaterThan(3))
})

test('news ends a rest, also where it comes while somebody looks', async () => {
  let endLook = () => undefined as void
  const busy = () => new Promise<void>((resolve) => (endLook = resolve))
  const { sweep, looks } = counted({ afterNewsMilliseconds: 1, run: busy })
  const sweeps = start(sweep)
  expect(looks.count).toBe(1)
  sweeps.wake()
  endLook()
  await eventually(() => expect(looks.count).toBe(2))
  endLook()
  await eventually(() => {
    sweeps.wake()
    expect(looks.count).toBe(3)
  })
  endLook()
})

test('news is left alone by whom it doesn’t matter to', async () => {
  const listening = counted({ afterNewsMilliseconds: 1 })
  const other = counted()
  const sweeps = start(listening.sweep, other.sweep)
  await eventually(() => {
    sweeps.wake()
    expect(listening.looks.count).toBeGreaterThan(3)
  })
  expect(other.looks.count).toBe(1)
})

test('one that fails is done again, and holds up no other', async () => {
  const fails = async () => {
    throw new Error('not this time')
  }
  const failing = counted({ restMilliseconds: 1, run: fails })
  const other = counted({ restMilliseconds: 1 })
  start(failing.sweep, other.sweep)
  await eventually(() => expect(failing.looks.count).toBeGreaterThan(2))
  await eventually(() => expect(other.looks.count).toBeGreaterThan(2))
})

test('who stops waits for what is under way, and not for the rest', async () => {
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
