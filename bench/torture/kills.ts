import { setTimeout as sleep } from 'node:timers/promises'
import type { Claims } from './claims.ts'
import { databaseNames, type Part, type PartName } from './part.ts'
import type { Parts } from './parts.ts'

export interface Kill {
  /** What was killed. */
  readonly name: string
  /** Until it was started again. */
  readonly startMilliseconds: number
  readonly recoveryMilliseconds: number
  /** Until another had what a killed worker had claimed; null where that was nothing. */
  readonly takeoverMilliseconds: number | null
}

/** How long everything is killed. */
export type Extent = { readonly minutes: number } | { readonly cycles: number }

const pauseMillisecondsMax = 2_000
/** Of so many kills, one takes two parts at the same time. */
const oneOfTwo = 4
/** About as long as it takes. */
export const minutesOf = (extent: Extent, cyclesPerMinute: number): number =>
  'minutes' in extent ? extent.minutes : extent.cycles / cyclesPerMinute

function endOf(extent: Extent): (kills: number) => boolean {
  if ('cycles' in extent) return (kills) => kills >= extent.cycles
  const endsAt = performance.now() + extent.minutes * 60_000
  return () => performance.now() >= endsAt
}

interface Watched {
  /** Until a purchase that begins now has its webhook. */
  readonly work: () => Promise<void>
  readonly claims: Claims
}

/** Kills parts and starts them again, until it is over. */
export async function killAtRandom(
  { byName }: Parts,
  extent: Extent,
  watched: Watched,
): Promise<Kill[]> {
  const kills: Kill[] = []
  const isOver = endOf(extent)
  while (!isOver(kills.length)) {
    await sleep(Math.random() * pauseMillisecondsMax)
    const victims = choose([...byName], kills.length % oneOfTwo === oneOfTwo - 1 ? 2 : 1)
    kills.push(await killOnce(victims, watched))
  }
  return kills
}

async function killOnce(victims: readonly Named[], { work, claims }: Watched): Promise<Kill> {
  const names = victims.map(([name]) => name)
  const hasClaims =
    names.some((name) => name.endsWith('worker')) &&
    !databaseNames.some((database) => names.includes(database))
  if (hasClaims) await claims.begin()
  await Promise.all(victims.map(([, part]) => part.kill()))
  const killedAt = performance.now()
  const since = () => performance.now() - killedAt
  const left = hasClaims ? await claims.left() : null
  const takeover = left === null ? null : left().then(since)
  const recovery = work().then(since)
  // What others need comes first.
  for (const [, { start }] of victims) await start()
  return {
    name: names.join(' and '),
    startMilliseconds: since(),
    recoveryMilliseconds: await recovery,
    takeoverMilliseconds: await takeover,
  }
}

type Named = readonly [PartName, Part]

/** In the order of all. */
function choose(all: readonly Named[], count: number): Named[] {
  const chosen = new Set<number>()
  while (chosen.size < count) chosen.add(Math.floor(Math.random() * all.length))
  return all.filter((_, at) => chosen.has(at))
}
