import { createChance } from '../chance.ts'
import { customerOperations, subscribeAll } from './customers.ts'
import { restingFaults, standingFaults } from './invariants.ts'
import { atItsOwnTime, type BillingGround, openShop, type Shop } from './shop.ts'
import type { Tamper } from './tampering.ts'
import { close, settleDown, timeOperations } from './times.ts'

export interface StoryOptions {
  readonly steps: number
  readonly tamper: Tamper
  readonly write: (line: string) => void
  /** Whether the laws are asked after each step, and not at the end alone. */
  readonly isClose: boolean
}

interface Lived {
  readonly seed: number
  /** Null where it couldn’t even open. */
  readonly shop: Shop | null
  /** What was found on the way. */
  readonly faults: readonly string[]
}

export interface Broken {
  readonly seed: number
  readonly faults: readonly string[]
}

const worldsAtOnce = 25

/**
 * Small worlds, each of its own, on a database that they share: in each a shop opens, things happen
 * that the seed decides, and at last everything comes to rest. Answers those in which something is
 * broken.
 */
export async function tellStories(
  ground: BillingGround,
  seeds: readonly number[],
  options: Partial<StoryOptions> & Pick<StoryOptions, 'steps'>,
): Promise<readonly Broken[]> {
  const told = {
    tamper: (text: string) => text,
    write: () => undefined,
    isClose: false,
    ...options,
  }
  const broken: Broken[] = []
  for (let from = 0; from < seeds.length; from += worldsAtOnce) {
    const lived: Lived[] = []
    for (const seed of seeds.slice(from, from + worldsAtOnce)) {
      lived.push(await live(ground, seed, told))
    }
    broken.push(...(await judged(ground, lived)))
  }
  return broken
}

async function judged(ground: BillingGround, lived: readonly Lived[]): Promise<Broken[]> {
  const rested = lived.flatMap(({ shop, faults }) =>
    shop === null || faults.length > 0 ? [] : shop,
  )
  const found = await restingFaults(ground, rested)
  return lived.flatMap(({ seed, shop, faults }) => {
    const all = [...faults, ...((shop && found.get(shop.organizationId)) ?? [])]
    return all.length === 0 ? [] : { seed, faults: all }
  })
}

const stepMillisecondsMax = 3_600_000
const dayMilliseconds = 86_400_000

async function live(shared: BillingGround, seed: number, options: StoryOptions): Promise<Lived> {
  const opening = createChance(`${seed}`)
  const ground = atItsOwnTime(shared)
  ground.clock.advance(opening.whole(0, 1500) * dayMilliseconds)
  let shop: Shop | null = null
  try {
    shop = await openShop(ground, opening, options.tamper)
    const faults = await happen(shop, seed, options)
    if (faults.length === 0) await settleDown(shop, opening)
    return { seed, shop, faults }
  } catch (error) {
    // What no operation expects is a finding as well.
    return { seed, shop, faults: [String(error)] }
  } finally {
    if (shop !== null) await close(shop)
  }
}

async function happen(
  shop: Shop,
  seed: number,
  { steps, write, isClose }: StoryOptions,
): Promise<readonly string[]> {
  const { clock } = shop.ground
  const operations = [...customerOperations(shop), ...timeOperations(shop)]
  await subscribeAll(shop, createChance(`${seed}/0`))
  for (let step = 1; step <= steps; step += 1) {
    // Each step draws from a chance of its own, so that what one draws doesn't shift the others.
    const chance = createChance(`${seed}/${step}`)
    clock.advance(chance.whole(0, stepMillisecondsMax))
    const line = await chance.weighted(operations).run(chance)
    write(`${String(step).padStart(4)}  ${clock.now().toISOString()}  ${line}`)
    if (!isClose) continue
    const faults = (await standingFaults(shop.ground, [shop])).get(shop.organizationId) ?? []
    if (faults.length > 0) return faults
  }
  return []
}
