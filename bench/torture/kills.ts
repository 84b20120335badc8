import { setTimeout as sleep } from 'node:timers/promises'
import type { Part, PartName, Parts } from './parts.ts'

export interface Kill {
  /** What was killed. */
  readonly name: string
  /** Until it was started again. */
  readonly startMilliseconds: number
  readonly recoveryMilliseconds: number
}

const pauseMillisecondsMax = 2_000
/** Of so many kills, one takes two parts at the same time. */
const oneOfTwo = 4

/** Kills parts and starts them again, until the time is over. */
export async function killAtRandom(
  { byName }: Parts,
  minutes: number,
  work: () => Promise<void>,
): Promise<Kill[]> {
  const kills: Kill[] = []
  const endsAt = performance.now() + minutes * 60_000
  while (performance.now() < endsAt) {
    await sleep(Math.random() * pauseMillisecondsMax)
    const victims = choose([...byName], kills.length % oneOfTwo === oneOfTwo - 1 ? 2 : 1)
    await Promise.all(victims.map(([, part]) => part.kill()))
    const killedAt = performance.now()
    const recovery = work().then(() => performance.now() - killedAt)
    // What others need comes first.
    for (const [, { start }] of victims) await start()
    kills.push({
      name: victims.map(([name]) => name).join(' and '),
      startMilliseconds: performance.now() - killedAt,
      recoveryMilliseconds: await recovery,
    })
  }
  return kills
}

type Named = readonly [PartName, Part]

/** In the order of all. */
function choose(all: readonly Named[], count: number): Named[] {
  const chosen = new Set<number>()
  while (chosen.size < count) chosen.add(Math.floor(Math.random() * all.length))
  return all.filter((_, at) => chosen.has(at))
}
