import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '../../../platform/ids.ts'
import { createRest } from '../../../platform/outbox/rest.ts'
import { findLanesAhead } from '../store/lanes.ts'
import { noteTaker } from './deliver-notes.ts'
import type { DeliveryParts } from './delivery-parts.ts'
import { createLeases, isHeldAt } from './leases.ts'
import { createOwnLanes } from './own-lanes.ts'

export interface Deliverer {
  /** The doorbell: there is news in the log. */
  readonly wake: () => void
  /** Sends everything that is due by now and that no other process is at. */
  readonly deliverDue: () => Promise<void>
  /** Resolves when what is under way has come to its end, or was cut off. */
  readonly stop: () => Promise<void>
}

const lookMilliseconds = 500
/** Whoever has lanes looks more often, because other processes can’t call them. */
const lookOftenMilliseconds = 100
const looksApartMilliseconds = 10
const lanesFoundMax = 100
/** A lane is kept a little, since more is likely to come. */
const idleMilliseconds = 2_000
const stopMilliseconds = 3_000

/**
 * Sends what is logged to the endpoints that ask for it, for as long as it runs. Any number of
 * processes may run one: each lane is one process’s at a time. It looks by itself, so that a lost
 * ring is a delay and nothing else.
 */
export function startDeliverer(parts: DeliveryParts): Deliverer {
  const { database, clock, log, poster } = parts
  const holder = newId('deliverer')
  const rest = createRest()
  const now = () => clock.monotonicMilliseconds()
  let isStopped = false
  let isCutOff = false
  const lanes = createOwnLanes({
    ...parts,
    note: noteTaker(parts, holder),
    mayGoOn: (lane) => !isStopped && isHeldAt(lane, now()),
    isCutOff: () => isCutOff,
    ended: rest.end,
  })
  const leases = createLeases(parts, holder, lanes)

  const look = oneByOne(async () => {
    if (isStopped) return
    await leases.renew()
    await leases.leaveIdle(now() - idleMilliseconds)
    const ahead = await findLanesAhead(database, {
      holder,
      busyWithNews: lanes.busyWith('news'),
      busyWithDue: lanes.busyWith('due'),
      now: clock.now(),
      limit: lanesFoundMax,
    })
    await leases.take(ahead.filter(({ endpointId }) => !lanes.has(endpointId)))
    for (const lane of ahead) lanes.start(lane)
  })

  async function run(): Promise<void> {
    while (!isStopped) {
      await look().catch((error: unknown) => {
        log.warn({ err: error }, 'webhooks could not be looked for; trying again')
      })
      const restMilliseconds = lanes.size > 0 ? lookOftenMilliseconds : lookMilliseconds
      await rest.begin(restMilliseconds, looksApartMilliseconds)
    }
  }

  const running = run()
  return {
    wake: rest.end,
    deliverDue: async () => {
      do {
        await Promise.all(lanes.atWork())
        await look()
      } while (lanes.atWork().length > 0)
    },
    stop: async () => {
      isStopped = true
      rest.end()
      await running
      await Promise.race([Promise.all(lanes.atWork()), sleep(stopMilliseconds)])
      isCutOff = true
      poster.close()
      await Promise.all(lanes.atWork())
      await leases.leaveIdle(now()).catch((error: unknown) => {
        log.warn({ err: error }, 'lanes of webhooks could not be left; they are free in a while')
      })
    },
  }
}

/** Whoever asks while it’s being done has it done after that. */
function oneByOne(task: () => Promise<void>): () => Promise<void> {
  let last = Promise.resolve()
  return () => {
    last = last.catch(() => undefined).then(task)
    return last
  }
}
