import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../../../platform/ids.ts'
import { createPause, restAfter } from '../../../../platform/interruptible-pause.ts'
import { holdLifeLock } from '../../../../platform/life-lock.ts'
import { findLanesWithWork, lifeNameOf } from '../../store/lanes.ts'
import type { DeliveryDeps } from './deps.ts'
import { createLeasedLanes } from './leased-lanes.ts'
import { canStartAttempt, createLeases } from './leases.ts'
import { createResultSaver } from './save-results.ts'

export interface Deliverer {
  /** Events were logged. */
  readonly wake: () => void
  /** Sends everything that is due now and that no other process serves. */
  readonly deliverDue: () => Promise<void>
  /** Resolves when running attempts have ended, or were cut off. */
  readonly stop: () => Promise<void>
}

const pollMilliseconds = 500
/** With leased lanes polls are more frequent, because other processes cannot wake this one. */
const pollWithLanesMilliseconds = 100
/** Or sooner if polls are quick: a new event should not wait because the last poll found none. */
const pollsApartMilliseconds = 10
const lanesFoundMax = 100
/** An idle lane is held for a while, since more events are likely. */
const idleMilliseconds = 2_000
const stopMilliseconds = 3_000

/**
 * Sends logged events to webhook endpoints until it is stopped. Any number of processes may run
 * one: each lane is served by one process at a time. It also polls, so a lost wake-up only delays.
 */
export function startDeliverer(deps: DeliveryDeps): Deliverer {
  const { database, clock, log, poster } = deps
  const holder = newId('deliverer')
  const life = holdLifeLock(database, log, lifeNameOf(holder))
  const pause = createPause()
  const now = () => clock.monotonicMilliseconds()
  let isStopped = false
  let isCutOff = false
  const lanes = createLeasedLanes({
    ...deps,
    saveResult: createResultSaver(deps, holder),
    mayContinue: (lane) => !isStopped && canStartAttempt(lane, life.current(), now()),
    isCutOff: () => isCutOff,
    onEnded: pause.end,
  })
  const leases = createLeases(deps, { holder, life }, lanes)

  const poll = oneByOne(async () => {
    await life.opened
    if (isStopped) return
    await leases.freeDead()
    await leases.renew()
    await leases.releaseIdle(now() - idleMilliseconds)
    const found = await findLanesWithWork(database, {
      holder,
      sendingNew: lanes.busyWith('new'),
      retrying: lanes.busyWith('due'),
      now: clock.now(),
      limit: lanesFoundMax,
    })
    await leases.take(found.filter(({ endpointId }) => !lanes.has(endpointId)))
    for (const lane of found) lanes.start(lane)
  })

  async function run(): Promise<void> {
    while (!isStopped) {
      const startedAt = now()
      await poll().catch((error: unknown) => {
        log.warn({ err: error }, 'pending webhooks could not be found; trying again')
      })
      const pauseMilliseconds = lanes.size > 0 ? pollWithLanesMilliseconds : pollMilliseconds
      await pause.begin(pauseMilliseconds, restAfter(now() - startedAt, pollsApartMilliseconds))
    }
  }

  const running = run()
  return {
    wake: pause.end,
    deliverDue: async () => {
      do {
        await Promise.all(lanes.running())
        await poll()
      } while (lanes.running().length > 0)
    },
    stop: async () => {
      isStopped = true
      pause.end()
      await running
      await Promise.race([Promise.all(lanes.running()), sleep(stopMilliseconds)])
      isCutOff = true
      poster.close()
      await Promise.all(lanes.running())
      await leases.releaseIdle(now()).catch((error: unknown) => {
        log.warn({ err: error }, 'webhook lanes could not be released; their leases will expire')
      })
      await life.close()
    },
  }
}

/** A call during a run starts another run after it. */
function oneByOne(task: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.catch(() => undefined).then(task)
    return last
  }
}
